/**
 * Applies deletions of either side to the store. Each function is one step inside a transaction.
 */
import { closeAttempt } from '../store/attempts.ts'
import { endDeletionCards, raiseCard, resolveCards, resolveCardsOfDeleted } from '../store/inbox.ts'
import { settleDuplicatesOfDeleted, dropDeletedDuplicate } from '../store/duplicate-cards.ts'
import { withdrawFromRemovalCard } from '../store/removal-consent.ts'
import {
  deleteSyncRecord,
  patchSyncRecord,
  retireRemoteId,
  unlinkRemoteId,
  type RecordSyncState,
  type WireRecord,
} from '../store/record-sync-state.ts'
import { recordRowChange, type SyncTransaction } from './sync-context.ts'
import type { SyncAdapter } from './adapters/sync-adapter.ts'
import { syncAdapters } from './adapters/sync-adapters.ts'

/**
 * Deleted here but changed, unarchived or possibly wanted again on the service: restores the record
 * under its local id.
 * @param told whether to raise a card saying that the deletion was not carried out
 */
export async function reviveDeletedRecord(
  work: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
  told: boolean,
): Promise<void> {
  const { trx, now } = work
  const { resource, local } = state
  await syncAdapters[resource].insert(work, wire, local)
  await closeAttempt(trx, resource, local)
  await patchSyncRecord(trx, resource, local, {
    base: JSON.stringify(wire),
    remote: null,
    dirty: 0,
    deleted: 0,
    parked: null,
    seen_at: now,
    held_until: null,
    gone: 0,
    copied_at: null,
  })
  await endDeletionCards(trx, resource, local, now)
  if (told) {
    const copied = state.copiedAt === null ? {} : { copied: true as const }
    const detail = { groups: [], deletedHere: true as const, ...copied }
    await raiseCard(trx, resource, local, { kind: 'conflict', detail }, now)
  }
  await recordRowChange(work, resource, local, state.row)
  work.changedLocals[resource].add(local)
}

/**
 * Deleted on the service, unchanged here: removes the row and keeps its last version in history and
 * trash.
 */
export async function removeLocally(work: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local, row } = state
  const kind = syncAdapters[resource]
  if (!row) throw new Error(`${resource} ${local} is not here to be removed`)
  await kind.remove(work, row)
  if (kind.isArchivable) await rememberArchived(work, state)
  else await deleteSyncRecord(work.trx, resource, local)
  await resolveCards(work.trx, resource, local, work.now)
  await settleDuplicatesOfDeleted(work.trx, resource, local, work.now)
  await dropDeletedDuplicate(work.trx, resource, state.remote, work.now)
  await withdrawFromRemovalCard(work.trx, resource, state.remote, work.now)
  await recordRowChange(work, resource, local, row)
  work.changedLocals[resource].add(local)
}

/**
 * Deleted on the service, changed here: raises a card, on which the person sends it again or
 * discards it.
 */
export async function raiseDeletedCard(
  work: SyncTransaction,
  state: RecordSyncState,
): Promise<void> {
  const { resource, local } = state
  await closeAttempt(work.trx, resource, local)
  await patchSyncRecord(work.trx, resource, local, { parked: 'gone' })
  await withdrawFromRemovalCard(work.trx, resource, state.remote, work.now)
  const card = { kind: 'gone', detail: { remote: state.remote! } } as const
  await raiseCard(work.trx, resource, local, card, work.now)
  work.changedLocals[resource].add(local)
}

/** Records that the service no longer has a record that was deleted here. */
export async function confirmDeletion(
  work: SyncTransaction,
  state: RecordSyncState,
): Promise<void> {
  const { resource, local } = state
  if (syncAdapters[resource].isArchivable) {
    await rememberArchived(work, state)
  } else {
    await retireRemoteId(work.trx, resource, { remote: state.remote!, local }, work.now)
    await deleteSyncRecord(work.trx, resource, local)
  }
  await resolveCards(work.trx, resource, local, work.now)
  await dropDeletedDuplicate(work.trx, resource, state.remote, work.now)
  await withdrawFromRemovalCard(work.trx, resource, state.remote, work.now)
}

/** Keeps the remote id of an archived record, because it can be restored from the archive later. */
async function rememberArchived(work: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local, base } = state
  await closeAttempt(work.trx, resource, local)
  await patchSyncRecord(work.trx, resource, local, {
    base: JSON.stringify({ ...base, deleted: true }),
    remote: null,
    dirty: 0,
    deleted: 0,
    parked: null,
    held_until: null,
    gone: 0,
    copied_at: null,
  })
}

/**
 * Deleted on the service but still wanted: the next request creates it under a new id. If the store
 * is a copy, the original may have created it already, so it is probed for first, like every create
 * of a copy.
 */
export async function markForRecreation(
  work: SyncTransaction,
  state: RecordSyncState,
): Promise<void> {
  const { resource, local } = state
  await closeAttempt(work.trx, resource, local)
  await unlinkRemoteId(work.trx, resource, { remote: state.remote!, local }, work.now)
  await resolveCardsOfDeleted(work.trx, resource, local, work.now)
  await dropDeletedDuplicate(work.trx, resource, state.remote, work.now)
  await withdrawFromRemovalCard(work.trx, resource, state.remote, work.now)
  work.changedLocals[resource].add(local)
}

/**
 * Deleted on the service but still wanted: restores it from the service's archive where there is
 * one, otherwise marks it for creation.
 */
export async function reviveOrRecreate(
  work: SyncTransaction,
  kind: SyncAdapter,
  state: RecordSyncState,
): Promise<void> {
  if (!kind.isArchivable) return markForRecreation(work, state)
  await rememberArchived(work, state)
  await patchSyncRecord(work.trx, kind.resource, state.local, { dirty: 1 })
  await resolveCardsOfDeleted(work.trx, kind.resource, state.local, work.now)
  work.changedLocals[kind.resource].add(state.local)
}
