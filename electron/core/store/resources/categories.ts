/**
 * Queries for categories, which group tasks and charges: list, single record, writes. Archived
 * categories are only found on request.
 */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { CategoryListQuery, CategorySortKey } from '#shared/resources/category.ts'
import type { PageSlice } from '#shared/resources/page.ts'
import { fold, toHaystack } from '#shared/rules/search-text.ts'
import type { Db, Trx } from '../database/db.ts'
import { likePatternCondition } from '../lists/list-query.ts'
import { listReferences, type ReferenceListSource } from './reference-list.ts'
import type { CategoryTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A category without its members, with the ids of this store. */
export interface CategoryRow {
  id: number
  name: string
  created_at: string | null
  updated_at: string | null
  /** Null while it is active. */
  deleted_at: string | null
}

/** A list row: with the number of members. */
export interface CategoryListRow extends CategoryRow {
  tasks_count: number
  charges_count: number
}

/** A single category, with the ids of its members. */
export interface CategoryWithMembers extends CategoryRow {
  tasks: number[]
  charges: number[]
}

export interface NewCategory {
  /** Absent: the database assigns it. */
  id?: number
  organisation_id: number
  name: string
  /** Ids of this store, without duplicates. */
  tasks: readonly number[]
  charges: readonly number[]
  deleted_at?: string | null
  created_at: string | null
  updated_at: string | null
  /** Absent on the service, where the tie is the id. */
  tie?: number
}

/** A list that is present replaces the existing one. */
export interface CategoryChange {
  name?: string | undefined
  tasks?: readonly number[] | undefined
  charges?: readonly number[] | undefined
  deleted_at?: string | null | undefined
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
  tie?: number
}

export interface CategoryQuery extends CategoryListQuery {
  /** Lists archived categories instead of active ones. */
  archived?: boolean | undefined
}

/** One page of an organisation's active (or archived) categories, by name. */
export const listCategories = (
  db: Db,
  organisation: number,
  query: CategoryQuery,
): Promise<PageSlice<CategoryListRow>> =>
  listReferences(db, categoryList, organisation, query, [
    query.archived
      ? sql<SqlBool>`category.deleted_at is not null`
      : sql<SqlBool>`category.deleted_at is null`,
  ])

const selectCategories = (db: Db) =>
  db
    .selectFrom('category')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('category_task as t')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('t.category_id', '=', 'category.id')
        .as('tasks_count'),
      eb
        .selectFrom('category_charge as c')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('c.category_id', '=', 'category.id')
        .as('charges_count'),
    ])

type SelectedCategory = Awaited<ReturnType<ReturnType<typeof selectCategories>['execute']>>[number]

const categoryList: ReferenceListSource<SelectedCategory, CategoryListRow, CategorySortKey> = {
  table: 'category',
  select: (db) => selectCategories(db),
  toRow: (row) => ({
    ...toCategoryRow(row),
    tasks_count: Number(row.tasks_count),
    charges_count: Number(row.charges_count),
  }),
  orders: { name: 'name_fold' },
  finds: (organisation, pattern) => matchesTerm(organisation, pattern),
}

/** Matches one term against the name and the names of the members (docs/API.md, Search). */
const matchesTerm = (organisation: number, pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${likePatternCondition('category.search', pattern)}
  or category.id in (
    select category_id from category_task where task_id in (
      select id from task where organisation_id = ${organisation} and ${likePatternCondition('search', pattern)}
    )
  )
  or category.id in (
    select category_id from category_charge where charge_id in (
      select id from charge where organisation_id = ${organisation} and ${likePatternCondition('search', pattern)}
    )
  )
)`

/** Reads one category with its members, archived or not; undefined when there is none. */
export async function readCategory(
  db: Db,
  organisation: number,
  id: number,
): Promise<CategoryWithMembers | undefined> {
  const row = await db
    .selectFrom('category')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const tasks = await db
    .selectFrom('category_task')
    .select('task_id')
    .where('category_id', '=', id)
    .orderBy('task_id')
    .execute()
  const charges = await db
    .selectFrom('category_charge')
    .select('charge_id')
    .where('category_id', '=', id)
    .orderBy('charge_id')
    .execute()
  return {
    ...toCategoryRow(row),
    tasks: tasks.map((link) => link.task_id),
    charges: charges.map((link) => link.charge_id),
  }
}

/**
 * Lists the ids of the projects on which a category's tasks or charges have been used, in order.
 */
export async function projectsOfCategory(
  db: Db,
  organisation: number,
  category: number,
): Promise<number[]> {
  // One index lookup for each pair of a project and a task or charge, instead of a scan of all
  // entries. `cross join` makes SQLite keep that order.
  const { rows } = await sql<{ id: number }>`
    select project.id from project
    where project.organisation_id = ${organisation} and (
      exists (
        select 1 from category_task cross join time_entry
        where category_task.category_id = ${category}
          and time_entry.organisation_id = ${organisation}
          and time_entry.task_id = category_task.task_id
          and time_entry.project_id = project.id
      )
      or exists (
        select 1 from category_charge cross join expense
        where category_charge.category_id = ${category}
          and expense.organisation_id = ${organisation}
          and expense.charge_id = category_charge.charge_id
          and expense.project_id = project.id
      )
    )
    order by project.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Below the maximum number of parameters of a statement, with a margin. */
const lookedUpAtOnce = 500

/** Which of these tasks or charges the organisation has; the value says whether one is deleted. */
export async function readMemberStates(
  db: Db,
  organisation: number,
  table: 'task' | 'charge',
  ids: readonly number[],
): Promise<Map<number, { deleted: boolean }>> {
  const found = new Map<number, { deleted: boolean }>()
  for (let from = 0; from < ids.length; from += lookedUpAtOnce) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'deleted'])
      .where('organisation_id', '=', organisation)
      .where('id', 'in', ids.slice(from, from + lookedUpAtOnce))
      .execute()
    for (const row of rows) found.set(row.id, { deleted: row.deleted === 1 })
  }
  return found
}

/** Finds the active category with this name, compared by the folded key. */
export async function findCategoryByName(
  db: Db,
  organisation: number,
  name: string,
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('category')
    .select('id')
    .where('organisation_id', '=', organisation)
    .where('name_fold', '=', fold(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Inserts a category with its members and returns its id. On the service the database throws when
 * an active category has the name already: see `isCategoryNameTaken`.
 */
export async function insertCategory(trx: Trx, category: NewCategory): Promise<number> {
  const { tasks, charges, ...plain } = category
  const { id } = await trx
    .insertInto('category')
    .values({ ...plain, tie: category.tie ?? unassignedTie, ...keysOf(category.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (category.tie === undefined) await setTieToId(trx, 'category', id)
  await putMembers(trx, category.organisation_id, id, { tasks, charges })
  return id
}

/** Updates a category; throws like `insertCategory`. */
export async function updateCategory(
  trx: Trx,
  organisation: number,
  id: number,
  change: CategoryChange,
): Promise<void> {
  const { tasks, charges, ...plain } = change
  const columns = { ...plain, ...(change.name === undefined ? {} : keysOf(change.name)) }
  if (Object.values(columns).some((value) => value !== undefined)) {
    await trx.updateTable('category').set(columns).where('id', '=', id).execute()
  }
  if (tasks) await trx.deleteFrom('category_task').where('category_id', '=', id).execute()
  if (charges) await trx.deleteFrom('category_charge').where('category_id', '=', id).execute()
  await putMembers(trx, organisation, id, { tasks: tasks ?? [], charges: charges ?? [] })
}

/**
 * True for the error that the database throws when an active category of the organisation has this
 * name already. The unique index decides, regardless of earlier lookups.
 */
export function isCategoryNameTaken(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code, constraint } = cause as { code?: unknown; constraint?: unknown }
  return code === '23505'
    ? constraint === 'category_name_taken'
    : code === 'SQLITE_CONSTRAINT_UNIQUE' && cause.message.includes('category.name_fold')
}

async function putMembers(
  trx: Trx,
  organisation_id: number,
  category_id: number,
  { tasks, charges }: { tasks: readonly number[]; charges: readonly number[] },
): Promise<void> {
  const link = { organisation_id, category_id }
  for (const task_id of tasks) {
    await trx
      .insertInto('category_task')
      .values({ ...link, task_id })
      .execute()
  }
  for (const charge_id of charges) {
    await trx
      .insertInto('category_charge')
      .values({ ...link, charge_id })
      .execute()
  }
}

const keysOf = (name: string) => ({ name_fold: fold(name), search: toHaystack(name) })

const toCategoryRow = (row: Pick<Selectable<CategoryTable>, keyof CategoryRow>): CategoryRow => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
})
