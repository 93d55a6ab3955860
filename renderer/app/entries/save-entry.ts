import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { timeValues, wasOfTime } from '#shared/rules/concurrent-edits.ts'
import type { IpcClient, WriteResult } from '../../ipc/ipc-client.ts'
import { changedEntryFields } from './entry-draft.ts'

/**
 * Saves the fields that a form changed. Does nothing when no field changed, so that there is no
 * empty change to undo, except for a refused entry: saving sends it again.
 * @param entry as the person saw it
 */
export async function saveEntryChanges(
  client: IpcClient,
  entry: TimeEntry,
  input: CallInput<'times.create'>,
): Promise<WriteResult<'times.update'>> {
  const set = changedEntryFields(entry, input)
  const isTouched = Object.keys(set).length > 0
  if (!isTouched && entry.state !== 'refused') return { value: entry, change: undefined }
  const was = wasOfTime(set, timeValues(entry))
  return client.write('times.update', { local: entry.local, set, was })
}
