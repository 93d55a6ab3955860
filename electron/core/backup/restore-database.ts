/**
 * Replaces an account's database by another file. The old files are set aside, never deleted;
 * records that only they and the journal have are written into the new one. Runs on a worker.
 */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../private-folder.ts'
import { openFile } from '../store/database/sqlite-file.ts'
import { openStore } from '../store/open/open-store.ts'
import type { TaskSignal } from '../thread.ts'
import { publishFile, fsyncPath } from '../unfinished-file.ts'
import { markingCopied } from './mark-copied.ts'
import { readIdentity, databaseIdentityKey, readStatedIdentity } from './database-identity.ts'
import { copyDatabaseWithWal, newestJournalMark, removeDatabase } from './inspect-database.ts'
import { readJournal } from './journal-format.ts'
import { unfinishedDatabasePath, databaseFiles, type AccountPaths } from './account-paths.ts'
import { replayJournal, type Lineage, type ReplayResult } from './replay-journal.ts'
import { salvageRecords } from './salvage-records.ts'

export interface RestoreInput {
  paths: AccountPaths
  /** The file to restore, which was checked before; null starts an empty database. */
  from: string | null
  /** Name of the folder that the present file is moved to. */
  stamp: string
  /** Epoch milliseconds. */
  now: number
  /** Id of this computer, where it has one. */
  machine: string | null
}

export type RestoreResult = ReplayResult & {
  /** Folder with the file that was in use; null when there was none. */
  aside: string | null
}

/**
 * Replaces the database. Throws what the file system or SQLite reports. A kill at any moment leaves
 * the old file, the new one, or none; the journal stays until its lines are in the new one.
 */
export async function restoreDatabase(
  restoring: RestoreInput,
  signal: TaskSignal,
): Promise<RestoreResult> {
  const { paths, stamp } = restoring
  const draft = unfinishedDatabasePath(paths)
  let made: Awaited<ReturnType<typeof makeDraft>>
  try {
    removeDatabase(draft)
    made = await makeDraft(draft, restoring)
    signal.commit()
  } catch (thrown) {
    // A draft that stayed would be taken for the new file of a restore that was killed.
    removeDatabase(draft)
    throw thrown
  }
  // The records of another database's journal are in this one now, which starts a journal of its
  // own.
  const aside = setAside(paths, stamp, made.lineage !== 'same')
  publishFile(draft, paths.database)
  return { ...made.replayed, aside }
}

/**
 * Builds a complete database: the requested file, and the records that only the present one has.
 */
async function makeDraft(
  draft: string,
  { paths, from, now, machine }: RestoreInput,
): Promise<{ replayed: ReplayResult; lineage: Lineage }> {
  const salvaged = salvageRecords({ file: paths.database, journal: paths.journal })
  if (from !== null) copyDatabaseWithWal(from, draft)
  const opened = await openStore({ file: draft, groups: ['model', 'client'], now })
  if (!opened.ok) throw Object.assign(new Error(opened.error.message), { code: 'SQLITE_CORRUPT' })
  await opened.value.close()

  const { head, lines } = readJournal(paths.journal)
  const database = openFile(draft)
  try {
    database.pragma('foreign_keys = on')
    const identity = readIdentity(database)
    const present = head?.database ?? readStatedIdentity(paths.database)?.identity?.database
    const mark = newestJournalMark(database)
    const isWhole = head !== null && (head.since ?? 0) <= mark
    const isOfHere = !identity?.machine || machine === null || identity.machine === machine
    const isSame = !present || !identity || present === identity.database
    const haveParted = !isOfHere && isWhole && (head.since ?? 0) < mark
    const lineage = !isSame ? 'other' : haveParted ? 'parted' : 'same'
    const isCovered = isSame && isOfHere && isWhole
    if (!isCovered && identity?.kind === 'connected') database.exec(markingCopied)
    if (identity && machine !== null) {
      const here = JSON.stringify({ ...identity, machine })
      database.prepare('update setting set value = ? where key = ?').run(here, databaseIdentityKey)
    }
    const replayed = replayJournal(database, [...salvaged, ...lines], lineage)
    // The sync's checkpoint is of another time, so everything is pulled from the service again.
    database.prepare(`delete from setting where key = 'sync'`).run()
    database.pragma('wal_checkpoint(truncate)')
    database.pragma('journal_mode = delete')
    return { replayed, lineage }
  } finally {
    database.close()
  }
}

/**
 * Moves the present files away.
 * @returns the folder, or null when there was nothing
 */
function setAside(paths: AccountPaths, stamp: string, journalToo: boolean): string | null {
  const files = [...databaseFiles(paths.database), ...(journalToo ? [paths.journal] : [])]
  const present = files.filter((file) => existsSync(file))
  if (present.length === 0) return null
  const folder = join(paths.aside, stamp)
  makePrivateFolder(folder)
  for (const file of present) renameSync(file, join(folder, file.slice(paths.folder.length + 1)))
  fsyncPath(folder)
  return folder
}

/**
 * Restores the last commits that a database lost, from its journal. Returns how much, or null when
 * nothing was missing.
 */
export function replayMissingCommits(input: {
  database: string
  journal: string
}): ReplayResult | null {
  const database = openFile(input.database, { fileMustExist: true, timeout: 5_000 })
  try {
    database.pragma('synchronous = full')
    database.pragma('foreign_keys = on')
    const { lines } = readJournal(input.journal)
    const mark = newestJournalMark(database)
    const ahead = lines.filter((line) => line.n > mark)
    if (ahead.length === 0) return null
    const replayed = replayJournal(database, lines, 'same')
    database.prepare(`delete from setting where key = 'sync'`).run()
    return replayed
  } finally {
    database.close()
  }
}
