/**
 * Applies replies and pulled records to the store. Each function is one step inside a transaction
 * and leaves row, base version, dirty mark and cards consistent.
 */
import { hasSameFields } from '#shared/rules/three-way.ts'
import { closeAttempt } from '../../store/sync/attempts.ts'
import { askAboutCells } from '../../store/acts/cell-hours.ts'
import { readFullRow, type FullRow } from '../../store/resources/full-rows.ts'
import {
  closeConflictCard,
  endDeletionCards,
  endUnitWait,
  raiseCard,
  readConflict,
  resolveCards,
} from '../../store/inbox/inbox.ts'
import { readDuplicates } from '../../store/inbox/duplicate-cards.ts'
import { noteUids } from '../../store/sync/entry-uids.ts'
import { readLocalVersion } from '../../store/sync/local-versions.ts'
import {
  patchSyncRecord,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { linkPulledRecords, linkRemoteId } from '../../store/sync/sync-records.ts'
import { isWithinGrace } from '../../store/sync/send-queue.ts'
import { recordRowChange, type SyncTransaction } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { askAboutUnit } from '../inbox/changed-unit.ts'
import {
  mergeAcknowledged,
  doubted,
  keepAsking,
  mergeVersions,
  type GroupConflict,
  type MergeResult,
} from '../decide/merge.ts'
import { clearTombstone } from '../records/tombstone-mark.ts'
import type { Observation, Situation } from '../decide/plan.ts'

/**
 * Collects what `plan` needs to know about a record.
 * @param hurried whether a deletion skips its grace period
 */
export function toSituation(
  state: RecordSyncState,
  remote: Observation,
  now: number,
  hurried = false,
): Situation {
  const baseVersion = state.base && syncAdapters[state.resource].versionOf(state.base)
  const isArchived = state.base?.deleted === true
  return {
    local: state.version,
    base: isArchived ? null : baseVersion,
    archived: isArchived ? baseVersion : null,
    remote,
    attempt: state.attempt && {
      kind: state.attempt.kind,
      sent: state.attempt.body,
      until: state.attempt.until,
      repeatable: state.attempt.idempotencyKey !== null,
    },
    parked: state.parked,
    isKept: state.isKept,
    unmerged: state.newer !== null,
    copied: state.copiedAt !== null,
    inGrace: state.deleted && !hurried && isWithinGrace(state.heldUntil, now),
    now,
  }
}

/**
 * Inserts records of the service that are new here. Each may occur only once in `wires`. Returns
 * their local ids, in this order.
 */
export async function insertPulledRecords(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  wires: readonly WireRecord[],
  quiet: boolean,
): Promise<number[]> {
  const { resource } = adapter
  const made = await adapter.insertAll(tx, wires)
  const pulled = wires.map((wire) => ({
    resource,
    local_id: made.get(wire.id)!,
    remote_id: wire.id,
    base: JSON.stringify(wire),
    seen_at: tx.now,
  }))
  await linkPulledRecords(tx.trx, pulled)
  await noteUids(
    tx.trx,
    resource,
    wires.flatMap(({ id, uid }) => (uid ? [{ local: made.get(id)!, uid }] : [])),
  )
  for (const { local_id } of pulled) {
    if (!quiet) await recordRowChange(tx, resource, local_id, undefined)
    tx.changedLocals[resource].add(local_id)
  }
  return pulled.map(({ local_id }) => local_id)
}

/**
 * Merges the service's version with the local one.
 * @param sent the fields of an update that was carried out although its reply was lost
 */
export async function mergeRemoteRecord(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
  sent: object | null,
): Promise<MergeResult> {
  const adapter = syncAdapters[state.resource]
  const remoteVersion = adapter.versionOf(wire)
  const { version } = present(state)
  if (!state.base) throw new Error(`${state.resource} ${state.local} has no version to merge from`)
  const base = adapter.versionOf(state.base)
  const merged = sent
    ? mergeAcknowledged(adapter, 'update', base, sent, version, remoteVersion)
    : mergeVersions(adapter, base, version, remoteVersion)
  await closeAttempt(tx.trx, state.resource, state.local)
  const settled = await settle(tx, state, wire, merged, { sent })
  await askAboutUnit(tx, sent ? state : { ...state, attempt: null }, wire)
  return settled
}

/**
 * The service has an earlier version than it acknowledged: each group that differs is a conflict,
 * because only the person knows whether the later version is still wanted.
 */
export async function askAboutEarlierVersion(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const adapter = syncAdapters[state.resource]
  const remoteVersion = adapter.versionOf(wire)
  const { version } = present(state)
  await closeAttempt(tx.trx, state.resource, state.local)
  const merged = mergeVersions(adapter, remoteVersion, version, remoteVersion)
  const doubtedMerge = doubted(adapter, remoteVersion, merged, remoteVersion)
  await settle(tx, { ...state, base: wire }, wire, doubtedMerge, { why: { earlier: true } })
}

/** Applies the reply to a create, or the record that shows that the create was carried out. */
export async function applyCreated(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const { trx } = tx
  const { attempt, resource, local } = state
  if (!attempt?.sent) throw new Error(`${resource} ${local} has no create under way`)
  const adapter = syncAdapters[resource]
  await closeAttempt(trx, resource, local)
  await linkRemoteId(trx, resource, local, wire.id)
  const remoteVersion = adapter.versionOf(wire)
  if (!state.version) {
    // Deleted here in the meantime: the record that the service has now must be deleted there.
    await adapter.upsertRelated(tx, wire)
    await patchSyncRecord(trx, resource, local, { base: JSON.stringify(wire), seen_at: tx.now })
    return
  }
  await settle(
    tx,
    state,
    wire,
    mergeAcknowledged(adapter, 'create', attempt.sent, attempt.body, state.version, remoteVersion),
  )
  await askAboutUnit(tx, state, wire)
  await tellNewPrice(tx, state)
  await nameAdopted(tx, state, wire.id)
  // Other hours of its cell may have come in while the outcome was unknown.
  if (resource === 'time' && wire.uid === undefined) {
    await askAboutCells(trx, 'set', [local], tx.now)
  }
}

/** Says in the history what became of a price that the person saw but did not type. */
async function tellNewPrice(
  tx: SyncTransaction,
  { resource, local, row: before }: RecordSyncState,
): Promise<void> {
  const after = await readFullRow(tx.trx, resource, local)
  const summary = before && after && syncAdapters[resource].repriced?.(before, after)
  if (!summary) return
  const written = tx.history.findIndex((row) => row.resource === resource && row.local === local)
  const at = written < 0 ? tx.history.length : written
  tx.history.splice(at, 1, { resource, local, before, after, summary })
}

/**
 * Possible duplicates turned up before it was known which record of the service this one is: the
 * open card now names it, so that its answer does not give it up.
 */
export async function nameAdopted(
  { trx, now }: SyncTransaction,
  { resource, local }: Pick<RecordSyncState, 'resource' | 'local'>,
  adopted: number,
): Promise<void> {
  const duplicates = await readDuplicates(trx, resource, local)
  if (duplicates?.adopted !== null) return
  const others = duplicates.others.filter((other) => other !== adopted)
  if (others.length === 0) return resolveCards(trx, resource, local, now, 'twin')
  const detail = { ...duplicates, adopted, others }
  await raiseCard(trx, resource, local, { kind: 'twin', detail }, now)
}

/** Applies the reply to an update. */
export async function applyUpdated(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const { resource, local } = state
  const adapter = syncAdapters[resource]
  const sent = state.attempt?.body ?? {}
  await closeAttempt(tx.trx, resource, local)
  if (!state.version || !state.base) {
    await patchSyncRecord(tx.trx, resource, local, { base: JSON.stringify(wire), remote: null })
    return
  }
  const base = adapter.versionOf(state.base)
  const remoteVersion = adapter.versionOf(wire)
  const merged = mergeAcknowledged(adapter, 'update', base, sent, state.version, remoteVersion)
  await settle(tx, state, wire, merged, { sent })
  await askAboutUnit(tx, state, wire)
}

/**
 * Adopts an existing record of the service in place of the one that was to be created. Both are
 * merged as if they shared no history, so that members of neither are lost.
 * @param base the common ancestor to assume
 */
export async function adoptRemoteRecord(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
  base: object,
): Promise<void> {
  const adapter = syncAdapters[state.resource]
  const { version } = present(state)
  await closeAttempt(tx.trx, state.resource, state.local)
  await linkRemoteId(tx.trx, state.resource, state.local, wire.id)
  await nameAdopted(tx, state, wire.id)
  await settle(tx, state, wire, mergeVersions(adapter, base, version, adapter.versionOf(wire)))
  await askAboutUnit(tx, { ...state, attempt: null }, wire)
}

/**
 * Writes the result of a merge: row, base version, dirty mark and cards. Returns the merge as
 * applied: in a copied store it also has conflicts for groups of which it is unknown who changed
 * them.
 * @param why what the card says of its conflicts
 * @param sent the fields of an update that was carried out
 */
async function settle(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
  merged: MergeResult,
  { why = {}, sent = null }: { why?: { earlier?: true }; sent?: object | null } = {},
): Promise<MergeResult> {
  const { trx, now } = tx
  const { resource, local } = state
  const adapter = syncAdapters[resource]
  const { row } = present(state)
  const isCopied = state.copiedAt !== null
  const known = isCopied
    ? doubted(adapter, cameFrom(state, wire), merged, adapter.versionOf(wire))
    : merged
  const reopened = await mergeReopened(tx, state, wire, known, sent)
  const result = reopened?.merged ?? known
  const { version, send, conflicts } = result
  if (await adapter.writeRow(tx, row, wire, version)) {
    await recordRowChange(tx, resource, local, row)
  }

  const base =
    conflicts.length > 0 && state.base && !reopened
      ? adapter.mergeBase(wire, state.base, conflicts)
      : wire
  const current = (await readLocalVersion(trx, resource, local))!
  const dirty = reopened !== null || !adapter.same(current, adapter.versionOf(base))
  // Groups that can be sent are sent first; only then does the record wait for the person.
  const waits = conflicts.length > 0 && Object.keys(send).length === 0
  const stillRefused = dirty && state.parked === 'refused' && state.attempt === null
  await patchSyncRecord(trx, resource, local, {
    base: JSON.stringify(base),
    remote: conflicts.length > 0 ? JSON.stringify(reopened?.offered ?? wire) : null,
    dirty: dirty ? 1 : 0,
    parked: waits ? 'conflict' : stillRefused ? 'refused' : null,
    seen_at: now,
    copied_at: conflicts.length > 0 ? state.copiedAt : null,
  })
  if (state.hasTombstone) await clearTombstone(tx, state)
  if (!dirty && adapter.typed) await endUnitWait(trx, resource, local, now)
  tx.changedLocals[resource].add(local)

  await endDeletionCards(trx, resource, local, now)
  if (!stillRefused) {
    await resolveCards(trx, resource, local, now, 'refused')
    await resolveCards(trx, resource, local, now, 'archived')
  }
  if (conflicts.length > 0) {
    const copied = isCopied ? { copied: true as const } : {}
    const past = reopened ? { past: true as const } : {}
    const detail = { groups: conflicts, ...why, ...copied, ...past }
    const card = { kind: 'conflict', detail } as const
    await raiseCard(trx, resource, local, card, now)
  } else {
    await closeConflictCard(trx, resource, local, now)
  }
  return result
}

/**
 * Merges a record whose answer was undone after it had left: the service has the answer, or soon
 * has, so the question stays open although only one side differs from the base. Null where there is
 * no such question, or the local version answers it.
 */
async function mergeReopened(
  tx: SyncTransaction,
  { resource, local, base, newer, version }: RecordSyncState,
  wire: WireRecord,
  known: MergeResult,
  sent: object | null,
): Promise<{ merged: MergeResult; offered: WireRecord } | null> {
  if (!newer || !base || !version) return null
  const question = await readConflict(tx.trx, resource, local)
  if (!question || question.deletedHere) return null
  const adapter = syncAdapters[resource]
  const isSent = ({ theirs: remote }: GroupConflict) =>
    sent !== null && Object.keys(remote).some((field) => Object.hasOwn(sent, field))
  if (!question.past && !question.groups.some(isSent)) return null
  const [before, remote] = [adapter.versionOf(base), adapter.versionOf(wire)]
  // What the service has changed since is asked about instead.
  const kept = question.groups.filter(
    (group) => isSent(group) || hasSameFields(before, remote, Object.keys(group.theirs)),
  )
  const offered = { ...adapter.mergeBase(wire, newer, kept), updated_at: newer.updated_at }
  const merged = keepAsking(adapter, question.groups, known, {
    base: before,
    local: version,
    remote,
    offered: adapter.versionOf(offered),
  })
  const isOpen = merged.conflicts.some(
    ({ group }) => !known.conflicts.some((one) => one.group === group),
  )
  return isOpen ? { merged, offered } : null
}

/** Returns the version to use as the common base of both sides. */
function cameFrom({ resource, base, attempt }: RecordSyncState, wire: WireRecord): object {
  const adapter = syncAdapters[resource]
  return base ? adapter.versionOf(base) : (attempt?.sent ?? adapter.versionOf(wire))
}

/** Returns true when a row of a list contains nothing new, as most rows of most pages do. */
export async function isAlreadyKnown(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<boolean> {
  // The version set aside for a conflict counts only while the record is dirty: once the person has
  // reverted their part, it has not been applied. After an undone answer, the base is the later one.
  const { base, newer, dirty } = state
  const isNewer = newer !== null && newer.updated_at >= (base?.updated_at ?? '')
  const received = dirty && isNewer ? newer : base
  if (!received || received.deleted || !state.row || !state.version) return false
  if (state.attempt || state.hasTombstone) return false
  if (received.updated_at !== wire.updated_at) return false
  if (!adapter.same(adapter.versionOf(received), adapter.versionOf(wire))) return false
  return state.dirty || adapter.hasSameComputed(tx, state.row, wire)
}

/** Returns the local row and version. A missing record is a bug of the caller. */
function present({ resource, local, row, version }: RecordSyncState): {
  row: FullRow
  version: object
} {
  if (!row || !version) throw new Error(`${resource} ${local} is not here to be merged`)
  return { row, version }
}
