/** Checks the database itself: its pages and indexes, its references, its sync rows. */
import { countWithNoun } from '#shared/rules/count-text.ts'
import { sql } from 'kysely'
import type { Db } from '../../store/database/db.ts'
import type { DatabaseKeeper } from '../database-keeper.ts'
import { fineFinding, mendedFinding, problemFinding, type DoctorCheck } from './doctor-check.ts'
import { isLeftoverSql } from './doctor-tasks.ts'

export const pagesCheck: DoctorCheck = {
  name: 'database',
  async run({ databaseKeeper }) {
    const { sound, problems } = await databaseKeeper.check(true)
    if (sound) {
      databaseKeeper.presence.settle()
      return [fineFinding('The database and its indexes are OK')]
    }
    databaseKeeper.checkAfterError()
    const why = problems.slice(0, 3).join('; ')
    return [
      {
        ...problemFinding(`The database is damaged: ${why}. ${wayOut(databaseKeeper)}`),
        database: true,
      },
    ]
  },
}

function wayOut({ backups }: DatabaseKeeper): string {
  const [newest] = backups.list()
  return newest
    ? `\`stint restore ${newest.name}\` restores the latest backup and keeps unsynced changes`
    : 'There’s no backup. `stint doctor --start-anew` starts an empty database and keeps unsynced changes'
}

/** Finds rows that refer to a missing record: the reference is cleared, or the row is deleted. */
export const referencesCheck: DoctorCheck = {
  name: 'references',
  async run({ db, databaseKeeper, runTask }) {
    const orphans = () => runTask('database.orphans', { file: databaseKeeper.paths.database })
    const found = await orphans()
    if (found.length === 0) return [fineFinding('All references are OK')]
    for (const { table, rowid, fkid } of found) {
      const { rows } = await sql<{ id: number; from: string }>`
        select id, "from" from pragma_foreign_key_list(${table})`.execute(db)
      const column = rows.find(({ id }) => id === fkid)?.from
      if (column === undefined) continue
      await emptied(db, table, column, rowid)
    }
    const left = (await orphans()).length
    return [
      left === 0
        ? mendedFinding(`Cleared ${countWithNoun(found.length, 'broken reference')}`)
        : { ...problemFinding(countWithNoun(left, 'broken reference')), database: true },
    ]
  },
}

async function emptied(db: Db, table: string, column: string, rowid: number): Promise<void> {
  try {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where rowid = ${rowid}`.execute(
      db,
    )
  } catch (thrown) {
    if (!String((thrown as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) throw thrown
    await sql`delete from ${sql.table(table)} where rowid = ${rowid}`.execute(db)
  }
}

/**
 * Deletes sync rows of records that no longer exist: such a row would keep the service's record
 * from being pulled again.
 */
export const syncRowsCheck: DoctorCheck = {
  name: 'sync',
  async run({ db, databaseKeeper, runTask }) {
    const input = { file: databaseKeeper.paths.database }
    let gone = 0
    for (const { resource, local } of await runTask('database.leftovers', input)) {
      const { numAffectedRows } = await sql`
        delete from sync_record where resource = ${resource} and local_id = ${local}
        and ${sql.raw(isLeftoverSql(resource))}`.execute(db)
      gone += Number(numAffectedRows ?? 0)
    }
    return [
      gone === 0
        ? fineFinding('Sync data is OK')
        : mendedFinding(`Removed ${countWithNoun(gone, 'leftover sync row')}`),
    ]
  },
}
