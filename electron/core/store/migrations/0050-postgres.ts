/**
 * What many writers need that one writer did without: a constraint where a look was enough. And on
 * PostgreSQL, an index for the search.
 */
import { sql } from 'kysely'
import type { Trx } from '../db.ts'
import { isPostgres } from '../dialect.ts'
import type { Migration } from './migration.ts'
import { run } from './ddl.ts'

export const postgres: Migration = {
  name: '0050-postgres',
  group: 'service',
  async up(trx) {
    await run(trx, `create unique index organisation_name_taken on organisation (name)`)
    if (isPostgres(trx)) await indexSearch(trx)
  },
}

/** Trigrams of one organisation's texts: `gin` finds both in one look. */
const searchIndexes = [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  'create index if not exists time_entry_search on time_entry using gin (organisation_id, search gin_trgm_ops)',
  'create index if not exists expense_search on expense using gin (organisation_id, search gin_trgm_ops)',
]

/** SQLSTATEs of a server that lacks the extensions, or does not let us add them. */
const withoutThem = new Set(['0A000', '42501', '42704', '58P01'])

/** Without the extensions a search answers the same, and reads an organisation's rows for it. */
async function indexSearch(trx: Trx): Promise<void> {
  await sql`savepoint search`.execute(trx)
  try {
    for (const statement of searchIndexes) await sql.raw(statement).execute(trx)
  } catch (cause) {
    if (!withoutThem.has(String((cause as { code?: unknown }).code))) throw cause
    await sql`rollback to savepoint search`.execute(trx)
  }
}
