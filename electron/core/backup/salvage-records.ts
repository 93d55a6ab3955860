/** Reads, from a database that may be damaged, every record that the service does not have. */
import { existsSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { minimum } from '#shared/rules/extremes.ts'
import { openToReadAnything } from '../store/database/sqlite-file.ts'
import { newestJournalMark } from './inspect-database.ts'
import { readJournalExtent, type JournalLine } from './journal-format.ts'
import {
  referencedRecords,
  createSnapshotReader,
  type JournaledResource,
} from './record-snapshot.ts'

/**
 * Reads record by record and skips those that cannot be read. Includes records of all kinds that
 * changed last and that the journal may not have yet. Where the file does not state how new it is,
 * its records count as the journal's newest.
 */
export function salvageRecords(input: { file: string; journal: string }): JournalLine[] {
  if (!existsSync(input.file)) return []
  const lines: JournalLine[] = []
  let database: Sqlite.Database | undefined
  try {
    database = openToReadAnything(input.file)
    const reader = createSnapshotReader(database)
    const { position } = readJournalExtent(input.journal)
    const marks = marksIn(database, position)
    const seen = new Set<string>()
    const tell = (resource: JournaledResource, local: number): void => {
      const key = `${resource}:${local}`
      if (seen.has(key)) return
      seen.add(key)
      const state = attempt(() => reader.read(resource, local))
      if (!state) return
      for (const named of referencedRecords(state)) tell(named.resource, named.local)
      lines.push({ n: marks.of(resource, local), ...state })
    }
    for (const { resource, local } of recordsIn(database, position)) tell(resource, local)
  } catch (thrown) {
    if (!isSqlite(thrown)) throw thrown
    // Not even its tables can be read, so the journal alone has to suffice.
  } finally {
    database?.close()
  }
  return lines
}

/**
 * Returns the newest mark of each record; for one whose marks were deleted, the newest that it can
 * have had.
 */
function marksIn(database: Sqlite.Database, position: number) {
  const found = attempt(() => ({
    marks: database
      .prepare<[], { resource: string; local_id: number; id: number }>(
        'select resource, local_id, max(id) as id from journal_mark group by resource, local_id',
      )
      .all(),
    newest: newestJournalMark(database),
  }))
  const known = new Map(found?.marks.map((mark) => [`${mark.resource}:${mark.local_id}`, mark.id]))
  const oldest = minimum(known.values())
  const forgotten = known.size > 0 ? oldest - 1 : (found?.newest ?? position)
  // A higher number was never issued: the page with it is damaged.
  const within = (n: number) => Math.max(1, Math.min(n, position + marksBetween))
  return {
    of: (resource: JournaledResource, local: number) =>
      within(known.get(`${resource}:${local}`) ?? forgotten),
  }
}

/** A journal is never behind by more marks than this. */
const marksBetween = 10_000_000

function recordsIn(
  database: Sqlite.Database,
  position: number,
): { resource: JournaledResource; local: number }[] {
  const found = (text: string) =>
    attempt(() =>
      database.prepare<[], { resource: JournaledResource; local: number }>(text).all(),
    ) ?? []
  return [
    ...found('select resource, local_id as local from sync_record where dirty = 1 or deleted = 1'),
    ...found('select resource, local_id as local from attempt'),
    ...found(`select 'timer' as resource, id as local from timer`),
    ...found(`select resource, local_id as local from journal_mark where id > ${position}`),
  ]
}

/** Returns the value, or undefined where the file cannot be read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (thrown) {
    if (isSqlite(thrown)) return undefined
    throw thrown
  }
}

const isSqlite = (thrown: unknown): boolean =>
  String((thrown as { code?: unknown } | null)?.code).startsWith('SQLITE_')
