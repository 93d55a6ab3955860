/** The writes that the actions on time entries share. */
import { civilAt, toInstant, toTimestamp } from '#shared/rules/calendar.ts'
import { markDirty, provisionalTie } from '../store/sync/sync-records.ts'
import type { Trx } from '../store/database/db.ts'
import { clockMinutes, writeSegments, type Segment } from '../store/resources/segments.ts'
import {
  insertTime,
  nextTimeId,
  updateTime,
  type NewTime,
  type TimeChange,
} from '../store/resources/times.ts'
import type { ChangeTransaction } from './change.ts'
import {
  timeHistoryCodec,
  readTimeSnapshotRow,
  withSegments,
  type TimeSnapshot,
  type TimeSnapshotRow,
} from './time-history.ts'
import { removeSnapshot } from './snapshot-writes.ts'

export {
  readTimeSnapshot,
  readTimeSnapshotRow,
  type TimeSnapshot,
  type TimeSnapshotRow,
} from './time-history.ts'

async function mustRead(trx: Trx, local: number): Promise<TimeSnapshotRow> {
  const row = await readTimeSnapshotRow(trx, local)
  if (!row) throw new Error(`time ${local} is gone inside its own transaction`)
  return row
}

/**
 * Inserts an entry, with its history and dirty mark. Returns its local id.
 * @param worked minutes before rounding, or the exact instants where a timer ran; by default what
 *   the entry counts
 */
export async function writeNewTime(
  tx: ChangeTransaction,
  time: Omit<NewTime, 'created_at' | 'updated_at'>,
  worked?: number | readonly Segment[],
): Promise<number> {
  const now = toTimestamp(tx.at)
  const local = await nextTimeId(tx.trx)
  const dated = { created_at: now, updated_at: now }
  await insertTime(tx.trx, { ...dated, tie: provisionalTie(local), ...time, id: local })
  const row = await mustRead(tx.trx, local)
  const segments = typeof worked === 'object' ? worked : segmentsFor(tx, row, worked)
  if (segments.length > 0) await writeSegments(tx.trx, local, segments)
  const after = withSegments(row, segments)
  await tx.recordRow({ resource: 'time', local, before: null, after })
  await markDirty(tx.trx, 'time', local, tx.change)
  return local
}

/**
 * Changes an entry, with its history and dirty mark.
 * @param worked minutes before rounding; by default as many as before, or what the entry counts
 *   where the change sets that
 */
export async function writeTimeChange(
  tx: ChangeTransaction,
  before: TimeSnapshot,
  set: TimeChange,
  worked?: number,
): Promise<void> {
  const local = before.id
  await updateTime(tx.trx, local, { ...set, updated_at: toTimestamp(tx.at) })
  const row = await mustRead(tx.trx, local)
  let { segments = [] } = before
  if (worked !== undefined || set.quantity !== undefined) {
    const known = segments.length === 0 ? row.total : clockMinutes(segments)
    if (known !== (worked ?? row.total)) {
      segments = segmentsFor(tx, row, worked, segments[0])
      await writeSegments(tx.trx, local, segments)
    }
  }
  await tx.recordRow({ resource: 'time', local, before, after: withSegments(row, segments) })
  await markDirty(tx.trx, 'time', local, tx.change)
}

/**
 * Returns what says how long an entry took: nothing where it counts that.
 * @param measured the first instants that were known of it, whose zone and second are kept
 */
function segmentsFor(
  tx: ChangeTransaction,
  { date, start, total }: TimeSnapshotRow,
  worked = total,
  measured?: Segment,
): Segment[] {
  if (worked === total && !measured) return []
  const zone = measured?.zone ?? tx.zone
  const civil = measured && civilAt(measured.started_at, zone)
  const isThere = civil?.date === date && civil.minute === start
  const started_at = isThere ? measured!.started_at : toInstant(date, start, zone)
  return [{ started_at, stopped_at: started_at + worked * 60_000, zone }]
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
