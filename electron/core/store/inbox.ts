/** The inbox: what sync cannot decide alone, one card for each record and kind. */
import type { FieldTexts } from '#shared/errors.ts'
import type { TimeVersion } from '#shared/resources/time-version.ts'
import type { Db, Trx } from './db.ts'
import type { SyncedResource } from './tables.ts'

/** One group of fields that both sides changed. */
export interface ConflictDetail {
  group: string
  base: Partial<TimeVersion>
  mine: Partial<TimeVersion>
  theirs: Partial<TimeVersion>
}

/** A card, its detail going by its kind. */
export type Card =
  /** The service does not take it, with its words. */
  | { kind: 'refused'; detail: { status: number; message: string; fields: FieldTexts } }
  /** Changed on both sides. `deletedHere`: deleted here, changed there, and brought back. */
  | { kind: 'conflict'; detail: { groups: ConflictDetail[]; deletedHere?: true } }
  /** Several entries of the service may be the one that was sent. */
  | { kind: 'twin'; detail: { adopted: number | null; others: number[] } }
  /** Deleted on the service, changed here. */
  | { kind: 'gone'; detail: { remote: number } }
  /** The service counts in increments of another length than was assumed here. */
  | {
      kind: 'increment'
      detail: {
        sent: { quantity: number; increment: number }
        stands: { quantity: number; increment: number }
      }
    }
  /** The service's record cannot be read; `raw` as it came. */
  | { kind: 'bad-record'; detail: { remote: number | null; raw: string; why: string } }

/** Raises a card; an open one of the same record and kind is rewritten instead. */
export async function raiseCard(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  card: Card,
  now: number,
): Promise<void> {
  const detail = JSON.stringify(card.detail)
  const open = await trx
    .selectFrom('inbox')
    .select(['id', 'detail'])
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('kind', '=', card.kind)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (!open) {
    await trx
      .insertInto('inbox')
      .values({
        resource,
        local_id: local,
        kind: card.kind,
        detail,
        created_at: now,
        resolved_at: null,
      })
      .execute()
  } else if (open.detail !== detail) {
    await trx.updateTable('inbox').set({ detail }).where('id', '=', open.id).execute()
  }
}

/** Closes the open cards of a record, of one kind or of all. */
export async function resolveCards(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
  kind?: Card['kind'],
): Promise<void> {
  let query = trx
    .updateTable('inbox')
    .set({ resolved_at: now })
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('resolved_at', 'is', null)
  if (kind) query = query.where('kind', '=', kind)
  await query.execute()
}

/**
 * True when the person was told that the service no longer has this record and has changed the
 * entry since: a wish to keep it.
 */
export async function keptAfterGone(
  db: Db,
  resource: SyncedResource,
  local: number,
  remote: number,
): Promise<boolean> {
  const cards = await db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('kind', '=', 'gone')
    .where('resolved_at', 'is not', null)
    .execute()
  return cards.some((card) => (JSON.parse(card.detail) as { remote: number }).remote === remote)
}

/** No record here: unreadable records have no local one. */
const nowhere = 0

/** Sets an unreadable record aside with its text, once for each text. */
export async function setAside(
  trx: Trx,
  resource: SyncedResource,
  bad: { remote: number | null; raw: string; why: string },
  now: number,
): Promise<void> {
  const open = await openBadRecords(trx, resource)
  if (open.some((card) => (bad.remote ? card.remote === bad.remote : card.raw === bad.raw))) return
  await trx
    .insertInto('inbox')
    .values({
      resource,
      local_id: nowhere,
      kind: 'bad-record',
      detail: JSON.stringify(bad),
      created_at: now,
      resolved_at: null,
    })
    .execute()
}

/** Closes the cards of records that can be read by now. */
export async function readableAgain(
  trx: Trx,
  resource: SyncedResource,
  remotes: ReadonlySet<number>,
  now: number,
): Promise<void> {
  for (const card of await openBadRecords(trx, resource)) {
    if (card.remote === null || !remotes.has(card.remote)) continue
    await trx.updateTable('inbox').set({ resolved_at: now }).where('id', '=', card.id).execute()
  }
}

async function openBadRecords(
  db: Db,
  resource: SyncedResource,
): Promise<{ id: number; remote: number | null; raw: string }[]> {
  const cards = await db
    .selectFrom('inbox')
    .select(['id', 'detail'])
    .where('resource', '=', resource)
    .where('local_id', '=', nowhere)
    .where('kind', '=', 'bad-record')
    .where('resolved_at', 'is', null)
    .execute()
  return cards.map(({ id, detail }) => ({
    id,
    ...(JSON.parse(detail) as { remote: number | null; raw: string }),
  }))
}
