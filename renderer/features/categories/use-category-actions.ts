/** What can be done with a category of the list. */
import type { Category, CategorySummary } from '#shared/resources/category.ts'
import { useAttempt } from '../../app/failures.ts'
import { useWords } from '../../app/messages/index.ts'
import { useLive } from '../../app/stores/live.ts'
import { useToasts } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/undo.ts'
import { useClient } from '../../ipc/client.ts'

export function useCategoryActions() {
  const client = useClient()
  const toasts = useToasts()
  const live = useLive()
  const say = useWords()
  const attempt = useAttempt()
  const { undo, newestChange } = useUndo()

  async function tell(text: string) {
    const change = await newestChange()
    toasts.show({
      text,
      action: { label: say('undo.undo'), key: 'z', run: () => void undo(change) },
    })
  }

  async function archive({ local, name }: CategorySummary): Promise<boolean> {
    if (!(await attempt(() => client.call('categories.delete', { local })))) return false
    await tell(say('categories.archivedToast', { name }))
    return true
  }
  async function restore({ local, name }: CategorySummary): Promise<boolean> {
    if (!(await attempt(() => client.call('categories.restore', { local })))) return false
    await tell(say('categories.restoredToast', { name }))
    return true
  }
  async function rename(local: number, name: string): Promise<boolean> {
    const renamed = await attempt(() => client.call('categories.update', { local, set: { name } }))
    if (!renamed) return false
    live.say(say('categories.saved'))
    return true
  }
  const show = (local: number): Promise<Category | undefined> =>
    attempt(() => client.call('categories.show', { local }))

  return { archive, restore, rename, show }
}
