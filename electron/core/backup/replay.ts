/**
 * Brings what a journal knows into a database that is older than it: a restored backup, a fresh
 * file, or one that lost its last commits.
 *
 * Every line says how a record stood at a mark. A database that has given out that mark holds the
 * line's state or a later one; else it is put in as it stood, with the service's id, what the
 * service last acknowledged, and the request whose answer is open. So an entry that was sent
 * after the backup was made is not sent again, and one whose answer was lost is looked for first.
 */
import type Sqlite from 'better-sqlite3'
import { newestOf, type JournalLine } from './journal-lines.ts'
import { newestMark } from './inspect.ts'
import { recordWriter, type Places, type RecordWriter } from './put-record.ts'
import { keptResources, tableOf, type KeptResource } from './record-state.ts'

export type Lineage = 'same' | 'other' | 'parted'

export interface Replayed {
  /** Entries and categories that were brought back in a form that the service does not have. */
  unsent: number
  /** True when the running timer was brought back. */
  timer: boolean
}

/**
 * @param lineage `same`: the journal was written for this database or for one that it was copied
 *   to. `other`: ids of the two have nothing to do with each other; only what is unsent comes over.
 *   `parted`: copies of one, each with ids of its own since then
 */
export function replay(
  database: Sqlite.Database,
  lines: readonly JournalLine[],
  lineage: Lineage,
): Replayed {
  const writer = recordWriter(database)
  const newest = newestOf(lines)
  const highest = newest.at(-1)?.n ?? 0
  return database
    .transaction((): Replayed => {
      const mark = newestMark(database)
      const missing = newest.filter((line) =>
        lineage === 'same' ? line.n > mark : isUnsent(line) || isNamed(line.resource),
      )
      if (lineage === 'same') {
        // Numbers of the lost part are not given out again: other lines name them.
        writer.raise('journal_mark', highest)
        for (const [table, local] of highestIds(newest)) writer.raise(table, local)
        writer.raise(
          'change',
          Math.max(0, ...newest.map(({ sync }) => Number(sync?.['sequence'] ?? 0))),
        )
      }
      for (const organisation of new Set(missing.map(({ row }) => row?.['organisation_id']))) {
        if (typeof organisation === 'number') writer.ensureOrganisation(organisation)
      }
      const places: Places = new Map()
      for (const resource of keptResources) {
        for (const line of missing.filter((line) => line.resource === resource)) {
          if (lineage === 'same') putBack(writer, line, places)
          else if (lineage === 'other' || !joinItself(writer, line, places))
            bringOver(writer, line, places)
        }
      }
      const unsent = missing.filter((line) => !isNamed(line.resource) && isUnsent(line))
      return {
        unsent: unsent.filter(({ resource }) => resource !== 'timer').length,
        timer: missing.some(({ resource, row }) => resource === 'timer' && row !== null),
      }
    })
    .immediate()
}

/** What the service does not have in this form, or may have without our knowing. */
export const isUnsent = ({ resource, row, sync, attached }: JournalLine): boolean =>
  resource === 'timer'
    ? row !== null
    : sync
      ? sync['dirty'] === 1 || sync['deleted'] === 1 || attached['attempt'] !== undefined
      : row !== null

/** Records that entries name: they come over with them. */
const isNamed = (resource: KeptResource): boolean =>
  !['time', 'expense', 'category', 'timer'].includes(resource)

function highestIds(lines: readonly JournalLine[]): Map<string, number> {
  const highest = new Map<string, number>()
  for (const { resource, local } of lines) {
    if (resource === 'timer') continue
    const table = tableOf(resource)
    highest.set(table, Math.max(highest.get(table) ?? 0, local))
  }
  return highest
}

function putBack(writer: RecordWriter, line: JournalLine, places: Places): void {
  const { resource, local } = line
  const remote = line.sync?.['remote_id']
  const carrier = typeof remote === 'number' ? writer.byRemote(resource, remote) : undefined
  const place = carrier ?? local
  // The same record twice: as it was before it was sent, and as it came back from the service.
  if (place !== local && writer.remoteOf(resource, local) === null) writer.remove(resource, local)
  places.set(`${resource}:${local}`, place)
  writer.put(line, place, places)
}

/**
 * Of two copies that parted: what both have is one record, as it stands in the line, and of unknown
 * fate where the other one was sent.
 */
function joinItself(writer: RecordWriter, line: JournalLine, places: Places): boolean {
  const { resource, local, row, sync, attached } = line
  // What was made since they parted is neither marked as copied nor looked for.
  const isCopy = typeof sync?.['copied_at'] === 'number' || attached['attempt'] !== undefined
  const isKnown = typeof sync?.['remote_id'] === 'number'
  if (isNamed(resource) || row === null || !isCopy || isKnown) return false
  const itself = writer.itself(line)
  if (!itself) return false
  places.set(`${resource}:${local}`, local)
  if (itself['remote_id'] === null) {
    writer.put(line, local, places)
  } else {
    const { attempt: _, ...rest } = attached
    const copied_at = itself['copied_at'] ?? 0
    writer.put({ ...line, sync: { ...itself, dirty: 1, copied_at }, attached: rest }, local, places)
  }
  return true
}

function bringOver(writer: RecordWriter, line: JournalLine, places: Places): void {
  const { resource, local, row, sync } = line
  const remote = sync?.['remote_id']
  const carrier = typeof remote === 'number' ? writer.byRemote(resource, remote) : undefined
  const namesake =
    isNamed(resource) && typeof remote !== 'number' && typeof row?.['name'] === 'string'
      ? writer.byName(resource, row['name'])
      : undefined
  const place = resource === 'timer' ? 1 : (carrier ?? namesake ?? writer.freshId(resource))
  places.set(`${resource}:${local}`, place)
  // What others name is there already, and its own way of standing to the service with it.
  if (isNamed(resource) && (carrier ?? namesake) !== undefined) return
  // A deletion of something that this database never had.
  if (row === null && carrier === undefined) return
  writer.put(line, place, places)
}
