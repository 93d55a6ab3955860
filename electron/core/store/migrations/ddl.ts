/** Helpers for migrations. Frozen with them: a change here would change the past. */
import { sql } from 'kysely'
import type { Trx } from '../db.ts'

/** Runs statements that are separated by blank lines. */
export async function run(trx: Trx, statements: string): Promise<void> {
  for (const statement of statements.split(/\n\s*\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(trx)
  }
}
