/**
 * The inbox: conflicts and other questions that sync cannot decide alone, one card for each record
 * and kind.
 */
import { sql, type SqlBool } from 'kysely'
import type { FieldTexts } from '#shared/errors.ts'
import type { VersionFields } from '#shared/resources/version-fields.ts'
import type { Db, Trx } from '../database/db.ts'
import { isPersistentDuplicateSql, type DuplicateRecords } from './duplicate-cards.ts'
import { prepared } from '../database/prepared-query.ts'
import type { SyncedResource } from '../tables/index.ts'

/** One group of fields that both sides changed. */
export interface ConflictDetail {
  group: string
  /** Fields of the version, with the service's ids; empty where both began without one. */
  base: VersionFields
  mine: VersionFields
  theirs: VersionFields
}

/** A number with the unit in which it counts, as fields of a version. */
export type CountedNumber =
  { quantity: number; increment: number } | { unit_charge: number; project_currency: string }

/** The number as the person saw it, and as it counts. */
export interface UnitDetail {
  sent: CountedNumber
  stands: CountedNumber
  unsent?: true
}

/** A record of an act that was done here, and the equal one of another computer; local ids. */
export interface RepeatedPair {
  local: number
  other: number
}

/** Hours that were set in a cell here (`local`), and those from elsewhere, in minutes. */
export interface CellDetail {
  pairs: RepeatedPair[]
  mine: number
  theirs: number
}

/** A card; its detail depends on its kind. */
export type CardBody =
  /** The service refused the record, with this message. */
  | { kind: 'refused'; detail: { status: number; message: string; fields: FieldTexts } }
  /**
   * Changed on both sides. `deletedHere`: deleted here but changed on the service, so it was
   * restored. `copied`: unsent in a copy of the database, and perhaps sent from the original and
   * changed again since. `earlier`: the service has an earlier version than it acknowledged. `past`:
   * an answer was sent and then undone, so the service has the base, and `theirs` not any more.
   */
  | {
      kind: 'conflict'
      detail: {
        groups: ConflictDetail[]
        deletedHere?: true
        copied?: true
        earlier?: true
        past?: true
      }
    }
  /**
   * Records of the service that may be the one that was sent: `others`, in addition to the adopted
   * one. While none is adopted, nothing is sent again until the person decides. `late`: they turned
   * up after the record had been sent a second time.
   */
  | { kind: 'twin'; detail: DuplicateRecords }
  /**
   * Deleted on the service, changed here. `shown`: the service has returned the record since.
   * `replaced`: the service has given its id to another record. `lost`: the service was set back to
   * before it was created. `missing`: it was removed as deleted, before the ids of such records
   * showed that the service was probably set back.
   */
  | {
      kind: 'gone'
      detail: { remote: number; shown?: true; replaced?: true; lost?: true; missing?: true }
    }
  /**
   * A number counts in another unit than the person saw who typed it: increments of another length,
   * or another currency. `unsent`: it was noticed before the number was sent, so it waits.
   */
  | { kind: 'unit'; detail: UnitDetail }
  /**
   * The service refused the name of a category although none of its active categories has it: an
   * archived one may. With the service's message.
   */
  | { kind: 'archived'; detail: { status: number; message: string; fields: FieldTexts } }
  /**
   * Many records were deleted on the service at once: they stay here until the person agrees.
   * `remotes`: those still missing; `of`: how many the complete list should have contained.
   * `everything`: no known record was there, so that it may be another service.
   */
  | {
      kind: 'removals'
      detail: { remotes: number[]; of: number; agreed: boolean; everything?: true }
    }
  /**
   * Records that were unsent when the folder was last used on another computer. They wait, because
   * they may have been sent from there. `remotes`: the remote ids of those changed or deleted.
   */
  | { kind: 'moved'; detail: { remotes: number[] } }
  /**
   * Records that the same act created here and on another computer: both count until the person
   * decides, and those that are unsent here wait.
   */
  | { kind: 'repeated'; detail: { pairs: RepeatedPair[] } }
  /**
   * A cell of the timesheet had other hours from elsewhere when it was set here: both count until
   * the person decides, and what is unsent here waits.
   */
  | { kind: 'cell'; detail: CellDetail }
  /**
   * A record of the service that cannot be read; `raw` is its original text. `more`: further
   * records, beyond those with cards, cannot be read either. `leftOut`: the person does not want to
   * be notified again.
   */
  | {
      kind: 'bad-record'
      detail: { remote: number | null; raw: string; why: string; more?: true; leftOut?: true }
    }

/** Raises a card, or updates the open one of the same record and kind. */
export async function raiseCard(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  card: CardBody,
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

/** Reads the open card about the unit of a record's number. */
export async function readUnitCard(
  db: Db,
  resource: SyncedResource,
  local: number,
): Promise<UnitDetail | undefined> {
  const [open] = await openCardOf(db, { resource, local, kind: 'unit' })
  return open && (JSON.parse(open.detail) as UnitDetail)
}

const openCardOf = prepared((db, values: About & { kind: CardBody['kind'] }) =>
  db
    .selectFrom('inbox')
    .select(['id', 'detail'])
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local)
    .where('kind', '=', values.kind)
    .where('resolved_at', 'is', null),
)

/**
 * Reads the newest card about a record that was changed on both sides. An edit closes it before the
 * merge that tells whether its question remains.
 */
export async function readConflict(
  db: Db,
  resource: SyncedResource,
  local: number,
): Promise<ConflictCard | undefined> {
  const [newest] = await conflictOf(db, { resource, local })
  return newest && (JSON.parse(newest.detail) as ConflictCard)
}

type ConflictCard = Extract<CardBody, { kind: 'conflict' }>['detail']

const conflictOf = prepared((db, values: About) =>
  db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local)
    .where('kind', '=', 'conflict')
    .orderBy('id', 'desc')
    .limit(1),
)

interface About {
  resource: SyncedResource
  local: number
}

const closing = (db: Db, values: About & { now: number }) =>
  db
    .updateTable('inbox')
    .set({ resolved_at: values.now })
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local)
    .where('resolved_at', 'is', null)

/** Closes the card about a number that waited because of its unit: it has the right one by now. */
export async function endUnitWait(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await unitWaitEnded(trx, { resource, local, now })
}

const unitWaitEnded = prepared((db, values: About & { now: number }) =>
  closing(db, values)
    .where('kind', '=', 'unit')
    .where(sql<SqlBool>`json_extract(detail, '$.unsent') is not null`),
)

/** SQL: a card that does not report a deletion that was not carried out. */
const isNoDeletion = sql<SqlBool>`json_extract(detail, '$.deletedHere') is null`

/** True while a card asks whether a record that was deleted here is to be deleted after all. */
export async function asksAboutDeletion(
  db: Db,
  resource: SyncedResource,
  local: number,
): Promise<boolean> {
  const card = await db
    .selectFrom('inbox')
    .select('id')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('resolved_at', 'is', null)
    .where((eb) => eb.not(isNoDeletion))
    .executeTakeFirst()
  return card !== undefined
}

/**
 * Closes the conflict of a record, because both sides agree. A card about a deletion that was not
 * carried out stays open until the person answers.
 */
export async function closeConflictCard(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await conflictEnded(trx, { resource, local, now })
}

const conflictEnded = prepared((db, values: About & { now: number }) =>
  closing(db, values).where('kind', '=', 'conflict').where(isNoDeletion),
)

/**
 * Closes the cards about a record that was deleted on the service and will be created there again.
 * A card about a deletion that was not carried out stays open until the person answers.
 */
export async function resolveCardsOfDeleted(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await cardsOfGoneResolved(trx, { resource, local, now })
}

const cardsOfGoneResolved = prepared((db, values: About & { now: number }) =>
  closing(db, values)
    .where((eb) => eb.not(isPersistentDuplicateSql))
    .where(isNoDeletion),
)

/**
 * Closes the cards that sending a record again answers, or taking the service's version: not what
 * it counts in. A card about a deletion that was not carried out stays open until the person answers.
 */
export async function resolveCardsOfResent(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await cardsOfResentResolved(trx, { resource, local, now })
}

const cardsOfResentResolved = prepared((db, values: About & { now: number }) =>
  closing(db, values)
    .where('kind', '!=', 'unit')
    .where((eb) => eb.not(isPersistentDuplicateSql))
    .where(isNoDeletion),
)

/** Closes the open cards of a record: those of one kind, or all but those about duplicates. */
export async function resolveCards(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
  kind?: CardBody['kind'],
): Promise<void> {
  await cardsResolved(trx, { resource, local, now }, kind)
}

const cardsResolved = prepared(
  (db, values: About & { now: number }, kind: CardBody['kind'] | undefined) => {
    const query = closing(db, values)
    return kind
      ? query.where('kind', '=', kind)
      : query.where((eb) => eb.not(isPersistentDuplicateSql))
  },
)

/**
 * Closes the card about a remote deletion, because the service has the record. Marks it as `shown`,
 * so that the person's answer is not applied to a later deletion.
 */
export async function endDeletionCards(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  now: number,
): Promise<void> {
  await goneEnded(trx, { resource, local, now })
}

const goneEnded = prepared((db, values: About & { now: number }) =>
  db
    .updateTable('inbox')
    .set({
      resolved_at: sql`coalesce(resolved_at, ${values.now})`,
      detail: sql`json_set(detail, '$.shown', json('true'))`,
    })
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local)
    .where('kind', '=', 'gone')
    .where(sql<SqlBool>`json_extract(detail, '$.shown') is null`),
)

/**
 * True when the person was told that the service deleted this record and has edited it since, which
 * counts as a wish to keep it.
 */
export async function wasEditedAfterRemoval(
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
    const detail = JSON.parse(card.detail) as Extract<CardBody, { kind: 'gone' }>['detail']
    return detail.remote === remote && !detail.shown
  })
}

/**
 * Local id of cards without a record of their own: unreadable records have none, a consent concerns
 * several.
 */
export const noRecord = 0
