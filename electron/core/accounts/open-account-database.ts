/**
 * Opens an account's database in any state of its files. A damaged one is set aside and replaced by
 * a verified backup where that loses nothing; otherwise the person is asked. Records that are in
 * the journal but not in the database are recovered in both cases.
 */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseProblem } from '#shared/ipc/database-integrity.ts'
import { createBackups, leastRoom, listBackups, freeSpaceIn } from '../backup/backups.ts'
import { markingCopied } from '../backup/mark-copied.ts'
import { createDatabaseKeeper, type DatabaseKeeper } from '../backup/database-keeper.ts'
import {
  accountRecordKey,
  databaseIdentityKey,
  type DatabaseIdentity,
} from '../backup/database-identity.ts'
import { readJournalExtent } from '../backup/journal-format.ts'
import { accountPaths, fileTimestamp, type AccountPaths } from '../backup/account-paths.ts'
import { registerProcess, whileAlive } from '../backup/process-presence.ts'
import { restrictToOwner } from '../backup/private-files.ts'
import { createTaskRunner, type RunWorkerTask } from '../backup/worker-tasks.ts'
import type { CorePorts } from '../ports.ts'
import { makePrivateFolder } from '../private-folder.ts'
import { askWhetherMoved } from '../store/inbox/moved-folder.ts'
import {
  toOpenFailure,
  openFailed,
  type OpenFailure,
  type OpenFailed,
} from '../store/open/open-failure.ts'
import { openStore, type Db, type Store } from '../store/open/open-store.ts'
import { readSetting, writeSetting } from '../store/account/settings.ts'
import { takeCreatesForSent } from '../sync/push/copied-creates.ts'
import { databaseFileState, createPrivateFile } from './database-file.ts'
import type { AccountRecord } from './home.ts'
import { accountInUseElsewhereMessage, machineOf } from './in-use.ts'
import { finishRestore, recoverFromBackup } from './recover-database.ts'
import { openElsewhereProblem, toDatabaseProblem } from './database-problem.ts'

export interface OpenDatabaseOptions {
  ports: CorePorts
  /** The account's folder. */
  folder: string
  record: AccountRecord
  /** True in an app. */
  background: boolean
  /**
   * What SQLite reported about the file while it was in use; undefined when nothing was reported.
   */
  damage?: string | undefined
  onDamage(why: string): void
  /** Writes the rows that every account's database needs, before anything else uses it. */
  prepare(db: Db): Promise<void>
}

export interface OpenedDatabase {
  store: Store
  databaseKeeper: DatabaseKeeper
}

export type OpenDatabaseResult =
  { ok: true; value: OpenedDatabase } | { ok: false; trouble: DatabaseProblem }

/** How often a file that another program holds is tried before the person is told. */
const tries = { app: 5, command: 25 }
const betweenTries = 200

export async function openAccountDatabase(
  options: OpenDatabaseOptions,
): Promise<OpenDatabaseResult> {
  const paths = accountPaths(options.folder)
  const inTrouble = (
    is: Parameters<typeof toDatabaseProblem>[0],
    detail: string | null = null,
  ): OpenDatabaseResult => ({
    ok: false,
    trouble: toDatabaseProblem(
      is,
      safely(() => listBackups(paths), []),
      detail,
    ),
  })
  const notOpened = ({ trouble, message }: OpenFailure): OpenDatabaseResult =>
    trouble === 'elsewhere'
      ? { ok: false, trouble: openElsewhereProblem(message) }
      : inTrouble(trouble, detailOf(trouble, paths))
  try {
    // Files that another computer is writing may look damaged or missing until they have arrived
    // completely.
    const elsewhere = accountInUseElsewhereMessage(options.ports, paths)
    if (elsewhere !== undefined) return { ok: false, trouble: openElsewhereProblem(elsewhere) }
    restrictToOwner(paths)
    let damage = options.damage
    if (damage === undefined && databaseFileState(paths) === 'missing') {
      const finished = await finishRestore(options.ports, paths)
      if (!finished.ok) return { ok: false, trouble: openElsewhereProblem(finished.error.message) }
    }
    switch (damage === undefined ? databaseFileState(paths) : 'there') {
      case 'missing':
        return inTrouble('missing', paths.database)
      case 'other':
        return inTrouble('foreign', paths.database)
      case 'empty':
        damage = 'nothing was in it'
        break
      case 'fresh':
        createPrivateFile(paths.database)
        break
      case 'there':
        break
    }
    if (damage === undefined) {
      const opened = await openHere(options, paths)
      if (opened.ok) return opened
      if (opened.error.trouble !== 'damaged') return notOpened(opened.error)
      damage = opened.error.message
    }
    options.ports.log.warn('the database is damaged', { file: paths.database, damage })
    const recovered = await recoverFromBackup(options, paths)
    if (!recovered.ok) return inTrouble('damaged', recovered.why)
    const opened = await openHere(options, paths)
    return opened.ok ? opened : notOpened(opened.error)
  } catch (thrown) {
    const problem = toOpenFailure(paths.database, thrown)
    if (!problem) throw thrown
    return notOpened(problem.error)
  }
}

const detailOf = (is: DatabaseProblem['is'], { database }: AccountPaths): string | null =>
  is === 'newer' || is === 'damaged' ? null : database

async function openHere(
  options: OpenDatabaseOptions,
  paths: AccountPaths,
): Promise<{ ok: true; value: OpenedDatabase } | OpenFailed> {
  const { ports, record, background, onDamage } = options
  const { clock, log, random } = ports
  const runTask = createTaskRunner(ports.offThread)
  const presence = registerProcess(paths.open, random.token(6), clock.now(), () => machineOf(ports))
  let store: Store | undefined
  try {
    // Two computers that looked at the same time did not see each other, so this one looks again.
    const elsewhere = accountInUseElsewhereMessage(ports, paths)
    if (elsewhere !== undefined) {
      presence.unregister()
      return openFailed('elsewhere', elsewhere)
    }
    const opened = await whileAlive(presence, ports, () => openPatiently(options, paths, runTask))
    if (!opened.ok) {
      presence.unregister()
      return opened
    }
    store = opened.value
    const since = await newestMarkOf(store.db)
    const identity = await settleIdentity(store.db, options, paths)
    const ahead = readJournalExtent(paths.journal).position - (await newestMarkOf(store.db))
    if (ahead > 0) {
      const { database, journal } = paths
      const caughtUp = await runTask('database.catch-up', { database, journal })
      log.warn('the database lost its last commits, which were restored from the journal', {
        ...caughtUp,
      })
    }
    const hasMoved = await settleMachine(store.db, options, paths, identity)
    await takeCreatesForSent(store.db, clock.now())
    await options.prepare(store.db)
    const databaseKeeper = createDatabaseKeeper({
      paths,
      presence,
      clock,
      log,
      runTask,
      background,
      onDamage,
      identity: identity.database,
      // Only marks after this one were issued on this computer alone.
      since: hasMoved && ahead > 0 ? since + ahead : since,
      isJournalBehind: ahead !== 0 || hasMoved,
    })
    return { ok: true, value: { store, databaseKeeper } }
  } catch (thrown) {
    await store?.close()
    presence.unregister()
    const problem = toOpenFailure(paths.database, thrown)
    if (!problem) throw thrown
    log.warn('The database was not opened', { account: record.account, why: String(thrown) })
    return problem
  }
}

async function openPatiently(
  { ports, folder, background }: OpenDatabaseOptions,
  paths: AccountPaths,
  runTask: RunWorkerTask,
): Promise<{ ok: true; value: Store } | OpenFailed> {
  const { clock, log } = ports
  const backups = createBackups({ paths, clock, log, runTask })
  for (let left = background ? tries.app : tries.command; ; left--) {
    const opened = await openStore({
      file: paths.database,
      groups: ['model', 'client'],
      now: clock.now(),
      pause: (milliseconds) => clock.sleep(milliseconds),
      checkpointsElsewhere: background,
      async beforeMigration() {
        const made = await backups.before('migration')
        if (made.ok) return made
        if (freeSpaceIn(folder) < leastRoom) return openFailed('full', made.error.message)
        const { sound } = await runTask('database.check', {
          file: paths.database,
          thorough: false,
        })
        return openFailed(sound ? 'read-only' : 'damaged', made.error.message)
      },
    })
    if (opened.ok || opened.error.trouble !== 'locked' || left <= 1) return opened
    await clock.sleep(betweenTries)
  }
}

/**
 * Returns the identity of this database: creates it where there is none, and updates it to match
 * the account.
 */
async function settleIdentity(
  db: Db,
  { ports, record }: OpenDatabaseOptions,
  paths: AccountPaths,
): Promise<DatabaseIdentity> {
  const journal = readJournalExtent(paths.journal)
  const stored = await readSetting<DatabaseIdentity | null>(db, databaseIdentityKey, null)
  const identity: DatabaseIdentity = {
    // An empty database that was restarted continues the journal from which it was filled.
    database: stored?.database ?? journal.database ?? ports.random.token(16),
    kind: record.kind,
    // The demo's service has a new address at every start.
    url: record.kind === 'demo' ? null : record.url,
    user: record.user,
    ...(stored?.machine === undefined ? {} : { machine: stored.machine }),
  }
  if (JSON.stringify(stored) !== JSON.stringify(identity)) {
    await writeSetting(db, databaseIdentityKey, identity)
  }
  const written = { ...record, url: identity.url }
  if (JSON.stringify(await readSetting(db, accountRecordKey, null)) !== JSON.stringify(written)) {
    await writeSetting(db, accountRecordKey, written)
  }
  if (journal.database !== null && journal.database !== identity.database) {
    setJournalAside(ports, paths)
  }
  if (journal.database !== identity.database) await markAllUnsent(db)
  return identity
}

/**
 * Handles a folder that was made on another computer and copied here: its unsent records may have
 * been sent from there since, and its journal ends where the two copies diverged. Returns true
 * where that is so.
 */
async function settleMachine(
  db: Db,
  { ports }: OpenDatabaseOptions,
  paths: AccountPaths,
  identity: DatabaseIdentity,
): Promise<boolean> {
  const machine = ports.thisMachine?.()
  if (machine === undefined || identity.machine === machine) return false
  const hasMoved = identity.machine !== undefined && identity.kind === 'connected'
  await db.transaction().execute(async (trx) => {
    if (hasMoved) {
      await sql.raw(markingCopied).execute(trx)
      await askWhetherMoved(trx, ports.clock.now())
    }
    await writeSetting(trx, databaseIdentityKey, { ...identity, machine })
  })
  if (!hasMoved) return false
  if (existsSync(paths.journal)) setJournalAside(ports, paths)
  await markAllUnsent(db)
  return true
}

function setJournalAside({ clock }: CorePorts, paths: AccountPaths): void {
  const folder = join(paths.aside, fileTimestamp(clock.now()))
  makePrivateFolder(folder)
  renameSync(paths.journal, join(folder, 'unsent.journal'))
}

/**
 * A new journal needs every unsent record. A record may be marked twice: to remove duplicates
 * (`union`), SQLite would read every record that the service has.
 */
async function markAllUnsent(db: Db): Promise<void> {
  await sql`insert into journal_mark (resource, local_id)
    select resource, local_id from sync_record where dirty = 1 or deleted = 1
    union all select resource, local_id from attempt
    union all select 'timer', id from timer`.execute(db)
}

async function newestMarkOf(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = 'journal_mark'`.execute(db)
  return rows[0]?.seq ?? 0
}

function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
