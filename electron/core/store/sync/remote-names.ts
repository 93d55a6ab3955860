/** Reads the names of referenced records by remote id. */
import type { Db } from '../database/db.ts'
import { findLocalId } from './sync-records.ts'

export type NamedResource = 'project' | 'task' | 'charge'

/** Returns the name, or null where the record does not exist here or has none. */
export async function readRemoteName(
  db: Db,
  resource: NamedResource,
  remote: number,
): Promise<string | null> {
  const local = await findLocalId(db, resource, remote)
  if (local === undefined) return null
  const row = await db
    .selectFrom(resource)
    .select('name')
    .where('id', '=', local)
    .executeTakeFirst()
  return row?.name ? row.name : null
}
