/**
 * Time entries in the store: the list with every sort key of the specification, search and date
 * filter, and the writes. Both faces answer from here.
 */
import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Slice } from '#shared/resources/page.ts'
import type { TimeListQuery, TimeSortKey } from '#shared/resources/time.ts'
import { haystack } from '#shared/rules/text.ts'
import { orderBy, paging } from './list.ts'
import type { Db, Trx } from './db.ts'
import { columnsOf, pick, prepared } from './prepared.ts'
import { matchesTerm, readSearch, type Searched, type SearchValues } from './search.ts'
import type { TimeEntryTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'

/** A time with the short project, task and user that an index shows; ids are this store's. */
export interface TimeRow {
  id: number
  date: string
  start: number
  total: number
  quantity: number
  increment: number
  rate: number
  notes: string | null
  currency: string | null
  created_at: string | null
  updated_at: string | null
  /** Null on a draft. */
  project: TimeRowProject | null
  task: { id: number; name: string; deleted: boolean } | null
  user: { id: number; name: string } | null
}

export interface TimeRowProject {
  id: number
  name: string
  code: string
  status: string
  type: string
  deleted: boolean
  client: { id: number; name: string; code: string; deleted: boolean } | null
}

/** Values of a new time. `total` and the search key are computed here. */
export type NewTime = Omit<Insertable<TimeEntryTable>, 'total' | 'search' | 'tie'> & {
  /** Absent on the service: the tie is the id. */
  tie?: number
}
export type TimeChange = Omit<
  Updateable<TimeEntryTable>,
  'id' | 'organisation_id' | 'total' | 'search'
>

/** Ties by id; by a related record's name: its id, then date, start, id (DECISIONS.md, Order). */
const sortColumns: Record<TimeSortKey, readonly string[]> = {
  date: ['time_entry.date', 'time_entry.tie'],
  start: ['time_entry.start', 'time_entry.tie'],
  'task.name': related('task', 'name_fold'),
  'project.name': related('project', 'name_fold'),
  'project.code': related('project', 'code_fold'),
  'user.name': related('user', 'name_fold'),
}
const defaultOrder = ['time_entry.date', 'time_entry.start', 'time_entry.tie']

function related(table: string, column: string): readonly string[] {
  return [
    `${table}.${column}`,
    `${table}.tie`,
    'time_entry.date',
    'time_entry.start',
    'time_entry.tie',
  ]
}

/** One page of an organisation's times (specification, Times, list). */
export async function listTimes(
  db: Db,
  organisation: number,
  query: TimeListQuery,
): Promise<Slice<TimeRow>> {
  const { page, limit, offset } = paging(query)
  const { sortKey, sortAsc, date } = query
  const { terms, values } = await readSearch(db, organisation, searched, query.query)
  const filter = { date: date !== undefined, terms }
  const given = { ...values, organisation, date }
  const [counted] = await countOfList(db, given, filter)
  const rows = await pageOfList(db, { ...given, limit, offset }, { ...filter, sortKey, sortAsc })
  return { data: rows.map(toTimeRow), page, limit, total: Number(counted!.total) }
}

const searched: Searched = {
  entry: 'time_entry',
  names: { project_id: 'project', task_id: 'task', user_id: 'user' },
}

interface FilterValues extends SearchValues {
  organisation: number
  date: string | undefined
}

interface FilterShape {
  date: boolean
  terms: number
}

const countOfList = prepared((db, given: FilterValues, shape: FilterShape) =>
  db
    .selectFrom('time_entry')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(filteredBy(db, given, shape)),
)

const pageOfList = prepared(
  (
    db,
    given: FilterValues & { limit: number; offset: number },
    shape: FilterShape & Pick<TimeListQuery, 'sortKey' | 'sortAsc'>,
  ) =>
    selectTimes(db)
      .where(filteredBy(db, given, shape))
      .orderBy(
        shape.sortKey
          ? orderBy(sortColumns[shape.sortKey], shape.sortAsc ?? true)
          : orderBy(defaultOrder, shape.sortAsc ?? false),
      )
      .limit(given.limit)
      .offset(given.offset),
)

function filteredBy(db: Db, given: FilterValues, shape: FilterShape): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`time_entry.organisation_id = ${given.organisation}`]
  if (shape.date) conditions.push(sql<SqlBool>`time_entry.date = ${given.date}`)
  for (let term = 0; term < shape.terms; term++) {
    conditions.push(matchesTerm(db, searched, given, term))
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

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
    .orderBy(orderBy(defaultOrder, false)),
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

/** Writes a new time and answers its id. */
export async function insertTime(trx: Trx, time: NewTime): Promise<number> {
  const row = {
    ...time,
    tie: time.tie ?? unplaced,
    total: time.quantity * time.increment,
    search: haystack(time.notes),
  }
  const [made] = await insertedTime(trx, row, columnsOf(row))
  if (time.tie === undefined) await placeByItsId(trx, 'time_entry', made!.id)
  return made!.id
}

const insertedTime = prepared(
  (db, given: Insertable<TimeEntryTable>, columns: readonly (keyof TimeEntryTable)[]) =>
    db.insertInto('time_entry').values(pick(given, columns)).returning('id'),
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
  await trx
    .updateTable('time_entry')
    .set({
      ...change,
      ...(change.notes === undefined ? {} : { search: haystack(change.notes) }),
    })
    .where('id', '=', id)
    .execute()
  if (change.quantity !== undefined || change.increment !== undefined) {
    await trx
      .updateTable('time_entry')
      .set({ total: sql`quantity * increment` })
      .where('id', '=', id)
      .execute()
  }
}

/** Removes a time; what remembers it (history, tombstones) is the caller's. */
export async function deleteTime(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('time_entry').where('id', '=', id).execute()
}

const selectTimes = (db: Db) =>
  db
    .selectFrom('time_entry')
    .leftJoin('project', 'project.id', 'time_entry.project_id')
    .leftJoin('client', 'client.id', 'project.client_id')
    .leftJoin('task', 'task.id', 'time_entry.task_id')
    .leftJoin('user', 'user.id', 'time_entry.user_id')
    .select([
      'time_entry.id',
      'time_entry.date',
      'time_entry.start',
      'time_entry.total',
      'time_entry.quantity',
      'time_entry.increment',
      'time_entry.rate',
      'time_entry.notes',
      'time_entry.currency',
      'time_entry.created_at',
      'time_entry.updated_at',
      'project.id as project_id',
      'project.name as project_name',
      'project.code as project_code',
      'project.status as project_status',
      'project.type as project_type',
      'project.deleted as project_deleted',
      'client.id as client_id',
      'client.name as client_name',
      'client.code as client_code',
      'client.deleted as client_deleted',
      'task.id as task_id',
      'task.name as task_name',
      'task.deleted as task_deleted',
      'user.id as user_id',
      'user.name as user_name',
    ])

type SelectedTime = Awaited<ReturnType<ReturnType<typeof selectTimes>['execute']>>[number]

/** The only place where a joined row becomes a nested one: the joined columns are never null together with a present id. */
function toTimeRow(row: SelectedTime): TimeRow {
  return {
    id: row.id,
    date: row.date,
    start: row.start,
    total: row.total,
    quantity: row.quantity,
    increment: row.increment,
    rate: row.rate,
    notes: row.notes,
    currency: row.currency,
    created_at: row.created_at,
    updated_at: row.updated_at,
    project:
      row.project_id === null
        ? null
        : {
            id: row.project_id,
            name: row.project_name!,
            code: row.project_code!,
            status: row.project_status!,
            type: row.project_type!,
            deleted: row.project_deleted === 1,
            client:
              row.client_id === null
                ? null
                : {
                    id: row.client_id,
                    name: row.client_name!,
                    code: row.client_code!,
                    deleted: row.client_deleted === 1,
                  },
          },
    task:
      row.task_id === null
        ? null
        : { id: row.task_id, name: row.task_name!, deleted: row.task_deleted === 1 },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name! },
  }
}
