/** The work that the person did recently, and their favorites. */
import { sql } from 'kysely'
import { prepared } from '../database/prepared-query.ts'
import type { Db } from '../database/db.ts'
import { isOwnEntry, type OwnershipRule } from './current-user.ts'
import { readSetting, writeSetting } from './settings.ts'

/** Work, by local ids. */
export interface WorkRow {
  project: number
  task: number
  notes: string | null
}

/** The newest entry with this work; its end follows from `start` and `minutes`. */
export interface RecentRow {
  work: WorkRow
  date: string
  start: number
  minutes: number
}

/** Entries per read, and the maximum number of entries to search, newest first. */
const [step, looked] = [200, 2000]

const newest = prepared((db, values: { organisation: number; limit: number; skip: number }) =>
  db
    .selectFrom('time_entry')
    .select(['project_id', 'task_id', 'notes', 'user_id', 'date', 'start', 'quantity', 'increment'])
    .where('organisation_id', '=', values.organisation)
    .orderBy('date', 'desc')
    .orderBy('start', 'desc')
    .orderBy('tie', 'desc')
    .limit(values.limit)
    .offset(values.skip),
)

/**
 * Lists recent work, newest first, without duplicates of project, task and notes.
 * @param isOffered false for work that cannot be started again
 */
export async function readRecentWork(
  db: Db,
  organisation: number,
  mine: OwnershipRule,
  limit: number,
  isOffered: (work: WorkRow) => Promise<boolean>,
): Promise<RecentRow[]> {
  const found = new Map<string, RecentRow | null>()
  const offered = () => [...found.values()].filter((row) => row !== null)
  for (let skip = 0; skip < looked; skip += step) {
    const rows = await newest(db, { organisation, limit: step, skip })
    for (const { project_id: project, task_id: task, ...row } of rows) {
      const key = `${project} ${task} ${row.notes ?? ''}`
      if (project === null || task === null || found.has(key)) continue
      if (!isOwnEntry(mine, row.user_id)) continue
      const work = { project, task, notes: row.notes }
      const { date, start } = row
      const entry = { work, date, start, minutes: row.quantity * row.increment }
      found.set(key, (await isOffered(work)) ? entry : null)
      if (offered().length === limit) return offered()
    }
    if (rows.length < step) break
  }
  return offered()
}

/** The newest entry of a project or a task, by its local id. */
export interface LastUseRow {
  local: number
  date: string
  start: number
  minutes: number
}

/** Reads the person's newest entry of each project or task that has one. */
export const readLastUses = (
  db: Db,
  organisation: number,
  { me, everything }: OwnershipRule,
  kind: 'project' | 'task',
): Promise<LastUseRow[]> => lastUses(db, { organisation, me, everything: everything ? 1 : 0 }, kind)

const lastUses = prepared(
  (
    _,
    values: { organisation: number; me: number | null; everything: 0 | 1 },
    kind: 'project' | 'task',
  ) => sql<LastUseRow>`
    select r.id as local, t.date, t.start, t.total as minutes
    from ${sql.table(kind)} r join time_entry t on t.id = (
      select e.id from time_entry e where e.${sql.ref(`${kind}_id`)} = r.id
      and (${values.everything} = 1 or e.user_id = ${values.me})
      order by e.date desc, e.start desc, e.tie desc limit 1)
    where r.organisation_id = ${values.organisation}`,
)

const favoritesKey = 'favourites'

/** The person's favorites, in their order. */
export const readFavorites = (db: Db): Promise<WorkRow[]> =>
  readSetting<WorkRow[]>(db, favoritesKey, [])

export const writeFavorites = (db: Db, work: readonly WorkRow[]): Promise<void> =>
  writeSetting(db, favoritesKey, work)

/** Points favorites to another record, into which the former one was merged. */
export async function repointFavorites(
  db: Db,
  field: 'project' | 'task',
  from: number,
  to: number,
): Promise<void> {
  const work = await readFavorites(db)
  if (!work.some((row) => row[field] === from)) return
  await writeFavorites(
    db,
    work.map((row) => (row[field] === from ? { ...row, [field]: to } : row)),
  )
}
