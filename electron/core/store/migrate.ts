/**
 * Runs what is missing of the migrations, each in one transaction together with the row that says
 * so. A database that knows more than this program is left untouched.
 */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { Db } from './db.ts'
import { migrations } from './migrations/index.ts'
import type { MigrationGroup } from './migrations/migration.ts'

export type { MigrationGroup } from './migrations/migration.ts'

/**
 * @param appliedAt timestamp for the record of what ran
 * Fails with `database` when the file was written by a newer version of Stint.
 */
export async function migrate(
  db: Db,
  groups: readonly MigrationGroup[],
  appliedAt: string,
): Promise<Result<{ applied: string[] }>> {
  await sql`create table if not exists migration (
    name text primary key not null,
    applied_at text not null
  ) strict`.execute(db)

  const known = new Set(migrations.map((migration) => migration.name))
  const done = new Set(await appliedMigrations(db))
  const newer = [...done].filter((name) => !known.has(name))
  if (newer.length > 0) {
    return fail(
      'database',
      `A newer version of Stint wrote this database (${newer.join(', ')}). Install that version to open it; nothing was changed`,
    )
  }

  const applied: string[] = []
  for (const migration of migrations) {
    if (done.has(migration.name) || !groups.includes(migration.group)) continue
    await db.transaction().execute(async (trx) => {
      // Another process may have run it while this one waited for the lock.
      if ((await appliedMigrations(trx)).includes(migration.name)) return
      await migration.up(trx)
      await sql`insert into migration (name, applied_at) values (${migration.name}, ${appliedAt})`.execute(
        trx,
      )
      applied.push(migration.name)
    })
  }
  return ok({ applied })
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  return rows.map((row) => row.name)
}
