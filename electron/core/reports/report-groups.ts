/** Maps the rows of a report to groups, and names them. */
import { sql } from 'kysely'
import type { NamedCondition, ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import { startOfWeek } from '#shared/rules/calendar.ts'
import { isReferenceCondition, type EntryFilter } from '#shared/rules/entry-filter.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readCategoryGroups } from '../store/resources/category-groups.ts'
import { readRemoteIds } from '../store/sync/sync-records.ts'
import type { ExpenseFact, TimeFact } from './entry-facts.ts'
import type { GroupKey } from './report-sums.ts'

/** How entries and expenses are grouped: by a part of theirs, and by what that belongs to. */
export interface Grouping {
  time: GroupingOf<TimeFact>
  expense: GroupingOf<ExpenseFact>
}

export interface GroupingOf<Fact> {
  /** What is summed while facts are read. */
  baseOf: (fact: Fact) => GroupKey
  /** The keys of the rows that a base counts in. */
  keysOf: (base: GroupKey) => readonly GroupKey[]
}

const itself = (base: GroupKey): readonly GroupKey[] => [base]
const byDate = { baseOf: ({ date }: { date: string }) => date, keysOf: itself }
const byPerson = { baseOf: ({ person }: { person: GroupKey }) => person, keysOf: itself }
const byProject = { baseOf: ({ project }: { project: GroupKey }) => project, keysOf: itself }

/** All in one group. */
export const ungrouped: Grouping = {
  time: { baseOf: () => null, keysOf: itself },
  expense: { baseOf: () => null, keysOf: itself },
}

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
      return { time: byDate, expense: byDate }
    case 'week': {
      const weeks = new Map<GroupKey, readonly GroupKey[]>()
      const keysOf = (date: GroupKey): readonly GroupKey[] => {
        let week = weeks.get(date)
        if (!week) weeks.set(date, (week = [startOfWeek(String(date), firstDay)]))
        return week
      }
      const byWeek = { ...byDate, keysOf }
      return { time: byWeek, expense: byWeek }
    }
    case 'month': {
      const byMonth = { ...byDate, keysOf: (date: GroupKey) => [String(date).slice(0, 7)] }
      return { time: byMonth, expense: byMonth }
    }
    case 'person':
      return { time: byPerson, expense: byPerson }
    case 'project':
      return { time: byProject, expense: byProject }
    case 'task':
      return { time: { baseOf: ({ task }) => task, keysOf: itself }, expense: ungrouped.expense }
    case 'client': {
      const byClient = { ...byProject, keysOf: await clientOfProject(db, organisation) }
      return { time: byClient, expense: byClient }
    }
    case 'category': {
      const { tasks, charges } = await readCategoryGroups(db, organisation)
      return {
        time: { baseOf: ({ task }) => task, keysOf: groupByCategories(tasks) },
        expense: { baseOf: ({ charge }) => charge, keysOf: groupByCategories(charges) },
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
