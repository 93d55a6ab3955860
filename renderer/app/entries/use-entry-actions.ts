/** Actions on an entry of a list. */
import { entryName } from '#shared/rules/entry-name.ts'
import { useFailureToast } from '../stores/use-failure-toast.ts'
import { useTranslate } from '../messages/index.ts'
import { useAnnouncerStore } from '../stores/announcer.ts'
import { useTimerStore } from '../stores/timer.ts'
import { useToastStore } from '../stores/toasts.ts'
import { useUndo } from '../notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatLength } from '../../ui/format.ts'

export function useEntryActions() {
  const client = useIpcClient()
  const timer = useTimerStore()
  const toasts = useToastStore()
  const live = useAnnouncerStore()
  const t = useTranslate()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()

  async function remove(local: number): Promise<boolean> {
    const removed = await attempt(() => client.write('times.delete', { local }))
    if (!removed) return false
    const { value: entry, change } = removed
    const name = entryName(entry) ?? t('entry.noTask')
    toasts.show({
      text: t('entry.deleted', { name }),
      detail: formatLength(entry.total),
      action: wayBack(change),
    })
    return true
  }

  async function resume(local: number) {
    await attempt(() => timer.resume(local))
    const work = timer.running?.task?.name ?? timer.running?.project?.name
    live.say(t('timer.started', { work: work ?? t('timer.unnamed') }))
  }

  return { remove, resume }
}
