/** The writes that the actions on time entries share. */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { markDirty, provisionalTie } from '../store/sync-records.ts'
import type { Trx } from '../store/db.ts'
import {
  insertTime,
  nextTimeId,
  updateTime,
  type NewTime,
  type TimeChange,
} from '../store/times.ts'
import type { ChangeTransaction } from './change.ts'
import {
  insertSegment,
  timeHistoryCodec,
  readTimeSnapshotRow,
  type TimeSnapshot,
  type TimerSegment,
  type TimeSnapshotRow,
} from './time-history.ts'
import { removeSnapshot } from './snapshot-writes.ts'

export { readTimeSnapshotRow, type TimeSnapshotRow } from './time-history.ts'

async function mustRead(trx: Trx, local: number): Promise<TimeSnapshotRow> {
  const row = await readTimeSnapshotRow(trx, local)
  if (!row) throw new Error(`time ${local} is gone inside its own transaction`)
  return row
}

/**
 * Inserts an entry, with its history and dirty mark. Returns its local id.
 * @param segments the exact instants behind it, where a timer ran
 */
export async function writeNewTime(
  tx: ChangeTransaction,
  time: NewTime,
  segments: readonly TimerSegment[] = [],
): Promise<number> {
  const now = toTimestamp(tx.at)
  const local = await nextTimeId(tx.trx)
  const dated = { created_at: now, updated_at: now }
  await insertTime(tx.trx, { ...dated, tie: provisionalTie(local), ...time, id: local })
  let after: TimeSnapshot = await mustRead(tx.trx, local)
  for (const segment of segments) await insertSegment(tx.trx, local, segment)
  if (segments.length > 0) after = { ...after, segments: [...segments] }
  await tx.recordRow({ resource: 'time', local, before: null, after })
  await markDirty(tx.trx, 'time', local, tx.change)
  return local
}

/** Changes an entry, with its history and dirty mark. */
export async function writeTimeChange(
  tx: ChangeTransaction,
  before: TimeSnapshotRow,
  set: TimeChange,
): Promise<void> {
  const local = before.id
  await updateTime(tx.trx, local, { ...set, updated_at: toTimestamp(tx.at) })
  const after = await mustRead(tx.trx, local)
  await tx.recordRow({ resource: 'time', local, before, after })
  await markDirty(tx.trx, 'time', local, tx.change)
}

/**
 * Deletes an entry: writes its history, its trash item, and the pending deletion that is sent to
 * the service when the grace period is over. Returns false when there is no such entry.
 */
export async function writeTimeRemoval(tx: ChangeTransaction, local: number): Promise<boolean> {
  const current = await timeHistoryCodec.read(tx.trx, local)
  if (current) await removeSnapshot(tx, 'time', current)
  return current !== undefined
}
