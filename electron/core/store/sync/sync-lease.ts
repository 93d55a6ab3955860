/**
 * The lease that lets one process at a time sync an account. It ends at a set instant, which the
 * holder keeps extending.
 */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'

const key = sql.lit('sync-lease')
const storedField = (field: 'owner' | 'until') =>
  sql`json_extract(setting.value, ${sql.lit(`$.${field}`)})`

/**
 * Takes or extends the lease; false while another process holds it. A single statement, which takes
 * the write lock, so that no other process comes between its read and its write.
 * @param lease.now epoch milliseconds
 * @param lease.until its end; a stored lease that ends later was written before the clock was set
 *   back
 */
export async function takeLease(
  db: Db,
  lease: { owner: string; now: number; until: number },
): Promise<boolean> {
  const rows = await taken(db, lease)
  return rows.length > 0
}

const taken = prepared(
  (_, { owner, now, until }: { owner: string; now: number; until: number }) => sql<object>`
    insert into setting (key, value)
    values (${key}, json_object('owner', ${owner}, 'until', ${until}))
    on conflict (key) do update set value = excluded.value
    where ${storedField('owner')} is null or ${storedField('owner')} = ${owner}
    or ${storedField('until')} <= ${now} or ${storedField('until')} > ${until}
    returning key`,
)

export async function giveLeaseBack(db: Db, owner: string): Promise<void> {
  await givenBack(db, { owner })
}

const givenBack = prepared(
  (_, { owner }: { owner: string }) => sql`
    update setting set value = 'null' where key = ${key} and ${storedField('owner')} = ${owner}`,
)
