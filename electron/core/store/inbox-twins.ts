/** Cards that tell of records which stand more than once on the service. */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from './db.ts'
import type { SyncedResource } from './tables.ts'

/**
 * Records of the service that may be one that was sent: `others` beside the one that was adopted.
 * `late`: they came after the record had been sent a second time.
 */
export interface Twins {
  adopted: number | null
  others: number[]
  late?: true
}

/**
 * True of a card of the inbox that names others beside the one that was adopted. Whatever becomes
 * of that one, only an answer closes it, or that the others are gone.
 */
export const isStandingTwin = sql<SqlBool>`(kind = 'twin'
  and json_extract(detail, '$.adopted') is not null
  and json_array_length(detail, '$.others') > 0)`

/** True of a card of the inbox whose record may be on the service already, as one of those named. */
export const isMaybeThere = sql<SqlBool>`(kind = 'twin'
  and json_extract(detail, '$.adopted') is null)`

/** Other records of the service that were found to be twins of this one, on its open card. */
export async function twinsOf(
  db: Db,
  resource: SyncedResource,
  local: number,
): Promise<Twins | undefined> {
  const row = await db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('kind', '=', 'twin')
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row && (JSON.parse(row.detail) as Twins)
}

/**
 * The service no longer has a record: cards do not name it as an extra one any more, nor as one that
 * was deleted here, and are closed where it was the last.
 * @param remote the service's id
 */
export async function extraGone(
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
      sql<SqlBool>`(${isStandingTwin} or (${isMaybeThere} and not exists (
        select 1 from sync_record r
        where r.resource = inbox.resource and r.local_id = inbox.local_id)))`,
    )
    .execute()
  for (const card of cards) {
    const twins = JSON.parse(card.detail) as Twins
    const others = twins.others.filter((other) => other !== remote)
    if (others.length === twins.others.length) continue
    const detail = JSON.stringify({ ...twins, others })
    const patch = others.length > 0 ? { detail } : { resolved_at: now }
    await trx.updateTable('inbox').set(patch).where('id', '=', card.id).execute()
  }
}

/** The service no longer has the adopted one, and not at our wish: a single other is not extra. */
export async function adoptedGone(
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
    .where(isStandingTwin)
    .where(sql<SqlBool>`json_array_length(detail, '$.others') = 1`)
    .execute()
}
