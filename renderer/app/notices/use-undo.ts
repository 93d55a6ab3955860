/** Undo and redo of changes, with a toast that names the change. */
import { FailureError } from '#shared/errors.ts'
import type { ChangeSummary } from '#shared/ipc/history.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useTranslateCore, useTranslate } from '../messages/index.ts'
import { isChangeOf } from '../stores/live-query.ts'
import { type Toast, useToastStore } from '../stores/toasts.ts'
import { useUnderWay } from '../stores/under-way.ts'

/** True for a change by the person that has not been undone and is no undo or redo itself. */
export const isUndoable = ({ actor, action, undone }: ChangeSummary): boolean =>
  actor === 'person' && !undone && action !== 'undo' && action !== 'redo'

const isOfHistory = isChangeOf('history')

export function useUndo() {
  const client = useIpcClient()
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

  async function takeBack(input: { change?: number }) {
    const { summary } = await client.call('history.undo', input)
    const toast = toasts.show({
      text: translateCore(summary),
      action: { label: t('undo.redo'), key: 'Shift+z', run: () => void redo() },
    })
    // Redo is possible until the next change.
    const stop = client.on((event) => {
      if (isOfHistory(event)) void withdraw()
    })
    async function withdraw() {
      if (await isRedoable()) return
      toasts.close(toast)
      stop()
    }
  }
  async function isRedoable(): Promise<boolean> {
    const changes = await client.call('history.list', { limit: 50 }).catch(() => [])
    const isLater = ({ actor, action, undone }: ChangeSummary) =>
      actor === 'person' && !undone && action !== 'redo'
    return changes.find(isLater)?.action === 'undo'
  }

  /**
   * Undoes the given change, or else the newest one that can be undone. Never undoes a change older
   * than the one that the visible toast offers to undo; if that one was undone already, the core
   * says so. What is not in the history is undone by its toast.
   */
  const undo = (change?: number) =>
    told(async () => {
      if (change !== undefined) return takeBack({ change })
      const shown = toasts.toasts.findLast(({ action }) => action)
      if (shown?.action?.key === 'z' && shown.action.change === undefined) {
        toasts.close(shown.id)
        return shown.action.run()
      }
      const spokenOf = shown?.action?.change ?? 0
      const changes = await client.call('history.list', { limit: 50 })
      const newest = changes.find(isUndoable)?.change ?? 0
      await takeBack(spokenOf > newest ? { change: spokenOf } : {})
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
