import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { Client, Written } from '../../ipc/client.ts'
import { changesOf } from './entry-draft.ts'

/**
 * Saves what a form changed of an entry. Where it changed nothing there is nothing to save and no
 * change to undo, except of an entry that was refused: saving sends it once more.
 */
export async function saveChanges(
  client: Client,
  entry: TimeEntry,
  input: CallInput<'times.create'>,
): Promise<Written<'times.update'>> {
  const set = changesOf(entry, input)
  const isTouched = Object.keys(set).length > 0
  if (!isTouched && entry.state !== 'refused') return { value: entry, change: undefined }
  return client.write('times.update', { local: entry.local, set })
}
