/**
 * Putting another file in the place of an account's database. Whatever stood there is set aside,
 * never deleted; what only it and the journal knew is brought into the new one. For a worker.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { openFile } from '../store/sqlite-file.ts'
import { openStore } from '../store/open.ts'
import type { TaskSignal } from '../thread.ts'
import { settleFile, syncPath } from './copy.ts'
import { markingCopied } from './copied.ts'
import { identityIn, identityKey, statedIn } from './identity.ts'
import { copyWithLog, newestMark, removeDatabase } from './inspect.ts'
import { readJournal } from './journal-lines.ts'
import { draftOf, filesOf, type Places } from './places.ts'
import { replay, type Lineage, type Replayed } from './replay.ts'
import { salvage } from './salvage.ts'

export interface Restoring {
  places: Places
  /** The file to take, which was found good; null begins an empty database. */
  from: string | null
  /** Names the folder that the present file goes to. */
  stamp: string
  /** Epoch milliseconds. */
  now: number
  /** This one, where it has a name. */
  machine: string | null
}

export type Restored = Replayed & {
  /** Folder with the file that was in use; null when there was none. */
  aside: string | null
}

/**
 * Fails by throwing what the file system or SQLite says. A kill at any moment leaves the old file,
 * the new one, or none; the journal stands until its lines are in the new one.
 */
export async function restoreDatabase(restoring: Restoring, signal: TaskSignal): Promise<Restored> {
  const { places, stamp } = restoring
  const draft = draftOf(places)
  let made: Awaited<ReturnType<typeof makeDraft>>
  try {
    removeDatabase(draft)
    made = await makeDraft(draft, restoring)
    signal.commit()
  } catch (thrown) {
    // Left there, it would be taken for the new file of a restore that was killed.
    removeDatabase(draft)
    throw thrown
  }
  // What another database's journal knew is in this one now, and it begins one of its own.
  const aside = setAside(places, stamp, made.lineage !== 'same')
  settleFile(draft, places.database)
  return { ...made.replayed, aside }
}

/** A whole database, ready to be used: what was asked for, and what only the present one knows. */
async function makeDraft(
  draft: string,
  { places, from, now, machine }: Restoring,
): Promise<{ replayed: Replayed; lineage: Lineage }> {
  const salvaged = salvage({ file: places.database, journal: places.journal })
  if (from !== null) copyWithLog(from, draft)
  const opened = await openStore({ file: draft, groups: ['model', 'client'], now })
  if (!opened.ok) throw Object.assign(new Error(opened.error.message), { code: 'SQLITE_CORRUPT' })
  await opened.value.close()

  const { head, lines } = readJournal(places.journal)
  const database = openFile(draft)
  try {
    database.pragma('foreign_keys = on')
    const identity = identityIn(database)
    const present = head?.database ?? statedIn(places.database)?.identity?.database
    const mark = newestMark(database)
    const isWhole = head !== null && (head.since ?? 0) <= mark
    const isOfHere = !identity?.machine || machine === null || identity.machine === machine
    const isSame = !present || !identity || present === identity.database
    const haveParted = !isOfHere && isWhole && (head.since ?? 0) < mark
    const lineage = !isSame ? 'other' : haveParted ? 'parted' : 'same'
    const isCovered = isSame && isOfHere && isWhole
    if (!isCovered && identity?.kind === 'connected') database.exec(markingCopied)
    if (identity && machine !== null) {
      const here = JSON.stringify({ ...identity, machine })
      database.prepare('update setting set value = ? where key = ?').run(here, identityKey)
    }
    const replayed = replay(database, [...salvaged, ...lines], lineage)
    // What the sync remembers is of another time: everything is read from the service again.
    database.prepare(`delete from setting where key = 'sync'`).run()
    database.pragma('wal_checkpoint(truncate)')
    database.pragma('journal_mode = delete')
    return { replayed, lineage }
  } finally {
    database.close()
  }
}

/** @returns the folder, or null when there was nothing */
function setAside(places: Places, stamp: string, journalToo: boolean): string | null {
  const files = [...filesOf(places.database), ...(journalToo ? [places.journal] : [])]
  const present = files.filter((file) => existsSync(file))
  if (present.length === 0) return null
  const folder = join(places.aside, stamp)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const file of present) renameSync(file, join(folder, file.slice(places.folder.length + 1)))
  syncPath(folder)
  return folder
}

/**
 * A database that lost its last commits, and a journal that did not: what is missing is brought
 * back. Answers how much, or null when nothing was missing.
 */
export function catchUp(input: { database: string; journal: string }): Replayed | null {
  const database = openFile(input.database, { fileMustExist: true, timeout: 5_000 })
  try {
    database.pragma('synchronous = full')
    database.pragma('foreign_keys = on')
    const { lines } = readJournal(input.journal)
    const mark = newestMark(database)
    const ahead = lines.filter((line) => line.n > mark)
    if (ahead.length === 0) return null
    const replayed = replay(database, lines, 'same')
    database.prepare(`delete from setting where key = 'sync'`).run()
    return replayed
  } finally {
    database.close()
  }
}
