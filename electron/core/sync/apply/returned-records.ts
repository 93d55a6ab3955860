/**
 * Records that were deleted here, or given up, and that the service has again: it was restored from
 * a backup. They are received again; where the person deleted one, a card asks whether to do so once
 * more.
 */
import { fromTimestamp, toTimestamp } from '#shared/rules/calendar.ts'
import { noteUids } from '../../store/sync/entry-uids.ts'
import { wasEverChangedHere } from '../../store/history/change-history.ts'
import { readFullRow } from '../../store/resources/full-rows.ts'
import {
  filterRetired,
  forgetRetired,
  isWithinLost,
  type CreatedRecord,
  type RetiredRecord,
} from '../../store/sync/record-identity.ts'
import { readSyncState, type WireRecord } from '../../store/sync/record-sync-state.ts'
import { linkPulledRecords, linkRemoteId, markDirty } from '../../store/sync/sync-records.ts'
import { readRemovedVersion, readTrashed } from '../../store/history/trash.ts'
import { reviveDeletedRecord } from './apply-deletions.ts'
import { adoptRemoteRecord, askAboutEarlierVersion, nameAdopted } from './apply-remote.ts'
import { findSameRecord } from './displaced-records.ts'
import { fetchRecord } from '../pass/record-requests.ts'
import {
  commitSync,
  recordRowChange,
  type SyncContext,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'

/** Milliseconds after a deletion for which a list may come from before it, such as out of a cache. */
const lingers = 10 * 60_000

/**
 * Receives those of the records that were retired a while ago, or before the service was set back,
 * and are there at their own URL.
 * @returns false when one has to be looked at again later
 */
export async function receiveReturned(
  context: SyncContext,
  adapter: SyncAdapter,
  shown: readonly CreatedRecord[],
): Promise<boolean> {
  const { db, clock } = context
  const retired = await filterRetired(db, adapter.resource, shown, context.clockOffset())
  let isWhole = true
  for (const row of retired.values()) {
    const state = await readSyncState(db, adapter.resource, row.local_id)
    // Joined with it at once (`readoptDisplaced`).
    if (state?.remote === null && state.parked === 'gone') continue
    const age = clock.now() - row.retired_at
    // Of a deletion in the future, the clock was set back since.
    const mayLinger = age >= 0 && age < lingers
    const retiredAt = toTimestamp(row.retired_at + (context.clockOffset() ?? 0))
    const isEarly = mayLinger && !isWithinLost(retiredAt, context.lost())
    // It is about to be created again, perhaps successfully.
    if (isEarly || (state?.remote === null && state.attempt)) {
      isWhole = false
      continue
    }
    const answer = await fetchRecord(context, adapter, row.remote_id)
    if (answer.is === 'gone') continue
    if (answer.is !== 'record') {
      isWhole = false
      continue
    }
    const { wire } = answer
    if (!shown.some(({ id, created_at }) => wire.id === id && wire.created_at === created_at))
      continue
    if (await commitSync(context, (tx) => receive(tx, adapter, row, wire))) context.counts.pulled++
  }
  return isWhole
}

/**
 * Receives it under its former local id, so that undoing the deletion cannot create it a second
 * time; joined with what was to be created again. Returns false where the service has that already:
 * then it is received like any other record of its page.
 */
async function receive(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  row: RetiredRecord,
  wire: WireRecord,
): Promise<boolean> {
  const { trx } = tx
  const { resource } = adapter
  const local = row.local_id
  await forgetRetired(trx, resource, row)
  const previous = await readSyncState(trx, resource, local)
  if (
    previous
      ? previous.remote !== null || !previous.version
      : await readFullRow(trx, resource, local)
  ) {
    return false
  }
  // Another record may have its id by now.
  if ((await findSameRecord(tx, adapter, wire)) !== undefined) return false
  await adapter.upsertRelated(tx, wire)
  if (previous) {
    await adoptRemoteRecord(tx, previous, wire, adapter.versionOf(wire))
    return true
  }
  await nameAdopted(tx, { resource, local }, wire.id)
  if (await reviveLaterVersion(tx, adapter, local, wire)) return true
  const base = JSON.stringify(wire)
  await linkPulledRecords(trx, [
    { resource, local_id: local, remote_id: wire.id, base, seen_at: tx.now },
  ])
  if (wire.uid) await noteUids(trx, resource, [{ local, uid: wire.uid }])
  const state = await readSyncState(trx, resource, local)
  const trashed = await readTrashed(trx, resource, local)
  await reviveDeletedRecord(tx, state!, wire, trashed?.actor !== 'sync')
  tx.inboxChanged = true
  return true
}

/**
 * Receives an earlier version than the one that sync removed as deleted on the service, such as that
 * of a record that was created again and changed: the service has lost the later one, and a card
 * asks which is wanted. Returns false for any other.
 */
async function reviveLaterVersion(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
  wire: WireRecord,
): Promise<boolean> {
  const { trx } = tx
  const { resource } = adapter
  if (resource === 'category' || tx.dates !== 'exact') return false
  const removed = await readRemovedVersion(trx, resource, local)
  if (!removed?.updated_at) return false
  if (fromTimestamp(removed.updated_at) <= fromTimestamp(wire.updated_at)) return false
  if (!(await wasEverChangedHere(trx, resource, local))) return false
  await adapter.insertAgain!(tx, removed)
  await markDirty(trx, resource, local, 0)
  await linkRemoteId(trx, resource, local, wire.id)
  if (wire.uid) await noteUids(trx, resource, [{ local, uid: wire.uid }])
  await askAboutEarlierVersion(tx, (await readSyncState(trx, resource, local))!, wire)
  await recordRowChange(tx, resource, local, undefined)
  tx.inboxChanged = true
  return true
}
