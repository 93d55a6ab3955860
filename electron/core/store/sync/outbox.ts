/** The outbox: lists unsent records. */
import { sql } from 'kysely'
import type { OutboxState } from '#shared/ipc/call-results.ts'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import { readRecordStates } from './record-states.ts'
import type { EntryResource } from '../tables/index.ts'

export interface OutboxRecord {
  resource: EntryResource
  local: number
  what: 'new' | 'changed' | 'deleted'
  state: OutboxState
  /** When the person last changed it, epoch milliseconds; null if unknown. */
  at: number | null
}

interface UnsentRow {
  local_id: number
  deleted: number
  mapped: number
  sequence: number
  at: number | null
  attempted: number
  unknown: number
}

const resources = ['time', 'expense', 'category'] as const

/**
 * Reads the newest `limit` unsent records and their total. Records that wait for a decision are in
 * the inbox instead.
 */
export async function readOutboxRecords(
  db: Db,
  limit: number,
): Promise<{ records: OutboxRecord[]; total: number }> {
  const entries: { sequence: number; record: OutboxRecord }[] = []
  let total = 0
  for (const resource of resources) {
    const [count] = await countOf(db, { resource })
    total += Number(count!.n)
    const rows = await newestOf(db, { resource, limit })
    const locals = rows.filter((row) => row.deleted === 0).map((row) => row.local_id)
    const states = await readRecordStates(db, resource, locals)
    for (const row of rows) {
      const state = states.get(row.local_id)?.state
      entries.push({
        sequence: row.sequence,
        record: {
          resource,
          local: row.local_id,
          what: row.deleted ? 'deleted' : row.mapped ? 'changed' : 'new',
          state: row.unknown
            ? 'checking'
            : row.attempted
              ? 'sending'
              : state === 'held' || state === 'draft'
                ? state
                : 'pending',
          at: row.at,
        },
      })
    }
  }
  const newest = entries.toSorted((one, other) => other.sequence - one.sequence).slice(0, limit)
  return { records: newest.map(({ record }) => record), total }
}

// Without the index hint SQLite scans all records instead of the few unsent ones.
const unsent = (resource: EntryResource) => sql`
  sync_record r indexed by sync_record_unsent
  where r.resource = ${resource} and (r.dirty = 1 or r.deleted = 1) and r.parked is null`

const countOf = prepared(
  (_, values: { resource: EntryResource }) =>
    sql<{ n: number }>`select count(*) as n from ${unsent(values.resource)}`,
)

const newestOf = prepared(
  (_, values: { resource: EntryResource; limit: number }) => sql<UnsentRow>`
    select
      u.*,
      (select at from change c where c.id = u.sequence) as at,
      a.id is not null as attempted,
      a.quarantine_until is not null as unknown
    from (
      select r.resource, r.local_id, r.deleted, r.remote_id is not null as mapped, r.sequence
      from ${unsent(values.resource)}
      order by r.sequence desc limit ${values.limit}
    ) u
    left join attempt a on a.resource = u.resource and a.local_id = u.local_id
    order by u.sequence desc`,
)
