/** The clients that an export for a client can be for. */
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { ReportClient } from '#shared/ipc/reports.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { exportDatesOf, exportDatesProblem, type ExportChoices } from './transfer-choices.ts'

/** Undefined where it is not for a client, and until they are known. */
export function useClients(choices: ExportChoices): Ref<readonly ReportClient[] | undefined> {
  const app = useAppStore()
  const clock = useClockStore()
  const client = useIpcClient()
  const clients = shallowRef<readonly ReportClient[]>()
  const asked = computed<CallInput<'export.clients'> | undefined>(() => {
    const { what, whose, filter, forClient } = choices
    if (!forClient || exportDatesProblem(choices) !== undefined) return undefined
    const days = exportDatesOf(choices, clock.today)
    return { what, whose, ...days, ...(filter.length === 0 ? {} : { filter }) }
  })
  watch(
    [asked, () => app.readings],
    async ([query]) => {
      clients.value = undefined
      if (!query) return
      const found = await client.call('export.clients', query).catch(() => undefined)
      if (query === asked.value) clients.value = found
    },
    { immediate: true },
  )
  return clients
}
