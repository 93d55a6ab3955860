/** Undo and redo, with a toast that names the change. */
import { FailureError } from '#shared/errors.ts'
import type { ChangeSummary } from '#shared/ipc/history.ts'
import { useIpcClient } from '../ipc/ipc-client.ts'
import { useDrafts } from './drafts-store.ts'
import { useTranslateCore, useTranslate } from './messages/index.ts'
import { type Toast, useToastStore } from './stores/toasts.ts'
import { useUnderWay } from './stores/under-way.ts'

/** True for a change by the person that has not been undone and is no undo or redo itself. */
export const isUndoable = ({ actor, action, undone }: ChangeSummary): boolean =>
  actor === 'person' && !undone && action !== 'undo' && action !== 'redo'

export function useUndo() {
  const client = useIpcClient()
  const drafts = useDrafts()
  const toasts = useToastStore()
  const underWay = useUnderWay()
  const t = useTranslate()
  const translateCore = useTranslateCore()

  async function told(run: () => Promise<void>) {
    try {
      await underWay.settled()
      await run()
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown
      toasts.show({ text: thrown.failure.message })
    }
  }

  async function newestUndoable(): Promise<number> {
    const changes = await client.call('history.list', { limit: 50 })
    return changes.find(isUndoable)?.change ?? 0
  }
  async function takeBack(input: { change?: number }) {
    const { summary } = await client.call('history.undo', input)
    toasts.show({
      text: translateCore(summary),
      action: { label: t('undo.redo'), key: 'Shift+z', run: () => void redo() },
    })
  }

  /**
   * Undoes the given change, or else the last action: the newest change that can be undone, or
   * reopens a form that was closed unsaved after it. Never undoes a change older than the one that
   * the visible toast offers to undo; if that one was undone already, the core says so.
   */
  const undo = (change?: number) =>
    told(async () => {
      if (change !== undefined) return takeBack({ change })
      const spokenOf = toasts.toasts.findLast(({ action }) => action)?.action?.change ?? 0
      const newest = await newestUndoable()
      if (spokenOf > newest) await takeBack({ change: spokenOf })
      else if (!(await drafts.isNewerThan(newest)) || !(await drafts.openNewest())) {
        await takeBack({})
      }
    })

  const redo = () =>
    told(async () => {
      const { summary } = await client.call('history.redo')
      toasts.show({ text: translateCore(summary) })
    })

  /**
   * The undo action of a toast: undoes this change, regardless of later ones here or in another
   * window. Undefined where nothing was changed.
   */
  const wayBack = (change: number | null | undefined): Toast['action'] =>
    change === undefined || change === null
      ? undefined
      : {
          label: t('undo.undo'),
          key: 'z',
          run: () => void undo(change),
          change,
        }

  return { undo, redo, wayBack }
}
