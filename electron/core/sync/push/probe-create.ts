/**
 * Finds out the outcome of a create that lost its reply, by looking for its record, never by
 * sending it again first.
 */
import {
  closeAttempt,
  recordProbe,
  readOpenCreates,
  quarantineAttempt,
  type Attempt,
} from '../../store/sync/attempts.ts'
import { isKnownFrom } from '../../store/history/change-history.ts'
import { readMyRemoteId } from '../../store/account/current-user.ts'
import { raiseCard } from '../../store/inbox/inbox.ts'
import {
  deleteSyncRecord,
  patchSyncRecord,
  readSyncState,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { expireAndReadWatchedCreates, watchForDuplicate } from '../../store/sync/resent-creates.ts'
import { findLocalId } from '../../store/sync/sync-records.ts'
import { insertPulledRecords, applyCreated } from '../apply/apply-remote.ts'
import { confirmRecords } from '../apply/confirm-records.ts'
import { readCandidates } from './lost-create-candidates.ts'
import {
  commitSync,
  type SyncContext,
  type SyncFailure,
  type SyncTransaction,
} from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import {
  asInCopy,
  isUnmappedRecord,
  judgeCandidate,
  type OpenCreate,
} from '../apply/judge-candidate.ts'
import type { Verdict } from '../decide/match-create.ts'
import { joinNamesake } from './adopt-category-name.ts'
import {
  secondProbeDelay,
  duplicateWatchLength,
  completeListTimeout,
} from '../decide/sync-timings.ts'

/**
 * Looks for the result of a create where it would be: adopts the record if it is there, and sends
 * the create again only after two looks that found nothing.
 */
export async function probeCreate(
  context: SyncContext,
  adapter: SyncAdapter,
  attempt: Attempt,
): Promise<'end' | 'again' | SyncFailure> {
  const { resource } = adapter
  const { local } = attempt
  const shown = await readCandidates(context, adapter, await asInCopy(context.db, adapter, attempt))
  if (shown.is !== 'shown') return shown
  await confirmRecords(context, adapter, shown.records)
  return commitSync(context, async (tx) => {
    const state = await readSyncState(tx.trx, resource, local)
    if (state?.attempt?.id !== attempt.id) return 'end'
    const until = tx.now + secondProbeDelay
    if (!shown.sound && tx.now < attempt.sentAt + completeListTimeout) {
      await quarantineAttempt(tx.trx, resource, local, until)
      return 'end'
    }
    const create = await asInCopy(tx.trx, adapter, attempt)
    const candidates = await likely(context, tx, adapter, create, shown.records)
    const [ours] = candidates.ours
    if (ours && !mayBeAdopted(context, state, ours)) {
      await waitForPerson(tx, state, candidates.ours)
      return 'end'
    }
    if (ours) {
      await adopt(context, tx, state, candidates, shown.sound)
      context.counts.pushed++
      return 'again'
    }
    const [namesake] = candidates.namesake
    const isUnsure = namesake !== undefined && mayBeOurs(state, namesake)
    if (namesake && !isUnsure) return joinNamesake(tx, state, namesake)
    const unsure = isUnsure ? [namesake, ...candidates.unsure] : candidates.unsure
    if (unsure.length > 0) {
      await waitForPerson(tx, state, unsure)
      return 'end'
    }
    if (!shown.sound) {
      await quarantineAttempt(tx.trx, resource, local, until)
      return 'end'
    }
    if ((await recordProbe(tx.trx, resource, local, until)) < 2) return 'end'
    await closeForGood(tx, state)
    return 'again'
  })
}

/**
 * Counts the create as not carried out, or leaves that to the person. If it was carried out after
 * all, a card reports it later.
 */
async function closeForGood(
  tx: SyncTransaction,
  { resource, local, attempt }: RecordSyncState,
): Promise<void> {
  await closeAttempt(tx.trx, resource, local)
  // The search has settled everything that can be known of a copied record, too.
  await patchSyncRecord(tx.trx, resource, local, { copied_at: null })
  const { sent, sentAt } = attempt!
  await watchForDuplicate(tx.trx, {
    resource,
    local_id: local,
    sent: sent!,
    sent_at: sentAt,
    watched_until: tx.now + duplicateWatchLength,
  })
}

/**
 * Returns false where the record was deleted here in the meantime and adopting this one would
 * delete it on the service, although another person may have created or changed it.
 */
function mayBeAdopted(
  context: SyncContext,
  state: RecordSyncState,
  candidate: WireRecord,
): boolean {
  if (state.version) return true
  const adapter = syncAdapters[state.resource]
  return (
    context.clockOffset() !== null &&
    adapter.same(state.attempt!.sent!, adapter.versionOf(candidate))
  )
}

/**
 * Returns true for a namesake that equals the create as it was sent, while the record has another
 * name by now or is deleted. If a clock was set since, the create made the namesake, and ignoring
 * it would leave two records on the service.
 */
function mayBeOurs({ resource, version, attempt }: RecordSyncState, namesake: WireRecord): boolean {
  const adapter = syncAdapters[resource]
  const sent = attempt!.sent!
  const hasSameKey = version !== null && adapter.naturalKey(version) === adapter.naturalKey(sent)
  return !hasSameKey && adapter.same(sent, adapter.versionOf(namesake))
}

/**
 * Groups the unknown records by verdict, lowest id first, without those that are merely similar and
 * are what another open create made, such as the other half of an entry that was split. A record that was pulled after the create
 * was sent may be its result, too: the original of a copy may have created it, and it was pulled
 * before the person here wanted theirs again.
 */
async function likely(
  context: SyncContext,
  tx: SyncTransaction,
  adapter: SyncAdapter,
  attempt: OpenCreate,
  shown: readonly WireRecord[],
): Promise<Record<Verdict, WireRecord[]>> {
  const candidates: Record<Verdict, WireRecord[]> = { ours: [], unsure: [], namesake: [] }
  const me = await readMyRemoteId(tx.trx)
  const otherCreates = (await readOpenCreates(tx.trx, adapter.resource)).filter(
    ({ local }) => local !== attempt.local,
  )
  const isOfAnother = (wire: WireRecord) =>
    otherCreates.some((other) => judgeCandidate(context, adapter, other, wire, me) === 'ours')
  // A list may contain a record twice.
  const each = new Map(shown.map((wire) => [wire.id, wire]))
  for (const wire of [...each.values()].toSorted((one, other) => one.id - other.id)) {
    const what = judgeCandidate(context, adapter, attempt, wire, me)
    if (what === null || (what === 'unsure' && isOfAnother(wire))) continue
    if (await isUnmappedRecord(context, tx, adapter, wire)) candidates[what].push(wire)
    else if (what === 'ours' && (await isNewHere(tx, adapter, attempt, wire))) {
      candidates.unsure.push(wire)
    }
  }
  return candidates
}

async function isNewHere(
  { trx }: SyncTransaction,
  { resource }: SyncAdapter,
  { sentAt }: Attempt,
  { id }: WireRecord,
): Promise<boolean> {
  const local = await findLocalId(trx, resource, id)
  return local !== undefined && !(await isKnownFrom(trx, { resource, local, before: sentAt }))
}

/**
 * Adopts a record. While the service's clock is unknown, or the list may have hidden a duplicate, a
 * card reports the adoption, except for a category, whose name is unique. An equal create that was
 * sent twice may arrive late, and look more like this one than its real result, which may have been
 * changed since: in that case the uncertain records are on the card, too.
 */
async function adopt(
  context: SyncContext,
  tx: SyncTransaction,
  state: RecordSyncState,
  { ours: [first, ...rest], unsure }: Record<Verdict, WireRecord[]>,
  sound: boolean,
): Promise<void> {
  await applyCreated(tx, state, first!)
  // Leaves as many of them as there are equal open creates, each of which is probed itself.
  const certain = rest.slice(await equalsOpen(tx, state))
  const others = (await isEqualWatched(tx, state)) ? [...certain, ...unsure] : certain
  // The card offers to delete them, so they must be stored here.
  await insertPulledRecords(tx, syncAdapters[state.resource], others, false)
  const sure = (sound && context.clockOffset() !== null) || state.resource === 'category'
  if (others.length === 0 && sure) return
  const detail = { adopted: first!.id, others: others.map((wire) => wire.id) }
  await raiseCard(tx.trx, state.resource, state.local, { kind: 'twin', detail }, tx.now)
}

/** Counts the open creates that cannot be told apart from this one. */
async function equalsOpen({ trx }: SyncTransaction, state: RecordSyncState): Promise<number> {
  return (await readOpenCreates(trx, state.resource)).filter((one) => isEqual(state, one)).length
}

async function isEqualWatched(
  { trx, now }: SyncTransaction,
  state: RecordSyncState,
): Promise<boolean> {
  return (await expireAndReadWatchedCreates(trx, state.resource, now)).some((one) =>
    isEqual(state, one),
  )
}

/** Returns true for the create of another record that cannot be told apart from this one. */
function isEqual(
  { resource, local, attempt }: RecordSyncState,
  other: { local: number; sent: object | null },
): boolean {
  const { naturalKey } = syncAdapters[resource]
  return other.local !== local && naturalKey(other.sent!) === naturalKey(attempt!.sent!)
}

/**
 * Raises a card: the result may be one of these, so nothing is adopted and nothing is sent again.
 */
async function waitForPerson(
  tx: SyncTransaction,
  state: RecordSyncState,
  unsure: readonly WireRecord[],
): Promise<void> {
  const { resource, local } = state
  await closeForGood(tx, state)
  if (state.version) await patchSyncRecord(tx.trx, resource, local, { parked: 'conflict' })
  else await deleteSyncRecord(tx.trx, resource, local)
  const detail = { adopted: null, others: unsure.map((wire) => wire.id) }
  await raiseCard(tx.trx, resource, local, { kind: 'twin', detail }, tx.now)
  tx.changedLocals[resource].add(local)
}
