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
  doing: ChangeTransaction,
  time: NewTime,
  segments: readonly TimerSegment[] = [],
): Promise<number> {
  const now = toTimestamp(doing.at)
  const local = await nextTimeId(doing.trx)
  const dated = { created_at: now, updated_at: now }
  await insertTime(doing.trx, { ...dated, tie: provisionalTie(local), ...time, id: local })
  let after: TimeSnapshot = await mustRead(doing.trx, local)
  for (const segment of segments) await insertSegment(doing.trx, local, segment)
  if (segments.length > 0) after = { ...after, segments: [...segments] }
  await doing.recordRow({ resource: 'time', local, before: null, after })
  await markDirty(doing.trx, 'time', local, doing.change)
  return local
}

/** Changes an entry, with its history and dirty mark. */
export async function writeTimeChange(
  doing: ChangeTransaction,
  before: TimeSnapshotRow,
  set: TimeChange,
): Promise<void> {
  const local = before.id
  await updateTime(doing.trx, local, { ...set, updated_at: toTimestamp(doing.at) })
  const after = await mustRead(doing.trx, local)
  await doing.recordRow({ resource: 'time', local, before, after })
  await markDirty(doing.trx, 'time', local, doing.change)
}

/**
 * Deletes an entry: writes its history, its trash item, and the pending deletion that is sent to
 * the service when the grace period is over. Returns false when there is no such entry.
 */
export async function writeTimeRemoval(doing: ChangeTransaction, local: number): Promise<boolean> {
  const stands = await timeHistoryCodec.read(doing.trx, local)
  if (stands) await removeSnapshot(doing, 'time', stands)
  return stands !== undefined
}
