/** Applies pulled records to the store, page by page and record by record. */
import { readOpenCreates } from '../store/attempts.ts'
import { raiseCard } from '../store/inbox.ts'
import { readDuplicates } from '../store/duplicate-cards.ts'
import {
  readSyncState,
  filterRetiredRemoteIds,
  statesByRemote,
  type WireRecord,
} from '../store/record-sync-state.ts'
import { expireAndReadWatchedCreates, type ResentCreate } from '../store/resent-creates.ts'
import { findLocalId, type SyncedResource } from '../store/sync-records.ts'
import { closeReadableCards, raiseUnreadableCard } from '../store/unreadable-records.ts'
import { addPulled, mergeRecord, saysNothingNew, situationOf } from './apply-remote.ts'
import {
  askAboutGone,
  confirmDeleted,
  dropRecord,
  restoreRecord,
  wantAgain,
} from './apply-deletions.ts'
import { commitFetched, type SyncContext, type Work } from './sync-context.ts'
import type { Kind } from './adapters/sync-adapter.ts'
import { asInCopy, judge, type OpenCreate, readMe } from './judge-candidate.ts'
import type { BadRecord } from './list-pages.ts'
import { plan } from './plan.ts'
import { isKnownGone, isThereAfterAll } from './tombstone-mark.ts'

/**
 * What a new record is compared with: creates whose outcome is unknown, and creates that were sent
 * twice.
 */
export interface Sendings {
  unknown: readonly OpenCreate[]
  twice: readonly (ResentCreate & { watched: true })[]
  /** The service's id of the person. */
  me: number | null
}

/** Reads what new records are compared with, once for each page. */
export async function readSendings(work: Work, kind: Kind): Promise<Sendings> {
  const unknown: OpenCreate[] = []
  for (const attempt of await readOpenCreates(work.trx, kind.resource)) {
    unknown.push(await asInCopy(work.trx, kind, attempt))
  }
  const watched = await expireAndReadWatchedCreates(work.trx, kind.resource, work.now)
  const twice = watched.map((sent) => ({ ...sent, watched: true as const }))
  const me = unknown.length + twice.length > 0 ? await readMe(work) : null
  return { unknown, twice, me }
}

/**
 * Applies a page. Returns false when a record was held back until the outcome of a create is known.
 */
export async function applyPage(
  context: SyncContext,
  kind: Kind,
  page: { records: readonly WireRecord[]; bad: readonly BadRecord[] },
  quiet: boolean,
): Promise<boolean> {
  const last = page.records.at(-1)
  let whole = true
  if (!last) await commitFetched(context, (work) => applyBad(work, kind, page))
  await context.batches.each(page.records, (batch) =>
    commitFetched(context, async (work) => {
      const sendings = await readSendings(work, kind)
      await context.pieces.each(batch, async (piece) => {
        if (!(await applyPiece(context, work, kind, piece, sendings, quiet))) whole = false
      })
      if (batch.at(-1) === last) await applyBad(work, kind, page)
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
  work: Work,
  kind: Kind,
  piece: readonly WireRecord[],
  sendings: Sendings,
  quiet: boolean,
): Promise<boolean> {
  const ids = piece.map(({ id }) => id)
  const states = await statesByRemote(work.trx, kind.resource, ids)
  const known = new Set(states.keys())
  let whole = true
  let fresh: WireRecord[] = []
  const takeFresh = async () => {
    if (fresh.length === 0) return
    if (!(await applyUnknown(context, work, kind, fresh, sendings, quiet))) whole = false
    fresh = []
  }
  for (const wire of piece) {
    if (!known.has(wire.id)) {
      // If it is in the page twice, it is known the second time.
      known.add(wire.id)
      fresh.push(wire)
      continue
    }
    await takeFresh()
    // Most rows of most pages: their states were all read together.
    const state = states.get(wire.id)
    if (state) {
      await kind.related(work, wire)
      if (await saysNothingNew(work, kind, state, wire)) continue
    }
    if (!(await applyRecord(context, work, kind, wire, sendings, quiet))) whole = false
  }
  await takeFresh()
  return whole
}

/** Sets aside the unreadable records; closes the cards of those that are readable by now. */
export async function applyBad(
  work: Work,
  { resource }: { resource: SyncedResource },
  page: { records: readonly WireRecord[]; bad: readonly BadRecord[] },
): Promise<void> {
  for (const bad of page.bad) {
    if (await raiseUnreadableCard(work.trx, resource, bad, work.now)) work.inboxChanged = true
  }
  const readable = new Set(page.records.map((record) => record.id))
  if (await closeReadableCards(work.trx, resource, readable, work.now)) work.inboxChanged = true
}

/**
 * Applies one record.
 * @param quiet the account is read for the first time: its records are not written to the history
 * @returns false when it was held back
 */
export async function applyRecord(
  context: SyncContext,
  work: Work,
  kind: Kind,
  wire: WireRecord,
  sendings: Sendings,
  quiet: boolean,
): Promise<boolean> {
  const { trx } = work
  const local = await findLocalId(trx, kind.resource, wire.id)
  if (local === undefined) return applyUnknown(context, work, kind, [wire], sendings, quiet)
  await kind.related(work, wire)
  const state = await readSyncState(trx, kind.resource, local)
  if (!state || (await saysNothingNew(work, kind, state, wire))) return true
  if (state.gone) await isThereAfterAll(work, state)
  // Applied later, once it is known whether its changes are ours to send.
  if (state.parked === 'moved') return true
  const remote = { is: 'here', version: kind.versionOf(wire) } as const
  const action = plan(kind, situationOf(state, remote, work.now))
  switch (action.do) {
    case 'merge':
      if (!state.base || !kind.same(kind.versionOf(state.base), remote.version)) {
        context.counts.pulled++
      }
      await mergeRecord(work, state, wire, action.sent)
      return true
    case 'restore':
    case 'reappear':
      await restoreRecord(work, state, wire, action.do === 'restore')
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
  work: Work,
  kind: Kind,
  wires: readonly WireRecord[],
  { unknown, twice, me }: Sendings,
  quiet: boolean,
): Promise<boolean> {
  const ids = wires.map(({ id }) => id)
  const retired = await filterRetiredRemoteIds(work.trx, kind.resource, ids)
  // Skips retired ids, and holds back possible results of creates whose reply was lost.
  const notOurs = wires.filter(({ id }) => !retired.has(id))
  const adding = notOurs.filter((wire) =>
    unknown.every((attempt) => judge(context, kind, attempt, wire, me) === null),
  )
  if (adding.length > 0) await addPulled(work, kind, adding, quiet)
  context.counts.pulled += adding.length
  for (const wire of adding) {
    for (const sent of twice) {
      if (judge(context, kind, sent, wire, me) !== null) await tellOfTwin(work, kind, sent, wire)
    }
  }
  return adding.length === notOurs.length
}

/**
 * Raises a card about a create that was carried out after all, after it was given up or sent again.
 */
async function tellOfTwin(
  work: Work,
  kind: Kind,
  { local }: ResentCreate,
  wire: WireRecord,
): Promise<void> {
  const state = await readSyncState(work.trx, kind.resource, local)
  const open = await readDuplicates(work.trx, kind.resource, local)
  const others = [...new Set([...(open?.others ?? []), wire.id])]
  // While a card asks which record of the service is this one, or when it was deleted here since,
  // the new record is one more candidate. Otherwise it is a late duplicate.
  const isMaybe = open ? open.adopted === null : !state
  const late = isMaybe ? {} : { late: true as const }
  const detail = { adopted: open?.adopted ?? state?.remote ?? null, others, ...late }
  await raiseCard(work.trx, kind.resource, local, { kind: 'twin', detail }, work.now)
}

/**
 * Handles a tombstone of the feed. A removal is only recorded here: how many there are is not known
 * before the whole feed was read.
 */
export async function takeTombstone(
  context: SyncContext,
  work: Work,
  kind: Kind,
  local: number,
): Promise<void> {
  const state = await readSyncState(work.trx, kind.resource, local)
  if (!state) return
  const action = plan(kind, situationOf(state, { is: 'gone' }, work.now)).do
  if (action === 'drop') await isKnownGone(work, state)
  // Sending creates it again, after a request to its own URL.
  else if (action !== 'recreate') await applyGone(context, work, kind, local)
}

/** Applies a deletion that the service reports and that a complete list does not contradict. */
export async function applyGone(
  context: SyncContext,
  work: Work,
  kind: Kind,
  local: number,
): Promise<void> {
  const state = await readSyncState(work.trx, kind.resource, local)
  if (!state) return
  const action = plan(kind, situationOf(state, { is: 'gone' }, work.now))
  switch (action.do) {
    case 'drop':
      await dropRecord(work, state)
      context.lately.note(kind.resource, local)
      context.counts.pulled++
      return
    case 'ask':
      await isKnownGone(work, state)
      return askAboutGone(work, state)
    case 'deleted':
      return confirmDeleted(work, state)
    case 'recreate':
      return wantAgain(work, kind, state)
    default:
      return
  }
}
