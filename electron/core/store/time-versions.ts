/**
 * A time as the two sides compare it: only what a person decides, with the service's ids. Local,
 * base and remote versions all take this shape, so that merging never sees a row.
 */
import { normaliseNote } from '#shared/rules/text.ts'
import type { TimeWire } from '#shared/resources/time.ts'
import type { Db } from './db.ts'

export interface TimeVersion {
  /** The service's ids; null while only this machine knows the project or task. */
  project_id: number | null
  task_id: number | null
  date: string
  start: number
  quantity: number
  notes: string | null
  /** Minutes of one increment; decides together with quantity how long the entry is. */
  increment: number
}

/** The version that stands here, or undefined when the entry is gone. */
export async function localTimeVersion(db: Db, local: number): Promise<TimeVersion | undefined> {
  const row = await db
    .selectFrom('time_entry as t')
    .leftJoin('sync_record as p', (join) =>
      join.onRef('p.local_id', '=', 't.project_id').on('p.resource', '=', 'project'),
    )
    .leftJoin('sync_record as k', (join) =>
      join.onRef('k.local_id', '=', 't.task_id').on('k.resource', '=', 'task'),
    )
    .select([
      'p.remote_id as project_id',
      'k.remote_id as task_id',
      't.date',
      't.start',
      't.quantity',
      't.notes',
      't.increment',
    ])
    .where('t.id', '=', local)
    .executeTakeFirst()
  return row && { ...row, notes: normaliseNote(row.notes) }
}

/** The version inside a record of the service. */
export const timeVersionOf = (wire: TimeWire): TimeVersion => ({
  project_id: wire.project.id,
  task_id: wire.task.id,
  date: wire.date,
  start: wire.start,
  quantity: wire.quantity,
  notes: normaliseNote(wire.notes),
  increment: wire.increment,
})

/** Reads a version out of a stored snapshot (JSON of a `TimeWire`). */
export const parseTimeVersion = (snapshot: string): TimeVersion =>
  timeVersionOf(JSON.parse(snapshot) as TimeWire)

/**
 * True when nothing that a person decides differs. The increment is the service's to say, so it
 * does not count.
 */
export const sameTimeVersion = (one: TimeVersion, other: TimeVersion): boolean =>
  one.project_id === other.project_id &&
  one.task_id === other.task_id &&
  one.date === other.date &&
  one.start === other.start &&
  one.quantity === other.quantity &&
  one.notes === other.notes
