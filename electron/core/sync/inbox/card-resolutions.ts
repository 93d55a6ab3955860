/** Writes the answers to cards. Each function is one step inside the person's transaction. */
import { closeAttempt } from '../../store/sync/attempts.ts'
import { resolveCards, resolveCardsOfResent, type CountedNumber } from '../../store/inbox/inbox.ts'
import {
  settleDuplicatesOfDeleted,
  dropDeletedDuplicate,
} from '../../store/inbox/duplicate-cards.ts'
import { readLocalVersion } from '../../store/sync/local-versions.ts'
import {
  deleteSyncRecord,
  patchSyncRecord,
  readSyncState,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { releaseHeld } from '../../store/acts/held-acts.ts'
import { readRepeated } from '../../store/acts/repeated-acts.ts'
import { findLocalId, markPendingDeletion } from '../../store/sync/sync-records.ts'
import type { EntryResource } from '../../store/tables/index.ts'
import { updateExpense } from '../../store/resources/expenses.ts'
import type { FullExpenseRow } from '../../store/resources/full-rows.ts'
import { updateTime } from '../../store/resources/times.ts'
import type { ExpenseWire } from '#shared/resources/expense.ts'
import { fieldsOf } from '#shared/resources/version-fields.ts'
import { requantify } from '#shared/rules/increments.ts'
import { sameCurrencyPrice } from '#shared/rules/unit-price.ts'
import { sql } from 'kysely'
import type { CardOf, StoredCard } from './inbox-cards.ts'
import { endUnitQuestion } from './changed-unit.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { keepDespiteTombstone } from '../records/tombstone-mark.ts'
import { recordRowChange, type SyncTransaction } from '../records/sync-transaction.ts'

type Duration = Extract<CountedNumber, { quantity: number }>
type Price = Extract<CountedNumber, { unit_charge: number }>

export async function closeInboxCard(tx: SyncTransaction, card: StoredCard): Promise<void> {
  await tx.trx.updateTable('inbox').set({ resolved_at: tx.now }).where('id', '=', card.id).execute()
}

/** The service's version, as it was seen last. */
const latestWire = ({ newer, base }: Pick<RecordSyncState, 'newer' | 'base'>) => newer ?? base

/**
 * Returns the version that the card offers as the service's, and the one that the service has. They
 * differ where an answer was sent and then undone: what is taken from the card is then to be sent.
 */
export function remoteVersions(
  card: StoredCard,
  state: RecordSyncState,
): { offered: WireRecord | null; there: WireRecord | null } {
  const { resource, base, newer } = state
  const latest = latestWire(state)
  if (card.kind !== 'conflict' || !card.detail.past || !base || !newer) {
    return { offered: latest, there: latest }
  }
  const offered = syncAdapters[resource].mergeBase(base, newer, card.detail.groups)
  return { offered, there: base }
}

/** Makes the service's version the base, so that what differs here is sent. */
export async function keepLocalVersion(
  tx: SyncTransaction,
  card: StoredCard,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  const { resource, local } = state
  await patchSyncRecord(tx.trx, resource, local, {
    base: JSON.stringify(remoteVersions(card, state).there),
    remote: null,
    dirty: 1,
    parked: null,
    copied_at: null,
  })
  await touchSequence(tx, state, change)
}

/** Replaces the local version by the service's. */
export async function acceptRemoteVersion(
  tx: SyncTransaction,
  card: StoredCard,
  state: RecordSyncState,
): Promise<void> {
  const { resource, local, row } = state
  const adapter = syncAdapters[resource]
  const { offered: wire, there } = remoteVersions(card, state)
  if (!wire || !there || !row) throw new Error(`${resource} ${local} has no version of the service`)
  await adapter.writeRow(tx, row, wire, adapter.versionOf(wire))
  await recordRowChange(tx, resource, local, row)
  await patchSyncRecord(tx.trx, resource, local, {
    base: JSON.stringify(there),
    remote: null,
    dirty: (await differs(tx, state, there)) ? 1 : 0,
    parked: null,
    copied_at: null,
  })
  await resolveCardsOfResent(tx.trx, resource, local, tx.now)
  await endUnitQuestion(tx, state, wire)
  tx.changedLocals[resource].add(local)
}

/** Takes back what is unsent of a record. */
export async function revertToBase(tx: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local, row, base } = state
  if (!row || !base) throw new Error(`${resource} ${local} has no version of the service`)
  const adapter = syncAdapters[resource]
  await adapter.writeRow(tx, row, base, adapter.versionOf(base))
  await recordRowChange(tx, resource, local, row)
  await patchSyncRecord(tx.trx, resource, local, { dirty: 0, parked: null })
  tx.changedLocals[resource].add(local)
}

/** Takes these fields from the service's version and keeps the others. */
export async function acceptRemoteFields(
  tx: SyncTransaction,
  card: StoredCard,
  state: RecordSyncState,
  fields: readonly string[],
  change: number,
): Promise<void> {
  const { resource, local, row, version } = state
  const adapter = syncAdapters[resource]
  const { offered: wire, there } = remoteVersions(card, state)
  if (!wire || !there || !row || !version) {
    throw new Error(`${resource} ${local} has no two versions`)
  }
  const remoteVersion = adapter.versionOf(wire)
  await adapter.writeRow(tx, row, wire, { ...version, ...fieldsOf(remoteVersion, fields) })
  await recordRowChange(tx, resource, local, row)
  await patchSyncRecord(tx.trx, resource, local, {
    base: JSON.stringify(there),
    remote: null,
    dirty: (await differs(tx, state, there)) ? 1 : 0,
    parked: null,
    copied_at: null,
  })
  await touchSequence(tx, state, change)
}

async function differs(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<boolean> {
  const adapter = syncAdapters[state.resource]
  const current = await readLocalVersion(tx.trx, state.resource, state.local)
  return current === undefined || !adapter.same(current, adapter.versionOf(wire))
}

/** Sends the record again unchanged. */
export async function retrySend(
  tx: SyncTransaction,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  const { resource, local } = state
  await patchSyncRecord(tx.trx, resource, local, { parked: null, dirty: 1 })
  await resolveCardsOfResent(tx.trx, resource, local, tx.now)
  await touchSequence(tx, state, change)
}

/** Seems deleted on the service: created there again once its own URL reports it missing. */
export async function sendAsNewRecord(
  tx: SyncTransaction,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  await keepDespiteTombstone(tx, state)
  await touchSequence(tx, state, change)
}

/** Deletes the record here and, where the service has it, there too. */
export async function deleteRecordEverywhere(
  tx: SyncTransaction,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  const { resource, local, row } = state
  if (!row) return
  await syncAdapters[resource].remove(tx, row)
  await markPendingDeletion(tx.trx, resource, local, change, null)
  await recordRowChange(tx, resource, local, row)
  tx.changedLocals[resource].add(local)
}

/**
 * Deletes the record here, without a request to the service, unless a create of it may have arrived
 * there.
 */
export async function discardLocally(
  tx: SyncTransaction,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  const { resource, local, row, base, attempt } = state
  const adapter = syncAdapters[resource]
  if (!row) return
  if (attempt?.kind === 'create') return deleteRecordEverywhere(tx, state, change)
  await adapter.remove(tx, row)
  await closeAttempt(tx.trx, resource, local)
  if (adapter.isArchivable && base) {
    await patchSyncRecord(tx.trx, resource, local, {
      base: JSON.stringify({ ...base, deleted: true }),
      remote: null,
      dirty: 0,
      deleted: 0,
      parked: null,
      copied_at: null,
    })
  } else {
    await deleteSyncRecord(tx.trx, resource, local)
  }
  await resolveCards(tx.trx, resource, local, tx.now)
  await settleDuplicatesOfDeleted(tx.trx, resource, local, tx.now)
  await dropDeletedDuplicate(tx.trx, resource, state.remote, tx.now)
  await recordRowChange(tx, resource, local, row)
  tx.changedLocals[resource].add(local)
}

/** Deletes the duplicates that are stored here; others are not ours to delete. */
export async function deleteDuplicates(
  tx: SyncTransaction,
  card: CardOf<'twin'>,
  change: number,
): Promise<void> {
  for (const remote of card.detail.others) {
    const resource = card.resource as EntryResource
    const local = await findLocalId(tx.trx, resource, remote)
    const state = local === undefined ? undefined : await readSyncState(tx.trx, resource, local)
    if (state) await deleteRecordEverywhere(tx, state, change)
  }
}

/** Returns the minutes that were typed and as how many of the service's increments they count. */
export function countInIncrements({ detail }: CardOf<'unit'>) {
  const [sent, counted] = [detail.sent, detail.stands] as [Duration, Duration]
  const { increment } = counted
  const quantity = requantify(sent.quantity * sent.increment, increment)
  return { typed: sent, quantity, increment, minutes: quantity * increment }
}

/** Returns the prices on a card: the one that was typed, and what it counts as. */
export const pricesOn = ({ detail }: CardOf<'unit'>) =>
  ({ sent: detail.sent, counted: detail.stands }) as Record<'sent' | 'counted', Price>

/** Keeps the minutes that were meant, in increments of the service's length. */
export async function convertIncrements(
  tx: SyncTransaction,
  card: CardOf<'unit'>,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  const { quantity } = countInIncrements(card)
  await updateTime(tx.trx, state.local, { quantity })
  await recordAnswer(tx, state, change)
}

/** Gives an unsent expense a price in the currency that its project has by now. */
export async function changePrice(
  tx: SyncTransaction,
  card: CardOf<'unit'>,
  state: RecordSyncState,
  resolution: 'take-currency' | 'take-price',
  change: number,
): Promise<void> {
  const { project_currency: currency } = pricesOn(card).counted
  const wire = latestWire(state) as ExpenseWire | null
  const amount =
    resolution === 'take-price' && wire
      ? wire.unit_charge
      : (state.row as FullExpenseRow).unit_charge
  await updateExpense(tx.trx, state.local, sameCurrencyPrice({ amount, currency }))
  await recordAnswer(tx, state, change)
}

/** Keeps an unsent expense from being sent until the person gives it a project again. */
export async function keepAsDraft(
  tx: SyncTransaction,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  await updateExpense(tx.trx, state.local, { project_id: null })
  await recordAnswer(tx, state, change)
}

/** Records the row that an answer has changed, and has it sent where it differs. */
async function recordAnswer(
  tx: SyncTransaction,
  state: RecordSyncState,
  change: number,
): Promise<void> {
  const { resource, local, row, base } = state
  await recordRowChange(tx, resource, local, row)
  const dirty = base ? await differs(tx, state, base) : true
  await patchSyncRecord(tx.trx, resource, local, {
    dirty: dirty ? 1 : 0,
    ...(state.parked === 'unit' ? { parked: null } : {}),
  })
  await touchSequence(tx, state, change)
}

/** Agrees to the removals: the next complete list that lacks the records removes them. */
export async function consentToRemovals(
  tx: SyncTransaction,
  card: CardOf<'removals'>,
): Promise<void> {
  await tx.trx
    .updateTable('inbox')
    .set({ detail: JSON.stringify({ ...card.detail, agreed: true }) })
    .where('id', '=', card.id)
    .execute()
}

/**
 * Keeps records that the service no longer lists, and creates them there again where they are
 * deleted. A list may have hidden some of them, so each one's own URL is requested first.
 */
export async function keepRemovedRecords(
  tx: SyncTransaction,
  card: CardOf<'removals'>,
  change: number,
): Promise<void> {
  const resource = card.resource as EntryResource
  for (const remote of card.detail.remotes) {
    const local = await findLocalId(tx.trx, resource, remote)
    const state = local === undefined ? undefined : await readSyncState(tx.trx, resource, local)
    if (state) await sendAsNewRecord(tx, state, change)
  }
}

/**
 * Releases the records that waited for the answer whether the folder was moved.
 * @param isOurs no other copy can have sent them: they are sent as if they had never been elsewhere
 */
export async function endMove(
  tx: SyncTransaction,
  card: CardOf<'moved'>,
  isOurs: boolean,
): Promise<void> {
  const resource = card.resource as EntryResource
  for (const remote of card.detail.remotes) {
    const local = await findLocalId(tx.trx, resource, remote)
    const state = local === undefined ? undefined : await readSyncState(tx.trx, resource, local)
    if (!state || state.copiedAt === null) continue
    await patchSyncRecord(tx.trx, resource, state.local, {
      parked: state.parked === 'moved' ? null : state.parked,
      // A deleted record that is wanted again is searched for first nevertheless.
      copied_at: isOurs && !state.hasTombstone ? null : state.copiedAt,
    })
    tx.changedLocals[resource].add(state.local)
  }
}

/** Keeps both records of each pair: what is unsent is sent. */
export async function keepRepeated(
  tx: SyncTransaction,
  card: CardOf<'repeated' | 'cell'>,
  change: number,
): Promise<void> {
  const resource = card.resource as EntryResource
  await releaseHeld(tx.trx, resource, card.detail.pairs)
  for (const { local } of card.detail.pairs) {
    const state = await readSyncState(tx.trx, resource, local)
    if (state?.remote === null && state.dirty) await touchSequence(tx, state, change)
  }
}

/**
 * Deletes one record of each pair, unless one was changed since. The lower id stays, so that
 * computers that are asked the same keep the same one; what is unsent has none yet.
 */
export async function deleteRepeated(
  tx: SyncTransaction,
  card: CardOf<'repeated'>,
  change: number,
): Promise<void> {
  const resource = card.resource as EntryResource
  const { pairs } = card.detail
  const still = await readRepeated(tx.trx, resource, pairs)
  await releaseHeld(tx.trx, resource, pairs)
  for (const { local, other } of still) {
    const own = await readSyncState(tx.trx, resource, local)
    const duplicate = await readSyncState(tx.trx, resource, other)
    if (own && duplicate?.remote) {
      const isFirst = own.remote !== null && own.remote < duplicate.remote
      await deleteRecordEverywhere(tx, isFirst ? duplicate : own, change)
    }
  }
}

/** Deletes the hours that a cell had from elsewhere. */
export async function deleteOtherHours(
  tx: SyncTransaction,
  card: CardOf<'cell'>,
  change: number,
): Promise<void> {
  for (const { other } of card.detail.pairs) {
    const state = await readSyncState(tx.trx, 'time', other)
    if (state) await deleteRecordEverywhere(tx, state, change)
  }
}

/** Leaves an unreadable record out: it raises no card while its content is unchanged. */
export async function ignoreUnreadable(tx: SyncTransaction, card: StoredCard): Promise<void> {
  await tx.trx
    .updateTable('inbox')
    .set({ detail: JSON.stringify({ ...card.detail, leftOut: true }) })
    .where('id', '=', card.id)
    .execute()
}

/** Moves the record in the send queue to the position of the person's answer. */
async function touchSequence(
  tx: SyncTransaction,
  { resource, local }: RecordSyncState,
  change: number,
) {
  await sql`
    update sync_record set sequence = ${change}
    where resource = ${resource} and local_id = ${local}`.execute(tx.trx)
  tx.changedLocals[resource].add(local)
}
