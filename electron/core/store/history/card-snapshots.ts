/**
 * Snapshots of inbox cards for the history. They include the sync state of the card's records, so
 * that undoing an answer asks the same question again.
 */
import { sql, type Selectable } from 'kysely'
import { FailureError } from '#shared/errors.ts'
import { fieldsOf } from '#shared/resources/version-fields.ts'
import { maximum } from '#shared/rules/extremes.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import type { Db, Trx } from '../database/db.ts'
import { noRecord, type CardBody, type UnitDetail } from '../inbox/inbox.ts'
import { closeAttempt } from '../sync/attempts.ts'
import { readLocalVersion, versionFromWire, type WireOf } from '../sync/local-versions.ts'
import { patchSyncRecord } from '../sync/record-sync-state.ts'
import {
  equalsBase,
  findLocalId,
  modelTable,
  provisionalTie,
  recordsByRemoteIds,
} from '../sync/sync-records.ts'
import type { EntryResource, InboxTable, SyncedResource, SyncRecordTable } from '../tables/index.ts'

type Repeated = Extract<CardBody, { kind: 'repeated' }>['detail']
type Removals = Extract<CardBody, { kind: 'removals' }>['detail']

/** Sync state of a record. Older snapshots lack the last two columns. */
type Known = Omit<SyncRecordTable, 'resource' | 'seen_at' | 'sequence' | 'gone' | 'copied_at'> &
  Partial<Pick<SyncRecordTable, 'gone' | 'copied_at'>>

export type CardSnapshot = Pick<
  Selectable<InboxTable>,
  'id' | 'resource' | 'local_id' | 'kind' | 'detail' | 'resolved_at'
> & {
  /** The sync state of the records that the card is about. */
  records: Known[]
}

export async function readCardSnapshot(db: Db, id: number): Promise<CardSnapshot | undefined> {
  const card = await db
    .selectFrom('inbox')
    .select(['id', 'resource', 'local_id', 'kind', 'detail', 'resolved_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!card) return undefined
  const locals = JSON.stringify(await localsOf(db, card))
  const { rows } = await sql<Known>`
    select local_id, remote_id, base, remote, dirty, deleted, parked, held_until, gone, copied_at
    from sync_record
    where resource = ${card.resource} and local_id in (select value from json_each(${locals}))
    order by local_id`.execute(db)
  return { ...card, records: rows }
}

/**
 * Finds the local ids of a card's records. A card about several names them by remote ids, which may
 * have been retired since.
 */
async function localsOf(
  db: Db,
  card: Pick<CardSnapshot, 'resource' | 'local_id' | 'kind' | 'detail'>,
): Promise<number[]> {
  if (card.kind === 'repeated' || card.kind === 'cell') {
    const { pairs } = JSON.parse(card.detail) as Repeated
    return [...new Set(pairs.flatMap(({ local, other }) => [local, other]))]
  }
  if (card.local_id !== noRecord) return [card.local_id]
  if (card.kind !== 'removals' && card.kind !== 'moved') return []
  const { remotes } = JSON.parse(card.detail) as { remotes: number[] }
  const ids = JSON.stringify(remotes)
  const { rows } = await sql<{ local_id: number }>`
    select r.local_id from ${recordsByRemoteIds(card.resource, ids)}
    union
    select local_id from retired_remote
    where resource = ${card.resource} and remote_id in (select value from json_each(${ids}))
    `.execute(db)
  return rows.map((row) => row.local_id)
}

/**
 * Computes the card to restore when an answer is undone, with the sync state of its records as far
 * as that is still true. A record that the answer deleted, and that the service has deleted since,
 * will be created there again or restored from its archive. Of several records, those are left out
 * that were to be kept and turned out to exist, or that were deleted or came back since. Throws a
 * `conflict` where the service itself deleted a record, or still has the only one that the card is
 * about, or where that was deleted here since, or where a number counts as it was typed by now.
 * @param card as it was before the answer
 * @param current the current card and sync state
 * @param change the card before and after the answer
 */
export function toReopenedCard(
  card: CardSnapshot,
  current: CardSnapshot,
  change: { before: CardSnapshot; after: CardSnapshot },
): CardSnapshot {
  const left = new Map(change.after.records.map((one) => [one.local_id, one]))
  const now = new Map(current.records.map((one) => [one.local_id, one]))
  const isAboutMany = card.local_id === noRecord || card.kind === 'cell'
  const existed = (one: Known) => one.deleted === 0 && one.gone !== 3
  // Where the answer only sent the record again, its sync state is not part of what is restored.
  if (!isAboutMany && change.after.records.some((one) => existed(one) && !now.has(one.local_id))) {
    throw deletedSince()
  }
  const records = card.records.flatMap((known): Known[] | Known => {
    const was = left.get(known.local_id)
    const is = now.get(known.local_id)
    // Not by the answer: deleted since, or back, or its deletion was carried out.
    if (was?.deleted === known.deleted && is?.deleted !== known.deleted) {
      if (isAboutMany && (is || known.deleted === 1)) return []
      if (is?.deleted === 1) throw deletedSince()
    }
    if (!was || was.remote_id === null) return known
    if (was.gone === 3 && known.gone !== 3) {
      if (is && (is.gone === 3 || is.remote_id !== was.remote_id)) return known
      // It existed after all, or has been deleted here since: there is nothing left to ask.
      if (isAboutMany) return []
      throw new FailureError({ code: 'conflict', message: 'The service has this record after all' })
    }
    if (was.remote_id === is?.remote_id) {
      if (isArchive(is.base) && !isArchive(known.base)) {
        if (was.deleted === 0 && !isArchive(was.base)) throw deletedSince()
        return { ...known, base: is.base, remote: null, dirty: 1 }
      }
      // The result of the answer has been sent since: the service has it, even when the card is
      // restored. Where there has been another conflict since, the card asks about that version.
      if (is.base === was.base) return known
      const past = card.kind === 'conflict' ? known.remote : null
      return { ...known, base: is.base, remote: is.remote ?? past, dirty: 1 }
    }
    if (was.deleted === 1) return { ...known, ...neverSent }
    throw deletedSince()
  })
  return asksAbout(withWhatIsThere({ ...card, records }, current), current)
}

/** Returns an open card about one record with what the service has by now. */
function withWhatIsThere(card: CardSnapshot, current: CardSnapshot): CardSnapshot {
  const [is] = current.records
  if (card.resolved_at !== null || !is?.base) return card
  if (card.kind === 'unit') {
    return countedAsThere(card, JSON.parse(is.base) as WireOf[EntryResource])
  }
  const [known] = card.records
  if (card.kind !== 'conflict' || is.remote !== null) return card
  if (!known?.remote || known.base !== is.base) return card
  const detail = { ...(JSON.parse(card.detail) as object), past: true }
  return { ...card, detail: JSON.stringify(detail) }
}

/** Returns a card about a number with the unit in which it counts by now. */
function countedAsThere(card: CardSnapshot, wire: WireOf[EntryResource]): CardSnapshot {
  const detail = JSON.parse(card.detail) as UnitDetail
  const there = versionFromWire(card.resource as EntryResource, wire)
  const stands = fieldsOf(there, Object.keys(detail.sent))
  if (detail.unsent || !hasSameFields(detail.sent, stands, ['quantity', 'unit_charge'])) return card
  if (hasSameFields(detail.sent, stands, Object.keys(stands))) {
    throw new FailureError({ code: 'conflict', message: 'This is already settled' })
  }
  return { ...card, detail: JSON.stringify({ ...detail, stands }) }
}

function deletedSince(): FailureError {
  const message = 'This record has been deleted since. Bring it back from the trash instead'
  return new FailureError({ code: 'conflict', message })
}

/** Limits a card about several records to those that there is still something to ask about. */
function asksAbout(card: CardSnapshot, current: CardSnapshot): CardSnapshot {
  const namesRemotes = card.kind === 'removals' || card.kind === 'moved'
  if (!namesRemotes || card.resolved_at !== null) return card
  const detail = JSON.parse(card.detail) as Pick<Removals, 'remotes'>
  const here = new Set(
    card.records.filter(({ base }) => !isArchive(base)).map((known) => known.remote_id),
  )
  const remotes = detail.remotes.filter((remote) => here.has(remote))
  if (remotes.length === 0) return { ...card, resolved_at: current.resolved_at }
  return { ...card, detail: JSON.stringify({ ...detail, remotes }) }
}

const neverSent = { remote_id: null, base: null, remote: null, dirty: 1, gone: 0 } as const

const isArchive = (base: string | null): boolean =>
  base !== null && (JSON.parse(base) as { deleted?: boolean }).deleted === true

/**
 * Restores a card and the sync state of its records. Throws a `conflict` where a record was sent in
 * the meantime or is under way, because a request cannot be unsent, and where the service has shown
 * it since, so that another local record has its id.
 */
export async function restoreCardSnapshot(trx: Trx, card: CardSnapshot): Promise<void> {
  const current = await readCardSnapshot(trx, card.id)
  const remoteNow = new Map(current?.records.map((one) => [one.local_id, one.remote_id]))
  for (const known of card.records) {
    const now = remoteNow.get(known.local_id) ?? null
    if (now === known.remote_id) continue
    if (known.remote_id !== null && (await findLocalId(trx, card.resource, known.remote_id))) {
      const message =
        'The service has this record after all, so it’s back. Find your version in the trash'
      throw new FailureError({ code: 'conflict', message })
    }
    if (now === null && !(await isBeingMade(trx, card.resource, known.local_id))) {
      // Ends the search for what another computer may have created in its place.
      await closeAttempt(trx, card.resource as EntryResource, known.local_id)
      continue
    }
    const message = 'This has synced since. Edit or delete the record instead'
    throw new FailureError({ code: 'conflict', message })
  }
  await trx
    .updateTable('inbox')
    .set({ resolved_at: card.resolved_at, detail: card.detail })
    .where('id', '=', card.id)
    .execute()
  if (card.resolved_at === null) {
    if (card.kind === 'removals') await joinRemovals(trx, card)
    else if (card.kind === 'repeated') await joinRepeated(trx, card)
    else await takePlace(trx, card)
  }
  for (const known of card.records) await putKnown(trx, card.resource, known)
}

/**
 * Replaces a newer open card with the same question, which the answer may have raised. Keeps its
 * newer detail.
 */
async function takePlace(trx: Trx, { id, resource, local_id: local, kind }: CardSnapshot) {
  const [newer] = await trx
    .deleteFrom('inbox')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .where('id', '!=', id)
    .returning('detail')
    .execute()
  if (newer) await trx.updateTable('inbox').set(newer).where('id', '=', id).execute()
}

/** Removes the other open cards of this kind and resource. Returns their details and this one's. */
async function takeOthers<Detail>(
  trx: Trx,
  { id, resource, kind, detail }: CardSnapshot,
): Promise<Detail[]> {
  const others = await trx
    .deleteFrom('inbox')
    .where('resource', '=', resource)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .where('id', '!=', id)
    .returning('detail')
    .execute()
  return [detail, ...others.map((other) => other.detail)].map((one) => JSON.parse(one) as Detail)
}

/** Merges other open cards about acts that were repeated into this one. */
async function joinRepeated(trx: Trx, card: CardSnapshot): Promise<void> {
  const all = await takeOthers<Repeated>(trx, card)
  const detail = JSON.stringify({ pairs: all.flatMap(({ pairs }) => pairs) })
  await trx.updateTable('inbox').set({ detail }).where('id', '=', card.id).execute()
}

/** Merges other open cards about removals of the same resource into this one. */
async function joinRemovals(trx: Trx, card: CardSnapshot): Promise<void> {
  const all = await takeOthers<Removals>(trx, card)
  const remotes = [...new Set(all.flatMap((one) => one.remotes))]
  const joined: Removals = {
    ...all[0]!,
    remotes: remotes.toSorted((one, other) => one - other),
    of: maximum(all.map(({ of }) => of)),
  }
  await trx
    .updateTable('inbox')
    .set({ detail: JSON.stringify(joined) })
    .where('id', '=', card.id)
    .execute()
}

/** True when a create is open for the record that was sent from here, or may have been. */
async function isBeingMade(trx: Trx, resource: SyncedResource, local: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from attempt
    where resource = ${resource} and local_id = ${local} and kind = 'create'
    and searched = 0`.execute(trx)
  return rows.length > 0
}

async function putKnown(trx: Trx, resource: SyncedResource, known: Known): Promise<void> {
  const { local_id: local, ...record } = known
  const remote = record.remote_id
  if (remote !== null) {
    await trx
      .deleteFrom('retired_remote')
      .where('resource', '=', resource)
      .where('remote_id', '=', remote)
      .where('local_id', '=', local)
      .execute()
  }
  await trx
    .insertInto('sync_record')
    .values({
      gone: 0,
      copied_at: null,
      ...record,
      resource,
      local_id: local,
      sequence: 0,
      seen_at: null,
    })
    .onConflict((conflict) => conflict.columns(['resource', 'local_id']).doUpdateSet(record))
    .execute()
  if (record.dirty === 0 && record.deleted === 0 && record.base !== null) {
    // Changed since the answer: the change is still unsent.
    const entry = resource as EntryResource
    const differs =
      (await readLocalVersion(trx, entry, local)) &&
      !(await equalsBase(trx, entry, local, record.base))
    if (differs) await patchSyncRecord(trx, entry, local, { dirty: 1 })
  }
  await trx
    .updateTable(modelTable(resource))
    .set({ tie: remote ?? provisionalTie(local) })
    .where('id', '=', local)
    .execute()
}
