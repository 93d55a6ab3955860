/**
 * Queries for times: the list with every sort key of the specification, search and date filter,
 * single record, writes. Used by both the app and the service.
 */
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { PageSlice } from '#shared/resources/page.ts'
import type { TimeListQuery } from '#shared/resources/time.ts'
import { toHaystack } from '#shared/rules/search-text.ts'
import type { Db, Trx } from '../database/db.ts'
import {
  countEntries,
  filterCondition,
  listEntries,
  orderClause,
  readEntryPage,
  type EntryListSource,
  type PageShape,
  type PageValues,
  type UncountedSlice,
} from '../lists/entry-list.ts'
import { entryOrderFor } from '../lists/entry-order.ts'
import { orderByColumns, type Yield } from '../lists/list-query.ts'
import { preparedBatch } from '../database/batch-insert.ts'
import { definedColumns, pickColumns, prepared } from '../database/prepared-query.ts'
import type { TimeEntryTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'
import { selectTimes, toTimeRow, type TimeRow } from './time-row.ts'

export type { TimeRow, TimeRowProject } from './time-row.ts'

/** Columns computed here: the total and the search key. */
type Computed = 'total' | 'search'

/** The columns of a time that writing it sets. */
export type TimeColumns = Omit<
  Selectable<TimeEntryTable>,
  'id' | 'organisation_id' | 'tie' | Computed
>

/** Values of a new time; without an id, the database assigns one. */
export type NewTime = TimeColumns & {
  id?: number
  organisation_id: number
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
/** The same; columns that are left out are null. */
type InsertedTime = Pick<NewTime, 'tie'> & Omit<Insertable<TimeEntryTable>, 'tie' | Computed>
export type TimeChange = Omit<Updateable<TimeEntryTable>, 'id' | 'organisation_id' | Computed>

/** Lists one page of an organisation's times, with their total (specification, Times, list). */
export const listTimes = (
  db: Db,
  organisation: number,
  query: TimeListQuery,
  between?: Yield,
): Promise<PageSlice<TimeRow>> => listEntries(db, timeRows, organisation, query, between)

/**
 * Reads a page without the total: the newest hits of a search are found long before all hits are
 * counted.
 */
export const readTimePage = (
  db: Db,
  organisation: number,
  query: TimeListQuery,
  between?: Yield,
): Promise<UncountedSlice<TimeRow>> => readEntryPage(db, timeRows, organisation, query, between)

/** Counts the times that match a query, on all pages. */
export const countTimes = (
  db: Db,
  organisation: number,
  query: Pick<TimeListQuery, 'query' | 'date'>,
  between?: Yield,
): Promise<number> => countEntries(db, 'time_entry', organisation, query, between)

const timeRows: EntryListSource<TimeRow> = {
  entry: 'time_entry',
  page: async (db, values, shape) => (await timesOfPage(db, values, shape)).map(toTimeRow),
  byIds: async (db, ids) => (await timesByIds(db, { ids })).map(toTimeRow),
}

const timesOfPage = prepared((db, values: PageValues, shape: PageShape) =>
  selectTimes(db)
    .where(filterCondition(db, values, shape))
    .orderBy(orderClause(shape))
    .limit(values.limit)
    .offset(values.offset),
)

/** Reads the times with these ids, in no particular order. SQLite only. */
export const readTimesByIds = async (db: Db, ids: readonly number[]): Promise<TimeRow[]> =>
  (await timesByIds(db, { ids: JSON.stringify(ids) })).map(toTimeRow)

const timesByIds = prepared((db, values: { ids: string }) =>
  selectTimes(db).where(
    sql<SqlBool>`time_entry.id in (select value from json_each(${values.ids}))`,
  ),
)

/** Lists all times of a range of civil days, newest first. */
export async function readTimesBetween(
  db: Db,
  organisation: number,
  from: string,
  to: string,
): Promise<TimeRow[]> {
  const rows = await timesOfDays(db, { organisation, from, to })
  return rows.map(toTimeRow)
}

const timesOfDays = prepared((db, values: { organisation: number; from: string; to: string }) =>
  selectTimes(db)
    .where('time_entry.organisation_id', '=', values.organisation)
    .where('time_entry.date', '>=', values.from)
    .where('time_entry.date', '<=', values.to)
    .orderBy(orderByColumns(entryOrderFor('time_entry', undefined).columns, false)),
)

/** Reads one time with its short relations, or undefined. */
export async function readTime(
  db: Db,
  organisation: number,
  id: number,
): Promise<TimeRow | undefined> {
  const [row] = await timeById(db, { organisation, id })
  return row && toTimeRow(row)
}

/** Reads those of these times that the organisation has, in no particular order. */
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

const timeById = prepared((db, values: { organisation: number; id: number }) =>
  selectTimes(db)
    .where('time_entry.organisation_id', '=', values.organisation)
    .where('time_entry.id', '=', values.id),
)

const rowOf = (time: InsertedTime): Insertable<TimeEntryTable> => ({
  ...time,
  tie: time.tie ?? unassignedTie,
  total: time.quantity * time.increment,
  search: toHaystack(time.notes),
})

/** Inserts a time and returns its id. */
export async function insertTime(trx: Trx, time: InsertedTime): Promise<number> {
  const row = rowOf(time)
  const [made] = await insertedTime(trx, row, definedColumns(row))
  if (time.tie === undefined) await setTieToId(trx, 'time_entry', made!.id)
  return made!.id
}

const insertedTime = prepared(
  (db, values: Insertable<TimeEntryTable>, columns: readonly (keyof TimeEntryTable)[]) =>
    db.insertInto('time_entry').values(pickColumns(values, columns)).returning('id'),
)

/** Inserts times that each have a unique tie; returns their ids by tie. */
export async function insertTimes(
  trx: Trx,
  times: readonly (InsertedTime & { tie: number })[],
): Promise<Map<number, number>> {
  const made = await insertedTimes(trx, times.map(rowOf))
  return new Map(made.map(({ id, tie }) => [tie, id]))
}

const insertedTimes = preparedBatch((db, rows: Insertable<TimeEntryTable>[]) =>
  db.insertInto('time_entry').values(rows).returning(['id', 'tie']),
)

/**
 * The id that the next new time will get. An entry's tie is derived from it until it has a remote
 * id.
 */
export async function nextTimeId(trx: Trx): Promise<number> {
  const [last] = await lastTimeId(trx, {})
  return (last?.seq ?? 0) + 1
}

const lastTimeId = prepared(
  () => sql<{ seq: number }>`select seq from sqlite_sequence where name = 'time_entry'`,
)

/** Updates a time, including `total` and the search key. */
export async function updateTime(trx: Trx, id: number, change: TimeChange): Promise<void> {
  const patch = {
    ...change,
    ...(change.notes === undefined ? {} : { search: toHaystack(change.notes) }),
  }
  await changedTime(trx, { ...patch, id }, definedColumns(patch))
  if (change.quantity !== undefined || change.increment !== undefined) {
    await trx
      .updateTable('time_entry')
      .set({ total: sql`quantity * increment` })
      .where('id', '=', id)
      .execute()
  }
}

const changedTime = prepared(
  (db, values: TimePatch & { id: number }, columns: readonly (keyof TimePatch)[]) =>
    db
      .updateTable('time_entry')
      .set(pickColumns<TimePatch>(values, columns))
      .where('id', '=', values.id),
)

type TimePatch = Omit<Updateable<TimeEntryTable>, 'id' | 'organisation_id' | 'total'>

/** Deletes a time. Writing history, trash and tombstones is up to the caller. */
export async function deleteTime(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('time_entry').where('id', '=', id).execute()
}
