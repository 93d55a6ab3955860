/** Maps the rows of a report to groups, and names them. */
import { sql } from 'kysely'
import type { NamedCondition, ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { isReferenceCondition, type EntryFilter } from '#shared/rules/entry-filter.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readCategoryGroups } from '../store/resources/category-groups.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import type { GroupKey } from './report-sums.ts'
import type { TimeColumn } from './time-facts.ts'

/** How entries and expenses are grouped: by a column of theirs, and by what that belongs to. */
export interface Grouping {
  time: GroupingOf<TimeColumn>
  expense: GroupingOf<ExpenseColumn>
}

export interface GroupingOf<Column extends string = string> {
  /** What is summed while facts are read; null: all together. */
  column: Column | null
  /** The keys of the rows that a base counts in. */
  keysOf: (base: GroupKey) => readonly GroupKey[]
}

type ExpenseColumn = 'date' | 'project' | 'charge' | 'person'

/** What a fact is summed under. */
export const baseOf = <Column extends string>(
  fact: Readonly<Record<Column, GroupKey>>,
  { column }: GroupingOf<Column>,
): GroupKey => (column === null ? null : fact[column])

const itself = (base: GroupKey): readonly GroupKey[] => [base]

/** The same for entries and expenses. */
const both = (
  column: TimeColumn & ExpenseColumn,
  keysOf: (base: GroupKey) => readonly GroupKey[] = itself,
): Grouping => ({ time: { column, keysOf }, expense: { column, keysOf } })

const allTogether = { column: null, keysOf: itself }

const inNoRow = { column: null, keysOf: () => [] }

/** There are no rows within a row. */
export const ungrouped: Grouping = { time: inNoRow, expense: inNoRow }

/** True where the keys of rows are days, weeks or months. */
export const isCalendarKind = (
  kind: ReportKind | undefined,
): kind is Extract<ReportKind, 'day' | 'week' | 'month'> =>
  kind === 'day' || kind === 'week' || kind === 'month'

/** @param firstDay with which weeks begin, 1 is Monday */
export async function readGrouping(
  db: Db,
  organisation: number,
  kind: ReportKind,
  firstDay: number,
): Promise<Grouping> {
  switch (kind) {
    case 'day':
      return both('date')
    case 'week': {
      // Dates come in order, mostly, and the calendar is slow.
      let week = { from: '', to: '' }
      const keysOf = (key: GroupKey): readonly GroupKey[] => {
        const date = String(key)
        if (date < week.from || date > week.to) {
          const from = startOfWeek(date, firstDay)
          week = { from, to: addDays(from, 6) }
        }
        return [week.from]
      }
      return both('date', keysOf)
    }
    case 'month':
      return both('date', (date) => [String(date).slice(0, 7)])
    case 'person':
      return both('person')
    case 'project':
      return both('project')
    case 'task':
      return { time: { column: 'task', keysOf: itself }, expense: allTogether }
    case 'client':
      return both('project', await clientOfProject(db, organisation))
    case 'category': {
      const { tasks, charges } = await readCategoryGroups(db, organisation)
      return {
        time: { column: 'task', keysOf: groupByCategories(tasks) },
        expense: { column: 'charge', keysOf: groupByCategories(charges) },
      }
    }
  }
}

/** The client of each project. */
async function clientOfProject(
  db: Db,
  organisation: number,
): Promise<(project: GroupKey) => readonly GroupKey[]> {
  const rows = await clientsOfProjects(db, { organisation })
  const clients = new Map<GroupKey, GroupKey>(rows.map(({ id, client_id }) => [id, client_id]))
  return (project) => [clients.get(project) ?? null]
}

const clientsOfProjects = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('project')
    .select(['id', 'client_id'])
    .where('organisation_id', '=', values.organisation),
)

/** A member of no category belongs to the group without one. */
const groupByCategories =
  (categories: ReadonlyMap<GroupKey, readonly number[]>) =>
  (member: GroupKey): readonly GroupKey[] =>
    categories.get(member) ?? [null]

/** What a row of a report is called. */
export type RowName = Pick<ReportRow, 'key' | 'id' | 'name' | 'code'>

/** Reads what the rows with these keys are called. */
export async function readRowNames(
  db: Db,
  organisation: number,
  by: ReportKind,
  keys: readonly GroupKey[],
): Promise<(key: GroupKey) => RowName> {
  const named = new Map<GroupKey, Omit<RowName, 'key'>>()
  if (!isCalendarKind(by)) {
    const table = by === 'person' ? 'user' : by
    const locals = keys.filter((key) => typeof key === 'number')
    const ids = await readRemoteIds(db, table, locals)
    const values = { organisation, locals: JSON.stringify(locals) }
    for (const { local, name, code } of await namedRecords(db, values, table)) {
      named.set(local, { id: ids.get(local) ?? null, name, code })
    }
  }
  return (key) => ({ key, id: null, name: null, code: null, ...named.get(key) })
}

/** Adds to conditions the names of the records in them. */
export const nameConditions = (
  db: Db,
  organisation: number,
  filter: EntryFilter,
): Promise<NamedCondition[]> =>
  Promise.all(
    filter.map(async (condition) => {
      if (!isReferenceCondition(condition)) return condition
      const named = await readRowNames(db, organisation, condition.kind, condition.of)
      return { ...condition, names: condition.of.map((local) => named(local).name) }
    }),
  )

interface Named {
  local: number
  name: string
  code: string | null
}

const namedRecords = prepared(
  (
    _,
    values: { organisation: number; locals: string },
    table: 'project' | 'task' | 'client' | 'category' | 'user',
  ) => sql<Named>`
    select id as local, name, ${sql.raw(table === 'project' || table === 'client' ? 'code' : 'null')} as code
    from ${sql.table(table)}
    where organisation_id = ${values.organisation}
      and id in (select value from json_each(${values.locals}))`,
)
