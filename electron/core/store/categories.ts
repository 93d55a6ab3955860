/**
 * Categories in the store: they group tasks and charges. The list, one record, and the writes; an
 * archived category is found only by who asks for it.
 */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { CategoryListQuery, CategorySortKey } from '#shared/resources/category.ts'
import type { Slice } from '#shared/resources/page.ts'
import { fold, haystack } from '#shared/rules/text.ts'
import type { Db, Trx } from './db.ts'
import { like } from './list.ts'
import { listRecords, type RecordList } from './record-list.ts'
import type { CategoryTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'

/** A category without what it groups; ids are this store's. */
export interface CategoryRow {
  id: number
  name: string
  created_at: string | null
  updated_at: string | null
  /** Null while it is active. */
  deleted_at: string | null
}

/** In a list: counts. */
export interface CategoryListRow extends CategoryRow {
  tasks_count: number
  charges_count: number
}

/** By itself: what it groups, by id. */
export interface CategoryWithMembers extends CategoryRow {
  tasks: number[]
  charges: number[]
}

export interface NewCategory {
  /** Absent: the database numbers it. */
  id?: number
  organisation_id: number
  name: string
  /** Ids of this store, each of them once. */
  tasks: readonly number[]
  charges: readonly number[]
  deleted_at?: string | null
  created_at: string | null
  updated_at: string | null
  /** Absent on the service: the tie is the id. */
  tie?: number
}

/** A list that is there replaces the one that stands. */
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
  /** Those in the archives instead. */
  archived?: boolean | undefined
}

/** One page of an organisation's active (or archived) categories, by name. */
export const listCategories = (
  db: Db,
  organisation: number,
  query: CategoryQuery,
): Promise<Slice<CategoryListRow>> =>
  listRecords(db, categoryList, organisation, query, [
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

const categoryList: RecordList<SelectedCategory, CategoryListRow, CategorySortKey> = {
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

/** One term over the name and the names of what the category groups (DECISIONS.md, Search). */
const matchesTerm = (organisation: number, pattern: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${like('category.search', pattern)}
  or category.id in (
    select category_id from category_task where task_id in (
      select id from task where organisation_id = ${organisation} and ${like('search', pattern)}
    )
  )
  or category.id in (
    select category_id from category_charge where charge_id in (
      select id from charge where organisation_id = ${organisation} and ${like('search', pattern)}
    )
  )
)`

/** One category, archived or not, with what it groups, or undefined. */
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

/** The projects on which a category's tasks or charges have been used, by id. */
export async function projectsOfCategory(
  db: Db,
  organisation: number,
  category: number,
): Promise<number[]> {
  // Asked of each project: a look into an index for each of its pairs with a task or a charge, not
  // a walk over every entry. `cross join` holds SQLite to that order.
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

/** As many as a statement takes as parameters, with room to spare. */
const lookedUpAtOnce = 500

/** Those of these tasks or charges that the organisation has; the value says whether it is deleted. */
export async function readMembers(
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

/** The active category of this name, compared by its folded key. */
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
 * Writes a new category with what stands in it and answers its id. On the service a name that an
 * active category has is thrown by the database: see `isCategoryNameTaken`.
 */
export async function insertCategory(trx: Trx, category: NewCategory): Promise<number> {
  const { tasks, charges, ...plain } = category
  const { id } = await trx
    .insertInto('category')
    .values({ ...plain, tie: category.tie ?? unplaced, ...keysOf(category.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (category.tie === undefined) await placeByItsId(trx, 'category', id)
  await putMembers(trx, category.organisation_id, id, { tasks, charges })
  return id
}

/** Changes a category; throws as `insertCategory` does. */
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
 * True for what the database throws when an active category of the organisation has the name
 * already: the unique index decides, whatever was looked up before.
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

const keysOf = (name: string) => ({ name_fold: fold(name), search: haystack(name) })

/** The only place where a category's columns become a row. */
const toCategoryRow = (row: Pick<Selectable<CategoryTable>, keyof CategoryRow>): CategoryRow => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
})
