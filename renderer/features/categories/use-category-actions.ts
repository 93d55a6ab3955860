/** Actions on a category of the list. */
import type { Category, CategorySummary } from '#shared/resources/category.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

export function useCategoryActions() {
  const client = useIpcClient()
  const toasts = useToastStore()
  const live = useAnnouncerStore()
  const t = useTranslate()
  const attempt = useFailureToast()
  const { wayBack } = useUndo()

  async function archive({ local, name }: CategorySummary): Promise<boolean> {
    const archived = await attempt(() => client.write('categories.delete', { local }))
    if (!archived) return false
    toasts.show({
      text: t('categories.archivedToast', { name }),
      detail: t('categories.archivedDetail'),
      action: wayBack(archived.change),
    })
    return true
  }
  async function restore({ local, name }: CategorySummary): Promise<boolean> {
    const restored = await attempt(() => client.write('categories.restore', { local }))
    if (!restored) return false
    toasts.show({
      text: t('categories.restoredToast', { name }),
      action: wayBack(restored.change),
    })
    return true
  }
  /** @param was the name that the person saw */
  async function rename(local: number, name: string, was: string): Promise<boolean> {
    const edit = { local, set: { name }, was: { name: was } }
    const renamed = await attempt(() => client.call('categories.update', edit))
    if (!renamed) return false
    live.say(t('categories.saved'))
    return true
  }
  const show = (local: number): Promise<Category | undefined> =>
    attempt(() => client.call('categories.show', { local }))

  return { archive, restore, rename, show }
}
