/** Cards about records that may exist more than once on the service. */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import type { SyncedResource } from '../tables/index.ts'

/**
 * Possible duplicates of a record that was sent: `others`, in addition to the adopted one. `late`:
 * they turned up after the record had been sent a second time.
 */
export interface DuplicateRecords {
  adopted: number | null
  others: number[]
  late?: true
}

/**
 * SQL: a card that names duplicates of an adopted record. It stays open until it is answered or the
 * duplicates are gone, regardless of the adopted one.
 */
export const isPersistentDuplicateSql = sql<SqlBool>`(kind = 'twin'
  and json_extract(detail, '$.adopted') is not null
  and json_array_length(detail, '$.others') > 0)`

/** SQL: a card whose record may exist on the service already, as one of those named. */
export const isPossiblyCreatedSql = sql<SqlBool>`(kind = 'twin'
  and json_extract(detail, '$.adopted') is null)`

/** Reads the possible duplicates of a record from its open card. */
export async function readDuplicates(
  db: Db,
  resource: SyncedResource,
  local: number,
): Promise<DuplicateRecords | undefined> {
  const row = await db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('kind', '=', 'twin')
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row && (JSON.parse(row.detail) as DuplicateRecords)
}

/**
 * Removes a record that the service no longer has from all cards that name it as a duplicate, also
 * of a record that was deleted here. Closes cards that name no other one.
 * @param remote the service's id
 */
export async function dropDeletedDuplicate(
  trx: Trx,
  resource: SyncedResource,
  remote: number | null,
  now: number,
): Promise<void> {
  const cards = await trx
    .selectFrom('inbox')
    .select(['id', 'detail'])
    .where('resource', '=', resource)
    .where('resolved_at', 'is', null)
    .where(
      sql<SqlBool>`(${isPersistentDuplicateSql} or (${isPossiblyCreatedSql} and not exists (
        select 1 from sync_record r
        where r.resource = inbox.resource and r.local_id = inbox.local_id)))`,
    )
    .execute()
  for (const card of cards) {
    const duplicates = JSON.parse(card.detail) as DuplicateRecords
    const others = duplicates.others.filter((other) => other !== remote)
    if (others.length === duplicates.others.length) continue
    const detail = JSON.stringify({ ...duplicates, others })
    const patch = others.length > 0 ? { detail } : { resolved_at: now }
    await trx.updateTable('inbox').set(patch).where('id', '=', card.id).execute()
  }
}

/**
 * The adopted record was deleted on the service, though not by us. If a single duplicate is left,
 * it is no duplicate any more.
 */
export async function settleDuplicatesOfDeleted(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await trx
    .updateTable('inbox')
    .set({ resolved_at: now })
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('resolved_at', 'is', null)
    .where(isPersistentDuplicateSql)
    .where(sql<SqlBool>`json_array_length(detail, '$.others') = 1`)
    .execute()
}
