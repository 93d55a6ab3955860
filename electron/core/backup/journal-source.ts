/** What the journal has yet to be told: read by a connection of its own, a few marks at a time. */
import { openToRead } from '../store/sqlite-file.ts'
import { recordLine } from './journal-lines.ts'
import { namesOf, stateReader, type KeptResource } from './record-state.ts'

/** So many marks are read in one step, which takes some 2 ms. */
const atOnce = 40

interface Mark {
  id: number
  resource: KeptResource
  local_id: number
}

export interface Due {
  /** The newest mark that it takes in. */
  position: number
  text: string
  /** Records that others name and that it tells of for the first time. */
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
  /** The lines of the marks after this one; null when there are none. */
  next(position: number): Due | null
  /** They are written: what they name need not be told again. */
  written(due: Due): void
  close(): void
}

export function openSource(file: string): JournalSource {
  const database = openToRead(file, { timeout: 5 })
  const reader = stateReader(database)
  const due = database.prepare<[number], Mark>(
    `select id, resource, local_id from journal_mark where id > ? order by id limit ${atOnce}`,
  )
  /** Records that others name, and that were told of before. */
  const told = new Set<string>()

  /**
   * The lines of the next marks, in their order, so that a line which is cut short is the newest;
   * null when nothing is due. What a record became later than its mark stands in its line already,
   * and once more when its own turn comes.
   */
  const next = database.transaction((position: number): Due | null => {
    const marks = due.all(position)
    if (marks.length === 0) return null
    let text = ''
    const named = new Set<string>()
    const tell = (n: number, resource: KeptResource, local: number): void => {
      const state = reader.read(resource, local)
      for (const other of namesOf(state)) {
        const key = `${other.resource}:${other.local}`
        if (told.has(key) || named.has(key)) continue
        named.add(key)
        tell(n, other.resource, other.local)
      }
      text += recordLine({ n, ...state })
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
