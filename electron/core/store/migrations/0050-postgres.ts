/**
 * Constraints for concurrent writers, where a lookup was enough for a single one. On PostgreSQL
 * also an index for the search.
 */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import type { Migration } from './migration.ts'
import { runStatements } from './ddl.ts'

export const postgresMigration: Migration = {
  name: '0050-postgres',
  group: 'service',
  async up(trx) {
    await runStatements(trx, `create unique index organisation_name_taken on organisation (name)`)
    if (isPostgres(trx)) await indexSearch(trx)
  },
}

/** Trigrams of one organisation's texts: a `gin` index covers both in one lookup. */
const searchIndexes = [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  'create index if not exists time_entry_search on time_entry using gin (organisation_id, search gin_trgm_ops)',
  'create index if not exists expense_search on expense using gin (organisation_id, search gin_trgm_ops)',
]

/** SQLSTATEs of a server that lacks the extensions or does not permit adding them. */
const withoutThem = new Set(['0A000', '42501', '42704', '58P01'])

/**
 * Creates the search indexes. Without the extensions a search has the same result, but reads all
 * rows of an organisation.
 */
async function indexSearch(trx: Trx): Promise<void> {
  await sql`savepoint search`.execute(trx)
  try {
    for (const statement of searchIndexes) await sql.raw(statement).execute(trx)
  } catch (cause) {
    if (!withoutThem.has(String((cause as { code?: unknown }).code))) throw cause
    await sql`rollback to savepoint search`.execute(trx)
  }
}
