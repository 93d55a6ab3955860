/**
 * Time entries in the store: the list with every sort key of the specification, search and date
 * filter, and the writes. Both faces answer from here.
 */
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { Slice } from '#shared/resources/page.ts'
import type { TimeListQuery } from '#shared/resources/time.ts'
import { haystack } from '#shared/rules/text.ts'
import type { Db, Trx } from './db.ts'
import {
  countEntries,
  filteredBy,
  listEntries,
  orderedBy,
  pageOfEntries,
  type EntryRows,
  type PageShape,
  type PageValues,
  type UncountedSlice,
  type Yield,
} from './entry-list.ts'
import { orderOf } from './entry-order.ts'
import { orderBy } from './list.ts'
import { preparedRows } from './many-rows.ts'
import { columnsOf, pick, prepared } from './prepared.ts'
import type { TimeEntryTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'
import { selectTimes, toTimeRow, type TimeRow } from './time-row.ts'

export type { TimeRow, TimeRowProject } from './time-row.ts'

/** Values of a new time. `total` and the search key are computed here. */
export type NewTime = Omit<Insertable<TimeEntryTable>, 'total' | 'search' | 'tie'> & {
  /** Absent on the service: the tie is the id. */
  tie?: number
}
export type TimeChange = Omit<
  Updateable<TimeEntryTable>,
  'id' | 'organisation_id' | 'total' | 'search'
>

/** One page of an organisation's times, and how many there are (specification, Times, list). */
export const listTimes = (
  db: Db,
  organisation: number,
  query: TimeListQuery,
  between?: Yield,
): Promise<Slice<TimeRow>> => listEntries(db, timeRows, organisation, query, between)

/** The page alone: the newest hits of a search are found long before all of them are counted. */
export const pageOfTimes = (
  db: Db,
  organisation: number,
  query: TimeListQuery,
): Promise<UncountedSlice<TimeRow>> => pageOfEntries(db, timeRows, organisation, query)

/** How many times a query finds, on all its pages. */
export const countTimes = (
  db: Db,
  organisation: number,
  query: Pick<TimeListQuery, 'query' | 'date'>,
): Promise<number> => countEntries(db, 'time_entry', organisation, query)

const timeRows: EntryRows<TimeRow> = {
  entry: 'time_entry',
  page: async (db, given, shape) => (await timesOfPage(db, given, shape)).map(toTimeRow),
  byIds: async (db, ids) => (await timesByIds(db, { ids })).map(toTimeRow),
}

const timesOfPage = prepared((db, given: PageValues, shape: PageShape) =>
  selectTimes(db)
    .where(filteredBy(db, given, shape))
    .orderBy(orderedBy(shape))
    .limit(given.limit)
    .offset(given.offset),
)

const timesByIds = prepared((db, given: { ids: string }) =>
  selectTimes(db).where(sql<SqlBool>`time_entry.id in (select value from json_each(${given.ids}))`),
)

/** Every time of some civil days, newest first. */
export async function timesBetween(
  db: Db,
  organisation: number,
  from: string,
  to: string,
): Promise<TimeRow[]> {
  const rows = await timesOfDays(db, { organisation, from, to })
  return rows.map(toTimeRow)
}

const timesOfDays = prepared((db, given: { organisation: number; from: string; to: string }) =>
  selectTimes(db)
    .where('time_entry.organisation_id', '=', given.organisation)
    .where('time_entry.date', '>=', given.from)
    .where('time_entry.date', '<=', given.to)
    .orderBy(orderBy(orderOf('time_entry', undefined).columns, false)),
)

/** One time with its short relations, or undefined. */
export async function readTime(
  db: Db,
  organisation: number,
  id: number,
): Promise<TimeRow | undefined> {
  const [row] = await timeById(db, { organisation, id })
  return row && toTimeRow(row)
}

/** Those of these times that the organisation has, in no order. */
export async function readTimes(
  db: Db,
  organisation: number,
  ids: readonly number[],
): Promise<TimeRow[]> {
  if (ids.length === 0) return []
  const rows = await selectTimes(db)
    .where('time_entry.organisation_id', '=', organisation)
    .where('time_entry.id', 'in', [...ids])
    .execute()
  return rows.map(toTimeRow)
}

const timeById = prepared((db, given: { organisation: number; id: number }) =>
  selectTimes(db)
    .where('time_entry.organisation_id', '=', given.organisation)
    .where('time_entry.id', '=', given.id),
)

const rowOf = (time: NewTime): Insertable<TimeEntryTable> => ({
  ...time,
  tie: time.tie ?? unplaced,
  total: time.quantity * time.increment,
  search: haystack(time.notes),
})

/** Writes a new time and answers its id. */
export async function insertTime(trx: Trx, time: NewTime): Promise<number> {
  const row = rowOf(time)
  const [made] = await insertedTime(trx, row, columnsOf(row))
  if (time.tie === undefined) await placeByItsId(trx, 'time_entry', made!.id)
  return made!.id
}

const insertedTime = prepared(
  (db, given: Insertable<TimeEntryTable>, columns: readonly (keyof TimeEntryTable)[]) =>
    db.insertInto('time_entry').values(pick(given, columns)).returning('id'),
)

/** Writes new times that each have a tie of their own; answers their ids by it. */
export async function insertTimes(
  trx: Trx,
  times: readonly (NewTime & { tie: number })[],
): Promise<Map<number, number>> {
  const made = await insertedTimes(trx, times.map(rowOf))
  return new Map(made.map(({ id, tie }) => [tie, id]))
}

const insertedTimes = preparedRows((db, rows: Insertable<TimeEntryTable>[]) =>
  db.insertInto('time_entry').values(rows).returning(['id', 'tie']),
)

/** The id that the next new time will get: what an entry's tie is made of before the service numbers it. */
export async function nextTimeId(trx: Trx): Promise<number> {
  const [last] = await lastTimeId(trx, {})
  return (last?.seq ?? 0) + 1
}

const lastTimeId = prepared(
  () => sql<{ seq: number }>`select seq from sqlite_sequence where name = 'time_entry'`,
)

/** Changes a time; `total` and the search key follow what they are made of. */
export async function updateTime(trx: Trx, id: number, change: TimeChange): Promise<void> {
  const patch = {
    ...change,
    ...(change.notes === undefined ? {} : { search: haystack(change.notes) }),
  }
  await changedTime(trx, { ...patch, id }, columnsOf(patch))
  if (change.quantity !== undefined || change.increment !== undefined) {
    await trx
      .updateTable('time_entry')
      .set({ total: sql`quantity * increment` })
      .where('id', '=', id)
      .execute()
  }
}

const changedTime = prepared(
  (db, given: TimePatch & { id: number }, columns: readonly (keyof TimePatch)[]) =>
    db.updateTable('time_entry').set(pick<TimePatch>(given, columns)).where('id', '=', given.id),
)

type TimePatch = Omit<Updateable<TimeEntryTable>, 'id' | 'organisation_id' | 'total'>

/** Removes a time; what remembers it (history, tombstones) is the caller's. */
export async function deleteTime(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('time_entry').where('id', '=', id).execute()
}
