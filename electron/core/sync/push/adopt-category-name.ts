/** Handles a category whose name another category of the service has. */
import { closeAttempt } from '../../store/sync/attempts.ts'
import {
  deleteSyncRecord,
  readSyncState,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { adoptRemoteRecord } from '../apply/apply-remote.ts'
import { confirmRecords } from '../apply/confirm-records.ts'
import { isUnmappedRecord } from '../apply/judge-candidate.ts'
import { readCategoriesByName } from './lost-create-candidates.ts'
import {
  commitSync,
  isRecordFailure,
  type SyncContext,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { parkRecord } from './park-record.ts'
import type { RefusedReply, PushOutcome } from './push-outcome.ts'

/**
 * Looks up the name of a refused create. An active category of that name that has no local record
 * is adopted, with the members of both. If there is none, an archived one may have the name, and
 * the person decides. Returns null when the refusal must be shown as it is.
 */
export async function adoptCategoryByName(
  context: SyncContext,
  adapter: SyncAdapter,
  local: number,
  refusal: RefusedReply,
): Promise<PushOutcome | null> {
  const before = await readSyncState(context.db, adapter.resource, local)
  if (before?.attempt?.kind !== 'create') return null
  const { name } = before.attempt.sent as { name: string }
  const shown = await readCategoriesByName(context, adapter, name)
  if (shown.is !== 'shown') return isRecordFailure(shown) ? null : shown
  await confirmRecords(context, adapter, shown.records)
  return commitSync(context, async (tx) => {
    const state = await readSyncState(tx.trx, adapter.resource, local)
    if (!state?.attempt || state.attempt.id !== before.attempt!.id) return 'end'
    const [wire] = shown.records
    if (!wire) {
      if (!shown.sound) return null
      await parkRecord(tx, adapter, local, refusal, 'archived')
      return 'end'
    }
    if (!state.version || !(await isUnmappedRecord(context, tx, adapter, wire))) return null
    context.counts.pushed++
    return joinNamesake(tx, state, wire)
  })
}

/**
 * Closes a create that was not carried out because another category has the name. Adopts that
 * category, with the members of both, if its name is still wanted here; otherwise the record is as
 * if it had not been sent.
 */
export async function joinNamesake(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<'end' | 'again'> {
  const { resource, local, version } = state
  const adapter = syncAdapters[resource]
  const sent = state.attempt!.sent!
  await closeAttempt(tx.trx, resource, local)
  if (!version) {
    await deleteSyncRecord(tx.trx, resource, local)
    return 'end'
  }
  if (adapter.naturalKey(version) === adapter.naturalKey(sent)) {
    await adoptRemoteRecord(tx, state, wire, { ...sent, tasks: [], charges: [] })
  }
  // Members that only this side has are sent right away.
  return 'again'
}
