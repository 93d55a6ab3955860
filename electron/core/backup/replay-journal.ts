/**
 * Replays a journal into a database that is older than it: a restored backup, a new file, or one
 * that lost its last commits.
 *
 * Each line is a record's snapshot at a mark. A database that has issued that mark already contains
 * this state or a later one. Otherwise the snapshot is written with its remote id, its base version
 * and its open attempt, so an entry that was sent after the backup is not sent again, and one whose
 * reply was lost is probed first.
 */
import type Sqlite from 'better-sqlite3'
import { maximum } from '#shared/rules/extremes.ts'
import { latestLinePerRecord, type JournalLine } from './journal-format.ts'
import { newestJournalMark } from './inspect-database.ts'
import {
  createJournalRecordWriter,
  type LocalIdMap,
  type JournalRecordWriter,
} from './journal-record-writer.ts'
import { journaledResources, journaledTable, type JournaledResource } from './record-snapshot.ts'

export type Lineage = 'same' | 'other' | 'parted'

export interface ReplayResult {
  /** Entries and categories that were restored in a form that the service does not have. */
  unsent: number
  /** True when the running timer was restored. */
  timer: boolean
}

/**
 * @param lineage `same`: the journal was written for this database or for one that it was copied
 *   to. `other`: the ids of the two are unrelated; only unsent records are copied. `parted`: two
 *   copies of one database, each of which has issued ids of its own since then
 */
export function replayJournal(
  database: Sqlite.Database,
  lines: readonly JournalLine[],
  lineage: Lineage,
): ReplayResult {
  const writer = createJournalRecordWriter(database)
  const newest = latestLinePerRecord(lines)
  const highest = newest.at(-1)?.n ?? 0
  return database
    .transaction((): ReplayResult => {
      const mark = newestJournalMark(database)
      const missing = newest.filter((line) =>
        lineage === 'same' ? line.n > mark : isUnsentLine(line) || isNamed(line.resource),
      )
      if (lineage === 'same') {
        // Ids of the lost part are not issued again, because other lines refer to them.
        writer.raise('journal_mark', highest)
        for (const [table, local] of highestIds(newest)) writer.raise(table, local)
        writer.raise(
          'change',
          Math.max(0, maximum(newest.map(({ sync }) => Number(sync?.['sequence'] ?? 0)))),
        )
      }
      for (const organisation of new Set(missing.map(({ row }) => row?.['organisation_id']))) {
        if (typeof organisation === 'number') writer.ensureOrganisation(organisation)
      }
      const localIds: LocalIdMap = new Map()
      for (const resource of journaledResources) {
        for (const line of missing.filter((line) => line.resource === resource)) {
          if (lineage === 'same') putBack(writer, line, localIds)
          else if (lineage === 'other' || !joinItself(writer, line, localIds))
            bringOver(writer, line, localIds)
        }
      }
      const unsent = missing.filter((line) => !isNamed(line.resource) && isUnsentLine(line))
      return {
        unsent: unsent.filter(({ resource }) => resource !== 'timer').length,
        timer: missing.some(({ resource, row }) => resource === 'timer' && row !== null),
      }
    })
    .immediate()
}

/**
 * True for a record that the service does not have in this form, or that it may have without this
 * program knowing.
 */
export const isUnsentLine = ({ resource, row, sync, attached }: JournalLine): boolean =>
  resource === 'timer'
    ? row !== null
    : sync
      ? sync['dirty'] === 1 || sync['deleted'] === 1 || attached['attempt'] !== undefined
      : row !== null

/** True for records that entries refer to: they are copied with the entries. */
const isNamed = (resource: JournaledResource): boolean =>
  !['time', 'expense', 'category', 'timer'].includes(resource)

function highestIds(lines: readonly JournalLine[]): Map<string, number> {
  const highest = new Map<string, number>()
  for (const { resource, local } of lines) {
    if (resource === 'timer') continue
    const table = journaledTable(resource)
    highest.set(table, Math.max(highest.get(table) ?? 0, local))
  }
  return highest
}

function putBack(writer: JournalRecordWriter, line: JournalLine, localIds: LocalIdMap): void {
  const { resource, local } = line
  const remote = line.sync?.['remote_id']
  const carrier = typeof remote === 'number' ? writer.byRemote(resource, remote) : undefined
  const place = carrier ?? local
  // The same record twice: as it was before it was sent, and as it was pulled from the service.
  if (place !== local && writer.remoteOf(resource, local) === null) writer.remove(resource, local)
  localIds.set(`${resource}:${local}`, place)
  writer.put(line, place, localIds)
}

/**
 * For two copies that diverged: writes a record that both have as one, as it is in the line. Its
 * outcome is unknown where the other copy sent it.
 */
function joinItself(writer: JournalRecordWriter, line: JournalLine, localIds: LocalIdMap): boolean {
  const { resource, local, row, sync, attached } = line
  // Records made since the copies diverged are neither marked as copied nor probed.
  const isCopy = typeof sync?.['copied_at'] === 'number' || attached['attempt'] !== undefined
  const isKnown = typeof sync?.['remote_id'] === 'number'
  if (isNamed(resource) || row === null || !isCopy || isKnown) return false
  const itself = writer.itself(line)
  if (!itself) return false
  localIds.set(`${resource}:${local}`, local)
  if (itself['remote_id'] === null) {
    writer.put(line, local, localIds)
  } else {
    const { attempt: _, ...rest } = attached
    const copied_at = itself['copied_at'] ?? 0
    writer.put(
      { ...line, sync: { ...itself, dirty: 1, copied_at }, attached: rest },
      local,
      localIds,
    )
  }
  return true
}

function bringOver(writer: JournalRecordWriter, line: JournalLine, localIds: LocalIdMap): void {
  const { resource, local, row, sync } = line
  const remote = sync?.['remote_id']
  const carrier = typeof remote === 'number' ? writer.byRemote(resource, remote) : undefined
  const namesake =
    isNamed(resource) && typeof remote !== 'number' && typeof row?.['name'] === 'string'
      ? writer.byName(resource, row['name'])
      : undefined
  const place = resource === 'timer' ? 1 : (carrier ?? namesake ?? writer.freshId(resource))
  localIds.set(`${resource}:${local}`, place)
  // The record that others refer to exists here already, with its own sync row.
  if (isNamed(resource) && (carrier ?? namesake) !== undefined) return
  // A deletion of a record that this database never had.
  if (row === null && carrier === undefined) return
  writer.put(line, place, localIds)
}
