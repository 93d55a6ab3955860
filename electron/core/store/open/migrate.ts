/**
 * Runs the missing migrations, each in one transaction together with its row in the `migration`
 * table. A database with migrations that this program does not know is left unchanged. Kysely's
 * migrator cannot put a migration of SQLite and its row into one transaction: a kill between the two
 * would leave a database that can go neither forward nor back.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import { runStatements } from '../migrations/ddl.ts'
import { migrations } from '../migrations/index.ts'
import type { MigrationGroup } from '../migrations/migration.ts'
import { openFailed, type OpenFailure, type OpenFailed } from './open-failure.ts'

export type { MigrationGroup } from '../migrations/migration.ts'

/** @param missing names of the migrations that are about to run on a database with rows */
export type BeforeMigration = (
  missing: readonly string[],
) => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: OpenFailure }>

/**
 * Creates the `migration` table and runs the missing migrations. Fails with `database` when the
 * file was written by a newer version of Stint.
 * @param appliedAt timestamp for the rows of the `migration` table
 * @param before runs before a database that has been used, so is not new, is changed; its failure
 *   ends the migration and is returned
 */
export async function migrate(
  db: Db,
  groups: readonly MigrationGroup[],
  appliedAt: string,
  before?: BeforeMigration,
): Promise<{ ok: true; value: { applied: string[] } } | OpenFailed> {
  await makeMigrationTable(db)

  const known = new Set(migrations.map((migration) => migration.name))
  const done = new Set(await appliedMigrations(db))
  const newer = [...done].filter((name) => !known.has(name))
  if (newer.length > 0) {
    return openFailed(
      'newer',
      `This database needs a newer version of Stint (${newer.join(', ')}). Install it to open the database. Nothing was changed`,
    )
  }

  const missing = migrations.filter(({ name, group }) => !done.has(name) && groups.includes(group))
  if (before && done.size > 0 && missing.length > 0) {
    const ready = await before(missing.map(({ name }) => name))
    if (!ready.ok) return ready
  }

  const applied: string[] = []
  for (const migration of missing) {
    await alone(db, async (trx) => {
      // Another process may have run it while this one waited for the lock.
      if ((await appliedMigrations(trx)).includes(migration.name)) return
      await migration.up(trx)
      await sql`insert into migration (name, applied_at) values (${migration.name}, ${appliedAt})`.execute(
        trx,
      )
      applied.push(migration.name)
    })
  }
  return { ok: true, value: { applied } }
}

/**
 * Runs these migrations, in this order, on an empty database, to compare the result with an
 * existing one.
 */
export async function migrateAgain(db: Db, names: readonly string[]): Promise<void> {
  await runStatements(db, migrationTable)
  for (const name of names) {
    const migration = migrations.find((one) => one.name === name)
    await db.transaction().execute(async (trx) => migration?.up(trx))
  }
}

const migrationTable = `create table if not exists migration (
  name text primary key not null,
  applied_at text not null
) strict`

async function makeMigrationTable(db: Db): Promise<void> {
  if (!isPostgres(db)) return runStatements(db, migrationTable)
  // Looked up first: a user without permission to create tables can still serve a database that is
  // up to date.
  const { rows } = await sql<{
    found: string | null
  }>`select to_regclass('migration') as found`.execute(db)
  if (rows[0]?.found === null) await alone(db, (trx) => runStatements(trx, migrationTable))
}

/** An arbitrary number, shared by all processes of all versions. */
const migrationLock = 7_846_854

/** Runs a transaction during which no other process migrates. On SQLite, `begin` ensures that. */
async function alone(db: Db, work: (trx: Trx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (isPostgres(trx)) {
      // Large tables take long, and so does waiting for another process's migration.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local lock_timeout = 0`.execute(trx)
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
    }
    await work(trx)
  })
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  return rows.map((row) => row.name)
}
