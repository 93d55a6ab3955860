/** Taking back and doing again, with a toast that says what it was. */
import { FailureError } from '#shared/errors.ts'
import type { ChangeSummary } from '#shared/ipc/views.ts'
import { useClient } from '../ipc/client.ts'
import { useTell, useWords } from './messages/index.ts'
import { type Toast, useToasts } from './stores/toasts.ts'

/** True for what a person did and what still stands; taking back is not itself taken back. */
export const canBeUndone = ({ actor, action, undone }: ChangeSummary): boolean =>
  actor === 'person' && !undone && action !== 'undo' && action !== 'redo'

export function useUndo() {
  const client = useClient()
  const toasts = useToasts()
  const say = useWords()
  const tell = useTell()

  async function told(run: () => Promise<void>) {
    try {
      await run()
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown
      toasts.show({ text: thrown.failure.message })
    }
  }

  /** The newest change that stands, or the one named. */
  const undo = (change?: number) =>
    told(async () => {
      const { summary } = await client.call('history.undo', change === undefined ? {} : { change })
      toasts.show({
        text: tell(summary),
        action: { label: say('undo.redo'), key: 'Shift+z', run: () => void redo() },
      })
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
      : { label: say('undo.undo'), key: 'z', run: () => void undo(change) }

  return { undo, redo, wayBack }
}
