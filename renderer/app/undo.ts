/** Taking back and doing again, with a toast that says what it was. */
import { FailureError } from '#shared/errors.ts'
import type { ChangeSummary } from '#shared/ipc/views.ts'
import { useClient } from '../ipc/client.ts'
import { useTell, useWords } from './messages/index.ts'
import { useToasts } from './stores/toasts.ts'

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

  /** The number of the newest change that a person made: what a toast's Undo takes back. */
  async function newestChange(): Promise<number | undefined> {
    const changes = await client.call('history.list', { limit: 10 })
    return changes.find(canBeUndone)?.change
  }

  return { undo, redo, newestChange }
}
