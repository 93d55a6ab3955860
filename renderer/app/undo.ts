/** Taking back and doing again, with a toast that says what it was. */
import { FailureError } from '#shared/errors.ts'
import type { ChangeSummary } from '#shared/ipc/views.ts'
import { useClient } from '../ipc/client.ts'
import { useDrafts } from './drafts.ts'
import { useTell, useWords } from './messages/index.ts'
import { type Toast, useToasts } from './stores/toasts.ts'
import { useUnderWay } from './stores/under-way.ts'

/** True for what a person did and what still stands; taking back is not itself taken back. */
export const canBeUndone = ({ actor, action, undone }: ChangeSummary): boolean =>
  actor === 'person' && !undone && action !== 'undo' && action !== 'redo'

export function useUndo() {
  const client = useClient()
  const drafts = useDrafts()
  const toasts = useToasts()
  const underWay = useUnderWay()
  const say = useWords()
  const tell = useTell()

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
    return changes.find(canBeUndone)?.change ?? 0
  }
  async function takeBack(input: { change?: number }) {
    const { summary } = await client.call('history.undo', input)
    toasts.show({
      text: tell(summary),
      action: { label: say('undo.redo'), key: 'Shift+z', run: () => void redo() },
    })
  }

  /**
   * What was done last: the newest change that stands, or a form that was left; or the one named.
   * Never something older than the toast on screen speaks of: where that was taken back already,
   * the core says so.
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
      toasts.show({ text: tell(summary) })
    })

  /**
   * What a toast offers after a change: taking back this one, whatever was changed since, here or
   * in another window. Nothing where nothing was changed.
   */
  const wayBack = (change: number | null | undefined): Toast['action'] =>
    change === undefined || change === null
      ? undefined
      : {
          label: say('undo.undo'),
          key: 'z',
          run: () => void undo(change),
          change,
        }

  return { undo, redo, wayBack }
}
