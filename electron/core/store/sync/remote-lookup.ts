/**
 * Looks up the remote ids of records of several resources at once, for rows that refer to many
 * others.
 */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { SyncedResource } from '../tables/index.ts'

/** Returns the remote id of a local record, or null while it has none. */
export type RemoteLookup = (resource: SyncedResource, local: number) => number | null

/**
 * Looks all of them up with one statement.
 * @param locals local ids; duplicates and undefined are allowed
 */
export async function createRemoteLookup(
  db: Db,
  locals: Partial<Record<SyncedResource, readonly (number | undefined)[]>>,
): Promise<RemoteLookup> {
  const pairs = new Map<string, [SyncedResource, number]>()
  for (const resource of Object.keys(locals) as SyncedResource[]) {
    for (const local of locals[resource] ?? []) {
      if (local !== undefined) pairs.set(`${resource} ${local}`, [resource, local])
    }
  }
  if (pairs.size === 0) return () => null
  const rows = await remotesOfPairs(db, { pairs: JSON.stringify([...pairs.values()]) })
  const remotes = new Map(rows.map((row) => [`${row.resource} ${row.local_id}`, row.remote_id]))
  return (resource, local) => remotes.get(`${resource} ${local}`) ?? null
}

const remotesOfPairs = prepared(
  (_, values: { pairs: string }) => sql<{
    resource: SyncedResource
    local_id: number
    remote_id: number
  }>`
    select r.resource, r.local_id, r.remote_id
    from json_each(${values.pairs}) pair cross join sync_record r
      on r.resource = pair.value ->> 0 and r.local_id = pair.value ->> 1
    where r.remote_id is not null`,
)
