/** The menu item that pins work to "Start again". */
import type { RecentWork } from '#shared/ipc/call-results.ts'
import { useFailureToast } from '../stores/use-failure-toast.ts'
import { useTranslate } from '../messages/index.ts'
import { useRecentWorkStore } from '../stores/recent-work.ts'
import type { MenuItem } from '../../ui/PopupMenu.vue'

/** Work that may lack the project or task that pinning needs. */
interface MaybeWork {
  project: RecentWork['project'] | null
  task: RecentWork['task'] | null
  notes: string | null
}

export function usePins() {
  const t = useTranslate()
  const recents = useRecentWorkStore()
  const attempt = useFailureToast()

  /** One item, or none for work without project or task. Notes are not part of a pin. */
  function itemsOf({ project, task }: MaybeWork): MenuItem[] {
    if (!project || !task) return []
    const work = { project, task, notes: null }
    return recents.isPinned(work)
      ? [{ label: t('timer.unpin'), run: () => void attempt(() => recents.unpin(work)) }]
      : [{ label: t('timer.pin'), run: () => void attempt(() => recents.pin(work)) }]
  }

  return { itemsOf }
}
