/**
 * What acts created here some time ago and was not sent since: another computer may have done the
 * same in the meantime (SYNC.md, One act on two computers).
 */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import { isSendableSql } from '../sync/record-states.ts'
import { modelTable } from '../sync/sync-records.ts'

interface Moment {
  now: number
  /** Epoch milliseconds; a date after `now` is from before the clock was set back. */
  before: number
}

/** Returns the days of creates that can be sent now, in their order. */
export async function readDaysOfWaitingActs(
  db: Db,
  resource: 'time' | 'expense',
  moment: Moment,
): Promise<string[]> {
  return (await daysOfWaiting(db, moment, resource)).map(({ date }) => date)
}

// Without the index hint SQLite scans all records, instead of the few unsent ones.
const daysOfWaiting = prepared(
  (_, { now, before }: Moment, resource: 'time' | 'expense') => sql<{ date: string }>`
    select distinct e.date from sync_record r indexed by sync_record_unsent
    cross join ${sql.table(modelTable(resource))} e on e.id = r.local_id
    join entry_uid u on u.resource = r.resource and u.local_id = r.local_id
    where r.resource = ${sql.lit(resource)} and r.dirty = 1 and r.deleted = 0
    and r.remote_id is null and r.parked is null and ${isSendableSql(resource, 'r.local_id')}
    and exists (
      select 1 from history h join change c on c.id = h.change_id
      where h.resource = r.resource and h.local_id = r.local_id and h.before is null
      and (c.at < ${before} or c.at > ${now}))
    and not exists (
      select 1 from attempt a where a.resource = r.resource and a.local_id = r.local_id)
    order by e.date`,
)
