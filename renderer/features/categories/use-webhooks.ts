/** A live query of the webhooks, and actions on them: only the service creates and changes them. */
import { computed, shallowRef } from 'vue'
import type { Webhook } from '#shared/resources/webhook.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useSyncStore } from '../../app/stores/sync.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { fetchAllPages } from '../../ipc/fetch-all-pages.ts'

export function useWebhooks() {
  const client = useIpcClient()
  const app = useAppStore()
  const sync = useSyncStore()
  const t = useTranslate()
  const webhooks = shallowRef<Webhook[]>()

  const refresh = useLiveQuery(async () => {
    webhooks.value = await fetchAllPages((page) =>
      client.call('webhooks.list', { page, limit: 100 }),
    )
  }, isChangeOf('webhook'))

  const isLocal = computed(() => app.account?.kind === 'local')
  /** The service allows creating and changing them from here. */
  const canWrite = computed(() => app.state?.capabilities.includes('webhooks') === true)
  const isAway = computed(() => {
    const phase = sync.status?.phase.is
    return phase === 'offline' || phase === 'portal'
  })

  return {
    webhooks,
    refresh,
    isLocal,
    canWrite,
    /** Why nothing can be changed at the moment, where it otherwise could. */
    reason: computed(() => (isAway.value ? t('webhooks.offline') : undefined)),
  }
}
