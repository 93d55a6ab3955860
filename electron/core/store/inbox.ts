/** The inbox: what sync cannot decide alone, one card for each record and kind. */
import { sql, type SqlBool } from 'kysely'
import type { FieldTexts } from '#shared/errors.ts'
import type { Fields } from '#shared/resources/version.ts'
import type { Db, Trx } from './db.ts'
import { isStandingTwin, type Twins } from './inbox-twins.ts'
import { prepared } from './prepared.ts'
import type { SyncedResource } from './tables.ts'

/** One group of fields that both sides changed. */
export interface ConflictDetail {
  group: string
  /** Fields of the version, with the service's ids. */
  base: Fields
  mine: Fields
  theirs: Fields
}

/** A card, its detail going by its kind. */
export type Card =
  /** The service does not take it, with its words. */
  | { kind: 'refused'; detail: { status: number; message: string; fields: FieldTexts } }
  /**
   * Changed on both sides. `deletedHere`: deleted here, changed there, and brought back. `copied`:
   * unsent in a copy, and perhaps sent and changed again since.
   */
  | {
      kind: 'conflict'
      detail: { groups: ConflictDetail[]; deletedHere?: true; copied?: true }
    }
  /**
   * Records of the service may be the one that was sent: `others` beside the one that was adopted;
   * with none adopted nothing is sent again until the person decides. `late`: they came after the
   * record had been sent a second time.
   */
  | { kind: 'twin'; detail: Twins }
  /** Deleted on the service, changed here. */
  /** `shown`: the service has shown the record since. */
  | { kind: 'gone'; detail: { remote: number; shown?: true } }
  /** The service counts in increments of another length than was assumed here. */
  | {
      kind: 'increment'
      detail: {
        sent: { quantity: number; increment: number }
        stands: { quantity: number; increment: number }
      }
    }
  /**
   * The service does not take the name of a category, and none of its active ones has it: an
   * archived one may. With the service's words.
   */
  | { kind: 'archived'; detail: { status: number; message: string; fields: FieldTexts } }
  /**
   * Many records are gone there at once: they stay here until the person agrees. `remotes` as long
   * as they are missing; `of`: how many the complete list should have shown.
   */
  | { kind: 'removals'; detail: { remotes: number[]; of: number; agreed: boolean } }
  /**
   * Unsent when the folder was on another machine: it waits, since it may have been sent from there.
   * `remotes`: the service's ids of what was changed or deleted.
   */
  | { kind: 'moved'; detail: { remotes: number[] } }
  /**
   * The service's record cannot be read; `raw` as it came. `more`: others than the cards show cannot
   * be read either. `leftOut`: the person knows, and wants to hear no more of it.
   */
  | {
      kind: 'bad-record'
      detail: { remote: number | null; raw: string; why: string; more?: true; leftOut?: true }
    }

/** Raises a card; an open one of the same record and kind is rewritten instead. */
export async function raiseCard(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  card: Card,
  now: number,
): Promise<void> {
  const detail = JSON.stringify(card.detail)
  const [open] = await openCardOf(trx, { resource, local, kind: card.kind })
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

const openCardOf = prepared((db, given: About & { kind: Card['kind'] }) =>
  db
    .selectFrom('inbox')
    .select(['id', 'detail'])
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local)
    .where('kind', '=', given.kind)
    .where('resolved_at', 'is', null),
)

/** The record that a card is about. */
interface About {
  resource: SyncedResource
  local: number
}

/** Closes the open cards of a record. */
const closing = (db: Db, given: About & { now: number }) =>
  db
    .updateTable('inbox')
    .set({ resolved_at: given.now })
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local)
    .where('resolved_at', 'is', null)

/** Of a card: it does not tell of a deletion of the person that was not carried out. */
const isNoDeletion = sql<SqlBool>`json_extract(detail, '$.deletedHere') is null`

/**
 * Both sides agree: the conflict is over. That a deletion of the person was not carried out stays
 * theirs to answer.
 */
export async function endConflict(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await conflictEnded(trx, { resource, local, now })
}

const conflictEnded = prepared((db, given: About & { now: number }) =>
  closing(db, given).where('kind', '=', 'conflict').where(isNoDeletion),
)

/**
 * The record is made there anew: what was asked about the one that is gone is over. That a deletion
 * of the person was not carried out stays theirs to answer.
 */
export async function resolveCardsOfGone(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await cardsOfGoneResolved(trx, { resource, local, now })
}

const cardsOfGoneResolved = prepared((db, given: About & { now: number }) =>
  closing(db, given)
    .where((eb) => eb.not(isStandingTwin))
    .where(isNoDeletion),
)

/** Closes the open cards of a record, of one kind or of all but one that tells of an extra record. */
export async function resolveCards(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
  kind?: Card['kind'],
): Promise<void> {
  await cardsResolved(trx, { resource, local, now }, kind)
}

const cardsResolved = prepared(
  (db, given: About & { now: number }, kind: Card['kind'] | undefined) => {
    const query = closing(db, given)
    return kind ? query.where('kind', '=', kind) : query.where((eb) => eb.not(isStandingTwin))
  },
)

/**
 * The service has the record. The person is not asked about its end any more, and what they said to
 * that stands for this time alone: the next time they are asked again.
 */
export async function endGone(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await goneEnded(trx, { resource, local, now })
}

const goneEnded = prepared((db, given: About & { now: number }) =>
  db
    .updateTable('inbox')
    .set({
      resolved_at: sql`coalesce(resolved_at, ${given.now})`,
      detail: sql`json_set(detail, '$.shown', json('true'))`,
    })
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local)
    .where('kind', '=', 'gone')
    .where(sql<SqlBool>`json_extract(detail, '$.shown') is null`),
)

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
  return cards.some((card) => {
    const detail = JSON.parse(card.detail) as Extract<Card, { kind: 'gone' }>['detail']
    return detail.remote === remote && !detail.shown
  })
}

/** Stands for no record here: unreadable records have none, removals concern several. */
export const nowhere = 0
