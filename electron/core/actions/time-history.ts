/** The history codec of time entries: the row, and the exact instants behind it. */
import type { Selectable } from 'kysely'
import { covering } from '#shared/rules/field-groups.ts'
import { requantify } from '#shared/rules/increments.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readRemoteIds, provisionalTie } from '../store/sync/sync-records.ts'
import { readSegmentsOf, writeSegments, type Segment } from '../store/resources/segments.ts'
import type { TimeEntryTable } from '../store/tables/index.ts'
import { deleteTime, insertTime, updateTime, type TimeColumns } from '../store/resources/times.ts'
import { presentColumns, changedColumns, type HistoryCodec } from './history-codec.ts'
import { entryTitle } from './record-titles.ts'

export type TimeSnapshotRow = Selectable<TimeEntryTable>

/** The row, with its segments where it has any. */
export type TimeSnapshot = TimeSnapshotRow & { segments?: Segment[] }

/** Reads the row alone, which is enough for an entry that was typed. */
export async function readTimeSnapshotRow(
  db: Db,
  local: number,
): Promise<TimeSnapshotRow | undefined> {
  const [row] = await rowById(db, { local })
  return row
}

export async function readTimeSnapshot(db: Db, local: number): Promise<TimeSnapshot | undefined> {
  const row = await readTimeSnapshotRow(db, local)
  return row && withSegments(row, await readSegmentsOf(db, local))
}

export const withSegments = (row: TimeSnapshotRow, segments: readonly Segment[]): TimeSnapshot =>
  segments.length > 0 ? { ...row, segments: [...segments] } : row

const rowById = prepared((db, values: { local: number }) =>
  db.selectFrom('time_entry').selectAll().where('id', '=', values.local),
)

const dated = ['user_id', 'created_at', 'updated_at'] as const
type Restored = Exclude<keyof TimeColumns, (typeof dated)[number]>

/**
 * Finer than what sync merges (`timeGroups`): undoing a moved start does not depend on the date. What
 * an entry takes from its project is restored with it.
 */
const groups = covering<Restored, readonly Restored[]>()([
  ['project_id', 'increment', 'rate', 'currency'],
  ['task_id'],
  ['date'],
  ['start'],
  ['quantity'],
  ['notes'],
])
const written = [...groups.flat(), ...dated]

export const timeHistoryCodec: HistoryCodec<TimeSnapshot> = {
  groups: [...groups, ['segments']],

  read: readTimeSnapshot,

  async write(trx, row, current) {
    if (current) {
      const change = changedColumns<TimeSnapshotRow, keyof TimeColumns>(row, current, written)
      if (Object.keys(change).length > 0) await updateTime(trx, row.id, change)
      if (row.segments !== current.segments) await writeSegments(trx, row.id, row.segments ?? [])
      return
    }
    const remote = (await readRemoteIds(trx, 'time', [row.id])).get(row.id)
    await insertTime(trx, {
      ...presentColumns<TimeSnapshotRow, keyof TimeColumns>(row, written),
      id: row.id,
      organisation_id: row.organisation_id,
      date: row.date,
      start: row.start,
      quantity: row.quantity,
      increment: row.increment,
      rate: row.rate,
      tie: remote ?? provisionalTie(row.id),
    })
    if ((await readSegmentsOf(trx, row.id)).length > 0) return
    await writeSegments(trx, row.id, row.segments ?? [])
  },

  // Its segments stay: when the entry is restored, also by the sync, they are found by its id.
  remove: (trx, row) => deleteTime(trx, row.id),

  title: (db, row) =>
    entryTitle(db, { project: row.project_id, task: row.task_id, notes: row.notes }),

  // A quantity counts increments of its project, so it is converted when the increment differs.
  adjustPartialRevert(next, current, { before, after }) {
    const isPutBack =
      current.quantity === after.quantity &&
      (before.quantity !== after.quantity || current.increment === after.increment)
    const counted = isPutBack ? before : current
    const { increment } = next
    return counted.increment === increment
      ? next
      : { ...next, quantity: requantify(counted.quantity * counted.increment, increment) }
  },
}
