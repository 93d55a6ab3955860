import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { timeValues, wasOfTime } from '#shared/rules/concurrent-edits.ts'
import type { Client, Written } from '../../ipc/client.ts'
import { changesOf } from './entry-draft.ts'

/**
 * Saves what a form changed of an entry. Where it changed nothing there is nothing to save and no
 * change to undo, except of an entry that was refused: saving sends it once more.
 * @param entry as the person saw it
 */
export async function saveChanges(
  client: Client,
  entry: TimeEntry,
  input: CallInput<'times.create'>,
): Promise<Written<'times.update'>> {
  const set = changesOf(entry, input)
  const isTouched = Object.keys(set).length > 0
  if (!isTouched && entry.state !== 'refused') return { value: entry, change: undefined }
  const was = wasOfTime(set, timeValues(entry))
  return client.write('times.update', { local: entry.local, set, was })
}
