/** Reads what the journal still lacks, on a separate connection, a few marks at a time. */
import { openToRead } from '../store/database/sqlite-file.ts'
import { formatJournalLine } from './journal-format.ts'
import {
  referencedRecords,
  createSnapshotReader,
  type JournaledResource,
} from './record-snapshot.ts'

/** Marks that are read in one step, which takes about 2 ms. */
const atOnce = 40

interface Mark {
  id: number
  resource: JournaledResource
  local_id: number
}

export interface PendingLines {
  /** The newest mark that it includes. */
  position: number
  text: string
  /** Records that others refer to and that it includes for the first time. */
  named: ReadonlySet<string>
}

/** The newest mark of each record, oldest first. */
function lastOfEach(marks: readonly Mark[]): Mark[] {
  const last = new Map<string, Mark>()
  for (const mark of marks) {
    const key = `${mark.resource}:${mark.local_id}`
    last.delete(key)
    last.set(key, mark)
  }
  return [...last.values()]
}

export interface JournalSource {
  /** Returns the lines of the marks after this one; null when there are none. */
  next(position: number): PendingLines | null
  /** Confirms that they are written: the records that they refer to are not included again. */
  written(due: PendingLines): void
  close(): void
}

export function openJournalSource(file: string): JournalSource {
  const database = openToRead(file, { timeout: 5 })
  const reader = createSnapshotReader(database)
  const due = database.prepare<[number], Mark>(
    `select id, resource, local_id from journal_mark where id > ? order by id limit ${atOnce}`,
  )
  /** Records that others refer to and that were included before. */
  const told = new Set<string>()

  /**
   * Returns the lines of the next marks in order, so that a line which is truncated is the newest;
   * null when nothing is due. A line already contains changes that its record got after the mark.
   * They are written once more when their own mark is reached.
   */
  const next = database.transaction((position: number): PendingLines | null => {
    const marks = due.all(position)
    if (marks.length === 0) return null
    let text = ''
    const named = new Set<string>()
    const tell = (n: number, resource: JournaledResource, local: number): void => {
      const state = reader.read(resource, local)
      for (const other of referencedRecords(state)) {
        const key = `${other.resource}:${other.local}`
        if (told.has(key) || named.has(key)) continue
        named.add(key)
        tell(n, other.resource, other.local)
      }
      text += formatJournalLine({ n, ...state })
    }
    for (const { id, resource, local_id } of lastOfEach(marks)) tell(id, resource, local_id)
    return { position: marks.at(-1)!.id, text, named }
  })

  return {
    next,
    written({ named }) {
      for (const key of named) told.add(key)
    },
    close: () => void database.close(),
  }
}
