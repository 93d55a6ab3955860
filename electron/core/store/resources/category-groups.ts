/** Reads the categories of each task and charge. */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'

/** The ids of the categories of a record, by its id; only of records that are in one. */
type CategoriesById = ReadonlyMap<number, readonly number[]>

/** Reads the categories of each task and of each charge, without archived ones. */
export async function readCategoryGroups(
  db: Db,
  organisation: number,
): Promise<{ tasks: CategoriesById; charges: CategoriesById }> {
  const tasks = new Map<number, number[]>()
  const charges = new Map<number, number[]>()
  for (const { kind, member, category } of await membersOfCategories(db, { organisation })) {
    const of = kind === 'task' ? tasks : charges
    const known = of.get(member)
    if (known) known.push(category)
    else of.set(member, [category])
  }
  return { tasks, charges }
}

const membersOfCategories = prepared(
  (_, values: { organisation: number }) => sql<{
    kind: 'task' | 'charge'
    member: number
    category: number
  }>`
    select 'task' as kind, m.task_id as member, m.category_id as category
    from category_task m join category c on c.id = m.category_id
    where c.organisation_id = ${values.organisation} and c.deleted_at is null
    union all
    select 'charge', m.charge_id, m.category_id
    from category_charge m join category c on c.id = m.category_id
    where c.organisation_id = ${values.organisation} and c.deleted_at is null`,
)
