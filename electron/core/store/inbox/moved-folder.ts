/**
 * Raises cards for a data folder that was last used on another computer: was it moved here, or is
 * it a copy?
 */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import { noRecord, raiseCard } from './inbox.ts'
import type { EntryResource } from '../tables/index.ts'

const resources: readonly EntryResource[] = ['time', 'expense', 'category']

/**
 * Parks the records that are marked as copied and were changed or deleted, until the person
 * answers. New records need no answer, because a probe looks for them before they are sent.
 * @param now epoch milliseconds
 */
export async function askWhetherMoved(trx: Trx, now: number): Promise<void> {
  for (const resource of resources) {
    const { rows } = await sql<{ remote: number }>`
      update sync_record set parked = 'moved'
      where resource = ${resource} and copied_at is not null and remote_id is not null
      and (dirty = 1 or deleted = 1) and (parked is null or parked = 'moved')
      and json_extract(base, '$.deleted') is not 1 and not exists (
        select 1 from attempt a
        where a.resource = sync_record.resource and a.local_id = sync_record.local_id)
      returning remote_id as remote`.execute(trx)
    if (rows.length === 0) continue
    const remotes = rows.map(({ remote }) => remote).toSorted((one, other) => one - other)
    await raiseCard(trx, resource, noRecord, { kind: 'moved', detail: { remotes } }, now)
  }
}
