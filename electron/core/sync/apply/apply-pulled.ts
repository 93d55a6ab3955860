/** Applies pulled records to the store, page by page and record by record. */
import { readOpenCreates } from '../../store/sync/attempts.ts'
import { readMyRemoteId } from '../../store/account/current-user.ts'
import { askAboutCells } from '../../store/acts/cell-hours.ts'
import { raiseCard } from '../../store/inbox/inbox.ts'
import { readDuplicates } from '../../store/inbox/duplicate-cards.ts'
import { filterRetired } from '../../store/sync/record-identity.ts'
import { askAboutRepeatedActs, findRepeatedActs } from '../../store/acts/repeated-acts.ts'
import {
  patchSyncRecord,
  readSyncState,
  statesByRemote,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { expireAndReadWatchedCreates, type ResentCreate } from '../../store/sync/resent-creates.ts'
import type { SyncedResource } from '../../store/sync/sync-records.ts'
import { readRestorableLocals } from '../../store/sync/remote-tombstones.ts'
import { closeReadableCards, raiseUnreadableCard } from '../../store/inbox/unreadable-records.ts'
import {
  insertPulledRecords,
  mergeRemoteRecord,
  isAlreadyKnown,
  toSituation,
} from './apply-remote.ts'
import {
  raiseDeletedCard,
  confirmDeletion,
  recreatedFrom,
  removeLocally,
  reviveDeletedRecord,
  reviveOrRecreate,
} from './apply-deletions.ts'
import { commitPulled, type SyncContext, type SyncTransaction } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { asInCopy, judgeCandidate, type OpenCreate } from './judge-candidate.ts'
import type { UnreadableItem } from '../http/list-pages.ts'
import { planSync } from '../decide/plan.ts'
import { confirmRecords } from './confirm-records.ts'
import {
  findSameRecord,
  isAnotherRecord,
  readoptDisplaced,
  replaceRecord,
} from './displaced-records.ts'
import { rejoinWhereIdsReturned } from './rejoin-removed.ts'
import { receiveReturned } from './returned-records.ts'
import { takeEarlierVersion } from './earlier-versions.ts'
import { adoptSameActs } from './same-act.ts'
import { recordTombstone, clearTombstone } from '../records/tombstone-mark.ts'

/**
 * What a new record is compared with: creates whose outcome is unknown, records that are to be
 * created again, and creates that were sent twice.
 */
export interface OpenSends {
  unknown: readonly OpenCreate[]
  /** Another computer of the person may have created them again already. */
  again: readonly ResentCreate[]
  twice: readonly (ResentCreate & { watched: true })[]
  /** The service's id of the person. */
  me: number | null
}

/** Reads what new records are compared with, once for each page. */
export async function readOpenSends(tx: SyncTransaction, adapter: SyncAdapter): Promise<OpenSends> {
  const unknown: OpenCreate[] = []
  for (const attempt of await readOpenCreates(tx.trx, adapter.resource)) {
    unknown.push(await asInCopy(tx.trx, adapter, attempt))
  }
  const again: ResentCreate[] = []
  for (const local of await readRestorableLocals(tx.trx, adapter.resource)) {
    const state = await readSyncState(tx.trx, adapter.resource, local)
    if (!state?.version) continue
    again.push({ local, sent: state.version, sentAt: recreatedFrom(state, tx.now) })
  }
  const watched = await expireAndReadWatchedCreates(tx.trx, adapter.resource, tx.now)
  const twice = watched.map((sent) => ({ ...sent, watched: true as const }))
  const me = unknown.length + again.length + twice.length > 0 ? await readMyRemoteId(tx.trx) : null
  return { unknown, again, twice, me }
}

/**
 * Applies a page. Returns false when a record was held back until the outcome of a create is known.
 * Throws a `conflict` when it is a page of other records than are known here.
 */
export async function applyPulledPage(
  context: SyncContext,
  adapter: SyncAdapter,
  page: { records: readonly WireRecord[]; bad: readonly UnreadableItem[] },
  quiet: boolean,
): Promise<boolean> {
  await confirmRecords(context, adapter, page.records)
  let whole = await receiveReturned(context, adapter, page.records)
  const last = page.records.at(-1)
  if (!last) await commitPulled(context, (tx) => applyUnreadable(tx, adapter, page))
  await context.commitBatcher.each(page.records, (batch) =>
    commitPulled(context, async (tx) => {
      const sendings = await readOpenSends(tx, adapter)
      await context.applyBatcher.each(batch, async (piece) => {
        if (!(await applyPiece(context, tx, adapter, piece, sendings, quiet))) whole = false
      })
      if (batch.at(-1) === last) await applyUnreadable(tx, adapter, page)
    }),
  )
  return whole
}

/**
 * Applies a piece in the order of the list; consecutive records that are new here are added at
 * once.
 */
async function applyPiece(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  piece: readonly WireRecord[],
  sendings: OpenSends,
  quiet: boolean,
): Promise<boolean> {
  const ids = piece.map(({ id }) => id)
  const states = await statesByRemote(tx.trx, adapter.resource, ids)
  const mappedIds = new Set(states.keys())
  let whole = true
  let fresh: WireRecord[] = []
  const takeFresh = async () => {
    if (fresh.length === 0) return
    if (!(await applyUnknown(context, tx, adapter, fresh, sendings, quiet))) whole = false
    fresh = []
  }
  for (const wire of piece) {
    const state = states.get(wire.id)
    if (state && isAnotherRecord(tx, state, wire)) {
      await replaceRecord(tx, state, wire)
      states.delete(wire.id)
      mappedIds.delete(wire.id)
    }
    if (!mappedIds.has(wire.id)) {
      // If it is in the page twice, it is known the second time.
      mappedIds.add(wire.id)
      fresh.push(wire)
      continue
    }
    await takeFresh()
    // Most rows of most pages: their states were all read together.
    if (state) {
      await adapter.upsertRelated(tx, wire)
      if (await isAlreadyKnown(tx, adapter, state, wire)) continue
    }
    if (!(await applyPulledRecord(context, tx, adapter, wire, sendings, quiet))) whole = false
  }
  await takeFresh()
  return whole
}

/** Sets aside the unreadable records; closes the cards of those that are readable by now. */
export async function applyUnreadable(
  tx: SyncTransaction,
  { resource }: { resource: SyncedResource },
  page: { records: readonly WireRecord[]; bad: readonly UnreadableItem[] },
): Promise<void> {
  for (const bad of page.bad) {
    if (await raiseUnreadableCard(tx.trx, resource, bad, tx.now)) tx.inboxChanged = true
  }
  const readable = new Set(page.records.map((record) => record.id))
  if (await closeReadableCards(tx.trx, resource, readable, tx.now)) tx.inboxChanged = true
}

/**
 * Applies one record.
 * @param quiet the account is read for the first time: its records are not written to the history
 * @returns false when it was held back
 */
export async function applyPulledRecord(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  wire: WireRecord,
  sendings: OpenSends,
  quiet: boolean,
): Promise<boolean> {
  const { trx } = tx
  const local = await findSameRecord(tx, adapter, wire)
  if (local === undefined) return applyUnknown(context, tx, adapter, [wire], sendings, quiet)
  await adapter.upsertRelated(tx, wire)
  const state = await readSyncState(trx, adapter.resource, local)
  if (!state || (await isAlreadyKnown(tx, adapter, state, wire))) return true
  if (state.hasTombstone) await clearTombstone(tx, state)
  if (state.parked === 'moved') {
    // Applied later, once it is known whether its changes are ours to send.
    await patchSyncRecord(trx, adapter.resource, local, { remote: JSON.stringify(wire) })
    return true
  }
  const remote = { is: 'present', version: adapter.versionOf(wire) } as const
  const action = planSync(adapter, toSituation(state, remote, tx.now))
  switch (action.do) {
    case 'merge': {
      const earlier = await takeEarlierVersion(context, tx, adapter, state, wire)
      if (earlier !== 'not') return earlier === 'asked'
      if (!state.base || !adapter.same(adapter.versionOf(state.base), remote.version)) {
        context.counts.pulled++
      }
      await mergeRemoteRecord(tx, state, wire, action.sent)
      return true
    }
    case 'restore':
    case 'reappear':
      await reviveDeletedRecord(tx, state, wire, action.do === 'restore')
      context.counts.pulled++
      return true
    default:
      // All other actions are carried out when sending.
      return true
  }
}

/** Applies records of the service that have no local record. Each may occur only once. */
async function applyUnknown(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  wires: readonly WireRecord[],
  { unknown, again, twice, me }: OpenSends,
  quiet: boolean,
): Promise<boolean> {
  const retired = await filterRetired(tx.trx, adapter.resource, wires, context.clockOffset())
  // Skips retired records, and holds back possible results of creates whose reply was lost.
  const unretired = wires.filter(({ id }) => !retired.has(id))
  const notOurs = await adoptSameActs(context, tx, adapter, unretired)
  for (const wire of wires) {
    const row = retired.get(wire.id)
    if (row) await readoptDisplaced(tx, adapter, row.local_id, wire)
  }
  const open = [...unknown, ...again]
  const adding = notOurs.filter((wire) =>
    open.every((sent) => judgeCandidate(context, adapter, sent, wire, me) === null),
  )
  if (adding.length > 0) {
    const received = await insertPulledRecords(tx, adapter, adding, quiet)
    await rejoinWhereIdsReturned(tx, adapter, adding)
    const hasUids = context.capabilities.has('uid')
    const nameless = received.filter((_, at) => !hasUids || adding[at]!.uid === undefined)
    await lookForRepeatedActs(tx, adapter, nameless)
  }
  context.counts.pulled += adding.length
  for (const wire of adding) {
    for (const sent of twice) {
      if (judgeCandidate(context, adapter, sent, wire, me) !== null)
        await tellOfTwin(tx, adapter, sent, wire)
    }
  }
  return adding.length === notOurs.length
}

/**
 * Asks about records that the same act created here, and about other hours in a cell that was set
 * here.
 * @param received local ids of records that came from another computer, without a uid by which they
 *   would be one with those
 */
async function lookForRepeatedActs(
  tx: SyncTransaction,
  { resource }: SyncAdapter,
  received: readonly number[],
): Promise<void> {
  if (received.length === 0 || resource === 'category') return
  const pairs = await findRepeatedActs(tx.trx, resource, received)
  if (pairs.length > 0) await askAboutRepeatedActs(tx.trx, resource, pairs, tx.now)
  const cells = resource === 'time' ? await askAboutCells(tx.trx, 'received', received, tx.now) : []
  for (const local of [...pairs.map((pair) => pair.local), ...cells]) {
    tx.changedLocals[resource].add(local)
  }
}

/**
 * Raises a card about a create that was carried out after all, after it was given up or sent again.
 */
async function tellOfTwin(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  { local }: ResentCreate,
  wire: WireRecord,
): Promise<void> {
  const state = await readSyncState(tx.trx, adapter.resource, local)
  const open = await readDuplicates(tx.trx, adapter.resource, local)
  const others = [...new Set([...(open?.others ?? []), wire.id])]
  // While a card asks which record of the service is this one, or when it was deleted here since,
  // the new record is one more candidate. Otherwise it is a late duplicate.
  const isMaybe = open ? open.adopted === null : !state
  const late = isMaybe ? {} : { late: true as const }
  const detail = { adopted: open?.adopted ?? state?.remote ?? null, others, ...late }
  await raiseCard(tx.trx, adapter.resource, local, { kind: 'twin', detail }, tx.now)
}

/**
 * Handles a tombstone of the feed. A removal is only recorded here: how many there are is not known
 * before the whole feed was read. The tombstone has no date, so it may be of an earlier record that
 * had the id: a deletion that waits here goes on, and sending requests the record's own URL.
 * @param local of a record that the service has, as far as is known
 */
export async function applyFeedTombstone(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
): Promise<void> {
  const state = (await readSyncState(tx.trx, adapter.resource, local))!
  const action = planSync(adapter, toSituation(state, { is: 'missing' }, tx.now)).do
  // A deletion that waits here can still be undone, and the feed does not report this one again.
  if (action === 'drop' || action === 'deleted') await recordTombstone(tx, state)
  // Sending creates it again, too, after a request to its own URL.
  else if (action === 'ask') await applyRemoteDeletion(context, tx, adapter, local)
}

/** Applies a deletion that the service reports and that a complete list does not contradict. */
export async function applyRemoteDeletion(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
): Promise<void> {
  const state = await readSyncState(tx.trx, adapter.resource, local)
  if (!state) return
  const action = planSync(adapter, toSituation(state, { is: 'missing' }, tx.now))
  switch (action.do) {
    case 'drop':
      await removeLocally(tx, state)
      context.recentRemovals.add(adapter.resource, local)
      context.counts.pulled++
      return
    case 'ask':
      await recordTombstone(tx, state)
      return raiseDeletedCard(tx, state)
    case 'deleted':
      return confirmDeletion(tx, state)
    case 'recreate':
      return reviveOrRecreate(tx, adapter, state)
    default:
      return
  }
}
