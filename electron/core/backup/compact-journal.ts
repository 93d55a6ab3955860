/** Compacts the journal. Runs on a worker. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { minimum } from '#shared/rules/extremes.ts'
import { openFile, openToReadAnything } from '../store/database/sqlite-file.ts'
import { beginFile, fsyncPath } from '../unfinished-file.ts'
import { newestJournalMark } from './inspect-database.ts'
import {
  formatJournalHead,
  latestLinePerRecord,
  readJournal,
  formatJournalLine,
  type JournalLine,
} from './journal-format.ts'
import type { AccountPaths } from './account-paths.ts'
import { isUnsentLine } from './replay-journal.ts'

/** A journal shorter than this is left as it is, bytes, unless it has lines of forgotten records. */
const worthwhile = 256 * 1024
/**
 * At least this many unsent records are kept, regardless of what the backups have. An account
 * without a service has more.
 */
const always = 5_000

/**
 * Rewrites the journal with the newest line of each record that matters: those that a restored
 * backup would lack, and those that are unsent. Lines that every backup contains are dropped, and all
 * earlier lines, so that nothing stays of a record that was deleted forever.
 * Returns the journal's new length in bytes, or null when it was left as it was.
 */
export function compactJournal(paths: AccountPaths): number | null {
  if (!existsSync(paths.journal)) return null
  const { head, lines } = readJournal(paths.journal)
  if (!head) return null
  const newest = latestLinePerRecord(lines)
  if (statSync(paths.journal).size < worthwhile && !hasForgotten(lines, newest)) return null
  const oldest = oldestMark(paths)
  const unsent = newest.filter(isUnsentLine)
  const needed = newest.filter(
    (line) =>
      line.n > oldest ||
      !['time', 'expense'].includes(line.resource) ||
      (unsent.length <= always && isUnsentLine(line)),
  )
  const last = newest.at(-1)
  // The newest line states how far the journal has come.
  if (last && !needed.includes(last)) needed.push(last)
  const file = beginFile(paths.journal)
  try {
    file.write(formatJournalHead(head.database, Math.max(head.since ?? 0, oldest)))
    for (const line of needed) file.write(formatJournalLine(line))
    file.finish()
  } finally {
    file.discard()
  }
  fsyncPath(paths.folder)
  forgetMarks(paths.database, last?.n ?? 0)
  return statSync(paths.journal).size
}

/** True when the journal has earlier lines of a record of which nothing is left. */
function hasForgotten(lines: readonly JournalLine[], newest: readonly JournalLine[]): boolean {
  const keyOf = ({ resource, local }: JournalLine) => `${resource}:${local}`
  const gone = newest.filter(({ row, sync, attached }) => !row && !sync && !attached['trash'])
  const last = new Map(gone.map((line) => [keyOf(line), line]))
  return lines.some((line) => (last.get(keyOf(line)) ?? line) !== line)
}

/** Returns the mark up to which every backup is complete; 0 while there is none. */
function oldestMark(paths: AccountPaths): number {
  if (!existsSync(paths.backups)) return 0
  const files = readdirSync(paths.backups).filter((name) => name.endsWith('.db'))
  const marks = files.map((name) => {
    const database = openToReadAnything(join(paths.backups, name))
    try {
      return newestJournalMark(database)
    } finally {
      database.close()
    }
  })
  return marks.length > 0 ? minimum(marks) : 0
}

function forgetMarks(file: string, upTo: number): void {
  const database = openFile(file, { fileMustExist: true, timeout: 5_000 })
  try {
    database.prepare('delete from journal_mark where id <= ?').run(upTo)
  } finally {
    database.close()
  }
}
