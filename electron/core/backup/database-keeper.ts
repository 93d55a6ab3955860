/**
 * Guards an open database: writes the journal, makes the daily backups, checks the file after an
 * unclean exit, and checkpoints the write-ahead log. Everything slow runs on a worker thread.
 */
import type { Clock, Log } from '../ports.ts'
import { createBackups, type Backups } from './backups.ts'
import { walSize, walSizeThreshold } from './wal-checkpoint.ts'
import type { Inspection, IntegrityReport } from './inspect-database.ts'
import { openJournal, type Journal } from './journal.ts'
import type { AccountPaths } from './account-paths.ts'
import type { ProcessPresence } from './process-presence.ts'
import type { RunWorkerTask } from './worker-tasks.ts'

export interface DatabaseKeeper {
  readonly paths: AccountPaths
  readonly backups: Backups
  readonly journal: Journal
  readonly presence: ProcessPresence
  /** Reads every page of the database; `thorough` compares the indexes too. */
  check(thorough: boolean): Promise<IntegrityReport>
  /** Inspects a backup. */
  inspect(file: string): Promise<Inspection>
  /** Makes the daily backup where the last one is a day old; logs what prevents it. */
  makeDueBackup(): Promise<void>
  /**
   * Removes from the journal and the write-ahead log what they no longer need, such as the texts of
   * forgotten records. Logs what prevents it.
   */
  tidy(): Promise<void>
  /** Checks the file, because SQLite reported an error while it was in use. */
  checkAfterError(): void
  close(): Promise<void>
}

export interface DatabaseKeeperOptions {
  paths: AccountPaths
  identity: string
  /** The newest mark of the database when it was opened. */
  since: number
  /** True when the database may have marks that the journal lacks. */
  isJournalBehind: boolean
  presence: ProcessPresence
  clock: Clock
  log: Log
  runTask: RunWorkerTask
  /** True in an app, which guards the database in the background. */
  background: boolean
  /** The file is damaged; the text is SQLite's. */
  onDamage(why: string): void
}

/** Pause before the first check, so that the window opens first, milliseconds. */
const afterOpening = 3_000
const careEvery = 60 * 60_000
const pulse = 1_000
/**
 * Interval between checks of the log's length while much is written, in milliseconds, and the
 * number of such checks after the last long log.
 */
const betweenCheckpoints = 100
const quietLooks = 20
/** How often a log is to be emptied in one go while others read from it. */
const checkpointRounds = 3

export function createDatabaseKeeper(options: DatabaseKeeperOptions): DatabaseKeeper {
  const { paths, identity, presence, clock, log, runTask } = options
  const journal = openJournal({
    database: paths.database,
    file: paths.journal,
    identity,
    since: options.since,
    isJournalBehind: options.isJournalBehind,
    clock,
    log,
  })
  const closing = new AbortController()
  const { signal } = closing
  const backups = createBackups({ paths, clock, log, runTask, closing: signal })
  let doubting: Promise<void> | null = null

  const check = (thorough: boolean) => runTask('database.check', { file: paths.database, thorough })

  /** Returns true when the file is sound. Closing the account aborts the check. */
  async function lookInto(): Promise<boolean> {
    const input = { file: paths.database, thorough: false }
    const { sound, problems } = await runTask('database.check', input, signal)
    if (sound) presence.settle()
    else if (!signal.aborted) options.onDamage(problems[0] ?? 'its pages do not fit together')
    return sound
  }

  async function care(): Promise<void> {
    await clock.sleep(afterOpening, signal)
    if (!signal.aborted && presence.endedUncleanly && (await guarded('check', lookInto)) === false)
      return
    while (!signal.aborted) {
      await makeDue()
      await tidy()
      await clock.sleep(careEvery, signal)
    }
  }

  async function tidy(): Promise<void> {
    if (signal.aborted) return
    await journal.flush()
    await guarded('journal', () => journal.alone(() => runTask('journal.compact', paths)))
    for (let round = 0; round < checkpointRounds && walSize(paths.database) > 0; round += 1) {
      const input = { file: paths.database }
      await guarded('checkpoint', () => runTask('database.checkpoint', input, signal))
    }
  }

  async function makeDue(): Promise<void> {
    if (!backups.isDue()) return
    const made = await guarded('backup', () => backups.make('daily'))
    if (made?.ok === false && !signal.aborted)
      log.warn('couldn’t make a backup', { why: made.error.message })
  }

  async function beat(): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(pulse, signal)
      journal.wake()
      await guarded('presence', () => presence.renew(clock.now()))
    }
  }

  async function shortenLog(): Promise<void> {
    let quiet = quietLooks
    while (!signal.aborted) {
      await clock.sleep(quiet < quietLooks ? betweenCheckpoints : pulse, signal)
      if (signal.aborted) return
      quiet += 1
      if (walSize(paths.database) < walSizeThreshold) continue
      const input = { file: paths.database }
      const left = await guarded('checkpoint', () => runTask('database.checkpoint', input, signal))
      if (left !== undefined) quiet = 0
    }
  }

  /** Errors here are logged and retried; they never end the program. */
  async function guarded<T>(what: string, run: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await run()
    } catch (thrown) {
      if (signal.aborted) return undefined
      log.warn('couldn’t look after the database', { what, why: String(thrown) })
      return undefined
    }
  }

  const loops = options.background ? [care(), beat(), shortenLog()] : []

  return {
    paths,
    backups,
    journal,
    presence,
    check,
    inspect: (file) => runTask('database.inspect', { file }),
    makeDueBackup: makeDue,
    tidy,
    checkAfterError() {
      doubting ??= guarded('check', lookInto).then(() => {
        doubting = null
      })
    },
    async close() {
      closing.abort()
      await Promise.all([...loops, doubting, backups.settled()])
      await journal.close()
    },
  }
}
