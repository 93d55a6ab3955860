/**
 * Resolves a filter to conditions on the rows of entries and expenses. What a condition says about
 * projects, tasks, charges and users is decided here, for each of those few records, by the filter's
 * own meaning (`fits`); a query then only looks up whether the id in its row is among them. SQLite
 * only, like what it reads.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  matches,
  type Condition,
  type ConditionKind,
  type EntryFacts,
  type EntryFilter,
} from '#shared/rules/entry-filter.ts'
import { searchTerms } from '#shared/rules/search-text.ts'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryTable } from '../lists/entry-order.ts'
import type { Yield } from '../lists/list-query.ts'
import { isHitIn, isSearchIndexed, toFtsMatch } from '../lists/search-index.ts'
import { matchesTerm, readSearchValues } from '../lists/search.ts'
import { readCategoryGroups } from './category-groups.ts'
import type { DateRange } from './date-chunks.ts'

/** SQL: a condition on the rows `e` of these days. */
export type RowCondition = (days: DateRange) => RawBuilder<SqlBool>

/** Reads no row at all, because SQLite checks first what depends on none. */
const nothing: readonly RowCondition[] = [() => sql`${0}`]

/** Which record of a row decides a kind of condition; the others look at the row itself. */
const decidedBy: Record<EntryTable, Partial<Record<ConditionKind, Named>>> = {
  time_entry: {
    client: 'project',
    project: 'project',
    status: 'project',
    billable: 'project',
    task: 'task',
    category: 'task',
    person: 'user',
  },
  expense: {
    client: 'project',
    project: 'project',
    status: 'project',
    category: 'charge',
    person: 'user',
  },
}

type Named = 'project' | 'task' | 'charge' | 'user'

/** @param between runs between the parts of a search in rows that are not indexed yet */
export async function resolveFilter(
  db: Db,
  organisation: number,
  entry: EntryTable,
  filter: EntryFilter,
  between?: Yield,
): Promise<readonly RowCondition[]> {
  // Expenses have no task, so neither a condition nor its opposite fits.
  if (entry === 'expense' && filter.some(({ kind }) => kind === 'task')) return nothing
  const resolved: RowCondition[] = []
  const byRecord = Map.groupBy(filter, ({ kind }) => decidedBy[entry][kind])
  for (const [named, conditions] of byRecord) {
    if (named === undefined) continue
    const ids = await idsThatFit(db, organisation, entry, named, conditions)
    if (ids.length === 0) return nothing
    const column = sql.ref(`e.${named}_id`)
    const list = JSON.stringify(ids)
    resolved.push(() => sql`coalesce(${column}, 0) in (select value from json_each(${list}))`)
  }
  for (const condition of byRecord.get(undefined) ?? []) {
    resolved.push(await rowCondition(db, organisation, entry, condition, between))
  }
  return resolved
}

/** Nothing is known of an entry but the record that decides. */
const unknown = (entry: EntryTable): EntryFacts => ({
  isTime: entry === 'time_entry',
  project: null,
  task: null,
  categories: [],
  person: null,
  chargeable: false,
  notes: null,
  haystack: '',
})

/** The ids of records that fit; 0 stands for none. */
async function idsThatFit(
  db: Db,
  organisation: number,
  entry: EntryTable,
  named: Named,
  conditions: EntryFilter,
): Promise<number[]> {
  const ofNone = unknown(entry)
  const known = await factsOf(db, organisation, named)
  return [{ id: 0, facts: {} }, ...known]
    .filter(({ facts }) => matches(conditions, { ...ofNone, ...facts }))
    .map(({ id }) => id)
}

async function factsOf(
  db: Db,
  organisation: number,
  named: Named,
): Promise<{ id: number; facts: Partial<EntryFacts> }[]> {
  switch (named) {
    case 'project': {
      const rows = await projects(db, { organisation })
      return rows.map((project) => ({ id: project.id, facts: { project } }))
    }
    case 'task': {
      const { tasks } = await readCategoryGroups(db, organisation)
      const rows = await idsOf(db, { organisation }, named)
      return rows.map(({ id }) => ({ id, facts: { task: id, categories: tasks.get(id) ?? [] } }))
    }
    case 'charge': {
      const { charges } = await readCategoryGroups(db, organisation)
      const rows = await idsOf(db, { organisation }, named)
      return rows.map(({ id }) => ({ id, facts: { categories: charges.get(id) ?? [] } }))
    }
    case 'user': {
      const rows = await idsOf(db, { organisation }, named)
      return rows.map(({ id }) => ({ id, facts: { person: id } }))
    }
  }
}

const projects = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('project')
    .select(['id', 'client_id as client', 'status', 'type'])
    .where('organisation_id', '=', values.organisation),
)

const idsOf = prepared((db, values: { organisation: number }, named: Exclude<Named, 'project'>) =>
  db.selectFrom(named).select('id').where('organisation_id', '=', values.organisation),
)

async function rowCondition(
  db: Db,
  organisation: number,
  entry: EntryTable,
  condition: Condition,
  between: Yield | undefined,
): Promise<RowCondition> {
  switch (condition.kind) {
    case 'billable':
      return () => sql`e.chargeable = ${sql.lit(Number(condition.is))}`
    case 'notes':
      return ({ from, to }) =>
        entry === 'expense'
          ? sql`(e.notes is null) = ${sql.lit(Number(!condition.is))}`
          : sql`${unless(condition.is)} e.id in (
              select id from time_entry indexed by time_entry_without_notes
              where organisation_id = ${organisation} and date between ${from} and ${to}
                and notes is null)`
    case 'words': {
      const terms = searchTerms(condition.text)
      const not = unless(condition.not === true)
      const isHit = await hits(db, organisation, entry, terms, between)
      return (days) => sql`${not} ${isHit(days)}`
    }
    default:
      throw new Error(`“${condition.kind}” is decided by a record`)
  }
}

const unless = (isOpposite: boolean): RawBuilder<unknown> => (isOpposite ? sql`not` : sql``)

/** Finds words in the search index, or in the rows until that is built. */
async function hits(
  db: Db,
  organisation: number,
  entry: EntryTable,
  terms: readonly string[],
  between: Yield | undefined,
): Promise<RowCondition> {
  if (await isSearchIndexed(db, entry)) {
    const match = await toFtsMatch(db, organisation, entry, terms)
    return (days) => isHitIn(entry, match, days)
  }
  const values = await readSearchValues(db, organisation, entry, terms, between)
  const all = sql.join(
    terms.map((_, nth) => matchesTerm(db, entry, values, nth)),
    sql` and `,
  )
  const table = sql.table(entry)
  return ({ from, to }) => sql`e.id in (
    select ${table}.id from ${table}
    where ${table}.organisation_id = ${organisation} and ${table}.date between ${from} and ${to}
      and ${all})`
}
