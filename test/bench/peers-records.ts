/**
 * The entries of data.ts as plain records, which every store is filled with, and what every store
 * that is compared can do (`npm run bench -- peers`).
 */
import type { Store } from '#core/store/open/open-store.ts'
import { fold } from '#shared/rules/search-text.ts'

export interface PlainEntry {
  /** Stint's local id; entries made later go on counting. */
  id: number
  date: string
  /** Minutes from the beginning of the day. */
  start: number
  quantity: number
  increment: number
  /** Minutes. */
  total: number
  notes: string | null
  project: number
  task: number
  /** Everything that Stint's search looks into, folded: a store without a search looks here. */
  search: string
}

export interface PlainRecords {
  projects: { id: number; name: string }[]
  tasks: { id: number; name: string }[]
  entries: PlainEntry[]
}

/** An entry as a list shows it, with the names of its project and task. */
export interface Shown {
  id: number
  date: string
  start: number
  total: number
  notes: string | null
  project: string
  task: string
}

/** One store, as a person would write it with the means that its documentation recommends. */
export interface PeerStore {
  /** What is on the disk when a save is answered. */
  guarantee: string
  /** False: nothing is left when the process ends. */
  persists: boolean
  /** Puts the records into an empty store, and leaves it open. */
  fill(records: PlainRecords): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
  /** Null when there is none. */
  show(entry: PlainEntry): Promise<Shown | null>
  /** The newest 50: by date, start and id, descending. */
  newest(): Promise<Shown[]>
  /** The newest 50 with a folded word anywhere in `search`. */
  find(word: string): Promise<Shown[]>
  /** Of the days from the first to the last, both included. */
  total(from: string, to: string): Promise<{ minutes: number; entries: number }>
  save(entry: PlainEntry): Promise<void>
  remove(entry: PlainEntry): Promise<void>
  /** Runs before each turn, outside the measured time. */
  beforeTurn?(): void
}

export type MakePeerStore = (folder: string) => PeerStore | Promise<PeerStore>

/** Reads a filled store out, oldest entry first. */
export async function recordsOf({ db }: Store): Promise<PlainRecords> {
  const rows = await db
    .selectFrom('time_entry as e')
    .innerJoin('project as p', 'p.id', 'e.project_id')
    .innerJoin('client as c', 'c.id', 'p.client_id')
    .innerJoin('task as k', 'k.id', 'e.task_id')
    .innerJoin('user as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.date', 'e.start', 'e.quantity', 'e.increment', 'e.total', 'e.notes'])
    .select(['p.id as project', 'k.id as task'])
    .select(['p.name as projectName', 'p.code', 'c.name as client', 'c.code as clientCode'])
    .select(['k.name as taskName', 'u.name as user'])
    .orderBy('e.id')
    .execute()
  const named = (table: 'project' | 'task') =>
    db.selectFrom(table).select(['id', 'name']).orderBy('id').execute()
  return {
    projects: await named('project'),
    tasks: await named('task'),
    entries: rows.map(
      ({ projectName, code, client, clientCode, taskName, user, ...entry }): PlainEntry => ({
        ...(entry as Omit<PlainEntry, 'search'>),
        search: [entry.notes ?? '', projectName, code, client, clientCode, taskName, user]
          .map(fold)
          .join('\n'),
      }),
    ),
  }
}
