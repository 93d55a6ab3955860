/** Versions of times (shared/resources/time-version.ts) as the store reads them. */
import type { TimeWire } from '#shared/resources/time.ts'
import { timeVersionOf, type TimeVersion } from '#shared/resources/time-version.ts'
import { normaliseNote } from '#shared/rules/text.ts'
import type { Db } from './db.ts'

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

/** Reads a version out of a stored snapshot (JSON of a `TimeWire`). */
export const parseTimeVersion = (snapshot: string): TimeVersion =>
  timeVersionOf(JSON.parse(snapshot) as TimeWire)
