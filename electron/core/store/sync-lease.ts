/** Which process syncs an account: one at a time, until a moment that it keeps putting off. */
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

const key = sql.lit('sync-lease')
const standing = (field: 'owner' | 'until') =>
  sql`json_extract(setting.value, ${sql.lit(`$.${field}`)})`

/**
 * Takes the lease, or keeps it; false while another process has it. One statement, which takes the
 * lock by itself, so nobody comes between reading and writing.
 * @param lease.now epoch milliseconds
 * @param lease.until its end; one that ends later was written by a clock that was put back since
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
    where ${standing('owner')} is null or ${standing('owner')} = ${owner}
    or ${standing('until')} <= ${now} or ${standing('until')} > ${until}
    returning key`,
)

export async function giveLeaseBack(db: Db, owner: string): Promise<void> {
  await givenBack(db, { owner })
}

const givenBack = prepared(
  (_, { owner }: { owner: string }) => sql`
    update setting set value = 'null' where key = ${key} and ${standing('owner')} = ${owner}`,
)
