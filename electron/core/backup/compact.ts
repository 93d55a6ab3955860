/** Making the journal short again. For a worker. */
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { openFile, openToReadAnything } from '../store/sqlite-file.ts'
import { settleFile } from './copy.ts'
import { newestMark } from './inspect.ts'
import { headLine, newestOf, readJournal, recordLine } from './journal-lines.ts'
import type { Places } from './places.ts'
import { isUnsent } from './replay.ts'

/** A shorter journal than this is left as it is. */
const worthwhile = 256 * 1024
/** So many unsent records are kept whatever the backups hold; an account without a service has more. */
const always = 5_000

/**
 * Writes the newest line of each record that counts: of those that a restored backup would need to
 * be told of, and of those that are unsent. What every backup holds as it stands is left out.
 * Answers the journal's new length in bytes, or null when it was left as it was.
 */
export function compactJournal(places: Places): number | null {
  if (!existsSync(places.journal) || statSync(places.journal).size < worthwhile) return null
  const descriptor = openSync(places.journal, 'r')
  try {
    const { head, lines } = readJournal(places.journal)
    if (!head) return null
    const { size } = fstatSync(descriptor)
    const newest = newestOf(lines)
    const oldest = oldestMark(places)
    const unsent = newest.filter(isUnsent)
    const needed = newest.filter(
      (line) =>
        line.n > oldest ||
        !['time', 'expense'].includes(line.resource) ||
        (unsent.length <= always && isUnsent(line)),
    )
    const last = newest.at(-1)
    // The newest line says how far the journal has come.
    if (last && !needed.includes(last)) needed.push(last)
    const draft = `${places.journal}.unfinished`
    const written = openSync(draft, 'w', 0o600)
    try {
      writeSync(written, headLine(head.database, Math.max(head.since ?? 0, oldest)))
      for (const line of needed) writeSync(written, recordLine(line))
      // Another process may have written on meanwhile.
      const grown = Buffer.alloc(fstatSync(descriptor).size - size)
      readSync(descriptor, grown, 0, grown.length, size)
      writeSync(written, grown)
    } finally {
      closeSync(written)
    }
    settleFile(draft, places.journal)
    forgetMarks(places.database, last?.n ?? 0)
    return statSync(places.journal).size
  } finally {
    closeSync(descriptor)
  }
}

/** The mark up to which every backup knows everything; 0 while there is none. */
function oldestMark(places: Places): number {
  if (!existsSync(places.backups)) return 0
  const files = readdirSync(places.backups).filter((name) => name.endsWith('.db'))
  const marks = files.map((name) => {
    const database = openToReadAnything(join(places.backups, name))
    try {
      return newestMark(database)
    } finally {
      database.close()
    }
  })
  return marks.length > 0 ? Math.min(...marks) : 0
}

function forgetMarks(file: string, upTo: number): void {
  const database = openFile(file, { fileMustExist: true, timeout: 5_000 })
  try {
    database.prepare('delete from journal_mark where id <= ?').run(upTo)
  } finally {
    database.close()
  }
}
