/** Counts the records that refer to projects, clients, tasks and charges. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ReferenceUses, UnmatchedReference } from '#shared/ipc/call-results.ts'
import type { Db } from '../database/db.ts'

type Kind = UnmatchedReference['kind']

export const noUses: ReferenceUses = { entries: 0, expenses: 0, projects: 0, categories: 0 }

/** The columns by which other records refer to one, and what counts them. */
const namedBy: Record<
  Kind,
  readonly (readonly [uses: keyof ReferenceUses, table: string, column: string])[]
> = {
  project: [
    ['entries', 'time_entry', 'project_id'],
    ['expenses', 'expense', 'project_id'],
  ],
  client: [['projects', 'project', 'client_id']],
  task: [
    ['entries', 'time_entry', 'task_id'],
    ['categories', 'category_task', 'task_id'],
  ],
  charge: [
    ['expenses', 'expense', 'charge_id'],
    ['categories', 'category_charge', 'charge_id'],
  ],
}

/** Projects that were deleted and categories that were archived no longer count. */
const live: Partial<Record<keyof ReferenceUses, RawBuilder<SqlBool>>> = {
  projects: sql`u.deleted = 0`,
  categories: sql`u.category_id in (select id from category where deleted_at is null)`,
}

/**
 * Counts what refers to each record of a kind; records that nothing refers to are left out.
 * @param which a condition on the records, as `m`
 */
export async function countReferenceUses(
  db: Db,
  kind: Kind,
  which: RawBuilder<SqlBool>,
): Promise<Map<number, ReferenceUses>> {
  const counted = new Map<number, ReferenceUses>()
  for (const [uses, table, column] of namedBy[kind]) {
    const { rows } = await sql<{ local: number; n: number }>`
      select m.id as local, count(*) as n
      from ${sql.table(kind)} m
      join ${sql.table(table)} u on u.${sql.ref(column)} = m.id
      where ${which} and ${live[uses] ?? sql`true`}
      group by m.id`.execute(db)
    for (const { local, n } of rows) {
      counted.set(local, { ...(counted.get(local) ?? noUses), [uses]: Number(n) })
    }
  }
  return counted
}
