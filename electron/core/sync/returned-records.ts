/**
 * Records that were deleted here, or given up, and that the service has again: it was restored from
 * a backup. They are received again; where the person deleted one, a card asks whether to do so once
 * more.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { noteUids } from '../store/entry-uids.ts'
import { readFullRow } from '../store/full-rows.ts'
import {
  filterRetired,
  forgetRetired,
  isWithinLost,
  type CreatedRecord,
  type RetiredRecord,
} from '../store/record-identity.ts'
import { readSyncState, type WireRecord } from '../store/record-sync-state.ts'
import { linkPulledRecords } from '../store/sync-records.ts'
import { wasDeletedBySync } from '../store/trash.ts'
import { reviveDeletedRecord } from './apply-deletions.ts'
import { fetchRecord } from './record-requests.ts'
import { commitSync, type SyncContext, type SyncTransaction } from './sync-context.ts'
import type { SyncAdapter } from './adapters/sync-adapter.ts'

/** Milliseconds after a deletion for which a list may come from before it, such as out of a cache. */
const lingers = 10 * 60_000

/**
 * Receives those of the records that were retired a while ago, or before the service was set back,
 * and are there at their own URL.
 */
export async function receiveReturned(
  context: SyncContext,
  adapter: SyncAdapter,
  shown: readonly CreatedRecord[],
): Promise<void> {
  const { db, clock } = context
  for (const row of (
    await filterRetired(db, adapter.resource, shown, context.clockOffset())
  ).values()) {
    const age = clock.now() - row.retired_at
    // Of a deletion in the future, the clock was set back since.
    const mayLinger = age >= 0 && age < lingers
    const retiredAt = toTimestamp(row.retired_at + (context.clockOffset() ?? 0))
    if (mayLinger && !isWithinLost(retiredAt, context.lost())) continue
    const state = await readSyncState(db, adapter.resource, row.local_id)
    // It waits to be joined with it (`readoptDisplaced`), or to be created again.
    if (state?.remote === null) continue
    const answer = await fetchRecord(context, adapter, row.remote_id)
    if (answer.is !== 'record') continue
    const { wire } = answer
    if (!shown.some(({ id, created_at }) => wire.id === id && wire.created_at === created_at))
      continue
    if (await commitSync(context, (tx) => receive(tx, adapter, row, wire))) context.counts.pulled++
  }
}

/**
 * Receives it under its former local id, so that undoing the deletion cannot create it a second
 * time. Returns false where that is taken, by what was created on the service in its place: then it
 * is received like any other record of its page.
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
  const isTaken =
    (await readFullRow(trx, resource, local)) ?? (await readSyncState(trx, resource, local))
  if (isTaken) return false
  await adapter.upsertRelated(tx, wire)
  const base = JSON.stringify(wire)
  await linkPulledRecords(trx, [
    { resource, local_id: local, remote_id: wire.id, base, seen_at: tx.now },
  ])
  if (wire.uid) await noteUids(trx, resource, [{ local, uid: wire.uid }])
  const state = await readSyncState(trx, resource, local)
  await reviveDeletedRecord(tx, state!, wire, !(await wasDeletedBySync(trx, resource, local)))
  tx.inboxChanged = true
  return true
}
