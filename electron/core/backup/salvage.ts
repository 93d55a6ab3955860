/** What can be read of a database that may be damaged: every record that the service has not. */
import { existsSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { openToReadAnything } from '../store/sqlite-file.ts'
import { newestMark } from './inspect.ts'
import { journalEnds, type JournalLine } from './journal-lines.ts'
import { namesOf, stateReader, type KeptResource } from './record-state.ts'

/**
 * Reads record by record: one that cannot be read is passed over. Also those that changed last and
 * that the journal may not have yet, whatever they are. Where the file does not say how new it is,
 * its records count as the journal's newest.
 */
export function salvage(input: { file: string; journal: string }): JournalLine[] {
  if (!existsSync(input.file)) return []
  const lines: JournalLine[] = []
  let database: Sqlite.Database | undefined
  try {
    database = openToReadAnything(input.file)
    const reader = stateReader(database)
    const { position } = journalEnds(input.journal)
    const marks = marksIn(database, position)
    const seen = new Set<string>()
    const tell = (resource: KeptResource, local: number): void => {
      const key = `${resource}:${local}`
      if (seen.has(key)) return
      seen.add(key)
      const state = attempt(() => reader.read(resource, local))
      if (!state) return
      for (const named of namesOf(state)) tell(named.resource, named.local)
      lines.push({ n: marks.of(resource, local), ...state })
    }
    for (const { resource, local } of recordsIn(database, position)) tell(resource, local)
  } catch (thrown) {
    if (!isSqlite(thrown)) throw thrown
    // Not even its tables can be read: the journal has to do.
  } finally {
    database?.close()
  }
  return lines
}

/** The newest mark of each record; of one whose marks were forgotten, the newest that it can be. */
function marksIn(database: Sqlite.Database, position: number) {
  const found = attempt(() => ({
    marks: database
      .prepare<[], { resource: string; local_id: number; id: number }>(
        'select resource, local_id, max(id) as id from journal_mark group by resource, local_id',
      )
      .all(),
    newest: newestMark(database),
  }))
  const known = new Map(found?.marks.map((mark) => [`${mark.resource}:${mark.local_id}`, mark.id]))
  const oldest = Math.min(...known.values())
  const forgotten = known.size > 0 ? oldest - 1 : (found?.newest ?? position)
  // A number beyond that was never given out: the page with it is damaged.
  const within = (n: number) => Math.max(1, Math.min(n, position + marksBetween))
  return {
    of: (resource: KeptResource, local: number) =>
      within(known.get(`${resource}:${local}`) ?? forgotten),
  }
}

/** More than a journal is ever behind. */
const marksBetween = 10_000_000

function recordsIn(
  database: Sqlite.Database,
  position: number,
): { resource: KeptResource; local: number }[] {
  const found = (text: string) =>
    attempt(() => database.prepare<[], { resource: KeptResource; local: number }>(text).all()) ?? []
  return [
    ...found('select resource, local_id as local from sync_record where dirty = 1 or deleted = 1'),
    ...found('select resource, local_id as local from attempt'),
    ...found(`select 'timer' as resource, id as local from timer`),
    ...found(`select resource, local_id as local from journal_mark where id > ${position}`),
  ]
}

/** The value, or undefined where the file cannot give it. */
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
