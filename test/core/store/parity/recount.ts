/** Compares what the triggers maintain with the rows. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#core/store/database/db.ts'

const counted = {
  time_entry: {
    table: 'time_count',
    index: 'time_search',
    keys: {
      all: `''`,
      month: 'substr(date, 1, 7)',
      start: 'start',
      project: 'coalesce(project_id, 0)',
      task: 'coalesce(task_id, 0)',
      user: 'coalesce(user_id, 0)',
    },
  },
  expense: {
    table: 'expense_count',
    index: 'expense_search',
    keys: {
      all: `''`,
      month: 'substr(date, 1, 7)',
      name: 'substr(name_fold, 1, 4)',
      update: `substr(coalesce(updated_at, ''), 1, 10)`,
    },
  },
} as const

/** Every counter equals a count of the rows, and every entry is in the index once. */
export async function expectRecounted(db: Db): Promise<void> {
  for (const entry of ['time_entry', 'expense'] as const) {
    const { table, index, keys } = counted[entry]
    for (const [kind, key] of Object.entries(keys)) {
      const recount = await sql`
        select organisation_id, ${sql.raw(key)} as key, count(*) as entries
        from ${sql.table(entry)} group by 1, 2 order by 1, 2`.execute(db)
      const kept = await sql`
        select organisation_id, key, entries from ${sql.table(table)}
        where kind = ${kind} and entries <> 0 order by 1, 2`.execute(db)
      expect(kept.rows, `${entry} by ${kind}`).toEqual(recount.rows)
    }
    const { rows } = await sql<{ rows: number; indexed: number; unplaced: number }>`
      select (select count(*) from ${sql.table(entry)}) as rows,
        (select count(*) from ${sql.table(`${index}_docsize`)}) as indexed,
        (select unplaced from search_index where entry = ${entry}) as unplaced`.execute(db)
    const { rows: there, indexed, unplaced } = rows[0]!
    expect(indexed + unplaced, `${entry} in its index`).toBe(there)
  }
}

/** The text indexes pass their own integrity check. */
export async function expectSound(db: Db): Promise<void> {
  for (const { index } of Object.values(counted)) {
    const table = sql.table(index)
    await sql`insert into ${table} (${table}) values ('integrity-check')`.execute(db)
  }
}
