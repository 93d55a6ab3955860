/** Time rows as history keeps them, and the writes that every action on times is made of. */
import type { Selectable } from 'kysely'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { markTimeChanged, markTimeDeleted, unsentTie } from '../store/sync-records.ts'
import { prepared } from '../store/prepared.ts'
import type { Db, Trx } from '../store/db.ts'
import type { TimeEntryTable } from '../store/tables.ts'
import {
  deleteTime,
  insertTime,
  nextTimeId,
  updateTime,
  type NewTime,
  type TimeChange,
} from '../store/times.ts'
import type { Doing } from './change.ts'

export type TimeRowFull = Selectable<TimeEntryTable>

export const readTimeRow = async (db: Db, local: number): Promise<TimeRowFull | undefined> =>
  (await wholeRow(db, { local }))[0]

const wholeRow = prepared((db, given: { local: number }) =>
  db.selectFrom('time_entry').selectAll().where('id', '=', given.local),
)

async function mustRead(trx: Trx, local: number): Promise<TimeRowFull> {
  const row = await readTimeRow(trx, local)
  if (!row) throw new Error(`time ${local} is gone inside its own transaction`)
  return row
}

/** Makes an entry, with its history and its unsent mark. Answers its local id. */
export async function addTime(doing: Doing, time: NewTime, now: number): Promise<number> {
  const dated = { created_at: toTimestamp(now), updated_at: toTimestamp(now) }
  const local = await nextTimeId(doing.trx)
  await insertTime(doing.trx, { ...dated, tie: unsentTie(local), ...time, id: local })
  await doing.record({
    resource: 'time',
    local,
    before: null,
    after: await mustRead(doing.trx, local),
  })
  await markTimeChanged(doing.trx, local, doing.change)
  return local
}

/** Changes an entry, with its history and its unsent mark. */
export async function changeTime(
  doing: Doing,
  before: TimeRowFull,
  set: TimeChange,
  now: number,
): Promise<void> {
  await updateTime(doing.trx, before.id, { ...set, updated_at: toTimestamp(now) })
  await doing.record({
    resource: 'time',
    local: before.id,
    before,
    after: await mustRead(doing.trx, before.id),
  })
  await markTimeChanged(doing.trx, before.id, doing.change)
}

/** Deletes an entry, with its history and the tombstone that the service is still to hear of. */
export async function removeTime(doing: Doing, before: TimeRowFull): Promise<void> {
  await deleteTime(doing.trx, before.id)
  await doing.record({ resource: 'time', local: before.id, before, after: null })
  await markTimeDeleted(doing.trx, before.id, doing.change)
}
