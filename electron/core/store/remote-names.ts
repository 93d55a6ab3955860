/** Reads the names of referenced records by remote id. */
import type { Db } from './db.ts'
import { findLocal } from './sync-records.ts'

export type NamedResource = 'project' | 'task' | 'charge'

/** Returns the name, or null where the record does not exist here or has none. */
export async function nameOfRemote(
  db: Db,
  resource: NamedResource,
  remote: number,
): Promise<string | null> {
  const local = await findLocal(db, resource, remote)
  if (local === undefined) return null
  const row = await db
    .selectFrom(resource)
    .select('name')
    .where('id', '=', local)
    .executeTakeFirst()
  return row?.name ? row.name : null
}
