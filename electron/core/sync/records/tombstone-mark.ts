/**
 * Marks a record as deleted on the service (a remote tombstone) until the deletion is applied here.
 */
import { withdrawFromRemovalCard } from '../../store/inbox/removal-consent.ts'
import { patchSyncRecord, type RecordSyncState } from '../../store/sync/record-sync-state.ts'
import type { SyncTransaction } from './sync-transaction.ts'

/**
 * Writes the tombstone. The feed reports a deletion only once, so the mark must survive everything
 * that delays applying it (a local edit, an open card).
 */
export const recordTombstone = (
  tx: SyncTransaction,
  { resource, local }: RecordSyncState,
): Promise<void> => patchSyncRecord(tx.trx, resource, local, { gone: 1 })

/**
 * Marks a record that the person wants to keep although the service seems to have deleted it: a
 * list, or the feed, may be wrong. Sending requests its own URL, and creates it again only when
 * that reports it missing, too.
 */
export const keepDespiteTombstone = (
  tx: SyncTransaction,
  { resource, local }: RecordSyncState,
): Promise<void> => patchSyncRecord(tx.trx, resource, local, { gone: 3, dirty: 1, parked: null })

/** Removes the tombstone: the service returned the record again. */
export async function clearTombstone(
  tx: SyncTransaction,
  { resource, local, remote }: RecordSyncState,
): Promise<void> {
  await patchSyncRecord(tx.trx, resource, local, { gone: 0 })
  await withdrawFromRemovalCard(tx.trx, resource, remote, tx.now)
}
