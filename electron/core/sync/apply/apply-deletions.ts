/**
 * Applies deletions of either side to the store. Each function is one step inside a transaction.
 */
import { closeAttempt } from '../../store/sync/attempts.ts'
import { wasEverChangedHere } from '../../store/history/change-history.ts'
import { readTrashedRow } from '../../store/history/trash.ts'
import {
  endDeletionCards,
  raiseCard,
  resolveCards,
  resolveCardsOfDeleted,
} from '../../store/inbox/inbox.ts'
import {
  settleDuplicatesOfDeleted,
  dropDeletedDuplicate,
} from '../../store/inbox/duplicate-cards.ts'
import { withdrawFromRemovalCard } from '../../store/inbox/removal-consent.ts'
import {
  deleteSyncRecord,
  patchSyncRecord,
  retireRemote,
  unlinkRemote,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { recordRowChange, type SyncTransaction } from '../pass/sync-context.ts'
import { askAboutUnit, takeBackUnit } from '../inbox/changed-unit.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'

/**
 * Deleted here but changed, unarchived or possibly wanted again on the service: restores the record
 * under its local id.
 * @param raisesCard whether to raise a card saying that the deletion was not carried out
 */
export async function reviveDeletedRecord(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
  raisesCard: boolean,
): Promise<void> {
  const { trx, now } = tx
  const { resource, local } = state
  await syncAdapters[resource].insert(tx, wire, local)
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
  if (raisesCard) {
    const copied = state.copiedAt === null ? {} : { copied: true as const }
    const detail = { groups: [], deletedHere: true as const, ...copied }
    await raiseCard(trx, resource, local, { kind: 'conflict', detail }, now)
  }
  await askAboutDeletedUnit(tx, state, wire)
  await recordRowChange(tx, resource, local, state.row)
  tx.changedLocals[resource].add(local)
}

/**
 * The amount that a record comes back with may have been typed in another currency, and deleted
 * before the service acknowledged it in its own.
 */
async function askAboutDeletedUnit(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  const { resource, local } = state
  const row = await readTrashedRow(tx.trx, resource, local)
  if (!row || !(await wasEverChangedHere(tx.trx, resource, local))) return
  const version = syncAdapters[resource].versionOf(wire)
  await askAboutUnit(tx, { ...state, row, version, attempt: null }, wire)
}

/**
 * Deleted on the service, unchanged here: removes the row and keeps its last version in history and
 * trash.
 */
export async function removeLocally(tx: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local } = state
  const adapter = syncAdapters[resource]
  const row = await takeBackUnit(tx, state)
  if (!row) throw new Error(`${resource} ${local} is not here to be removed`)
  await adapter.remove(tx, row)
  if (adapter.isArchivable) await rememberArchived(tx, state)
  else await deleteSyncRecord(tx.trx, resource, local)
  await resolveCards(tx.trx, resource, local, tx.now)
  await settleDuplicatesOfDeleted(tx.trx, resource, local, tx.now)
  await dropDeletedDuplicate(tx.trx, resource, state.remote, tx.now)
  await withdrawFromRemovalCard(tx.trx, resource, state.remote, tx.now)
  await recordRowChange(tx, resource, local, row)
  tx.changedLocals[resource].add(local)
}

/**
 * Deleted on the service, changed here: raises a card, on which the person sends it again or
 * discards it.
 */
export async function raiseDeletedCard(tx: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local } = state
  await closeAttempt(tx.trx, resource, local)
  await patchSyncRecord(tx.trx, resource, local, { parked: 'gone' })
  await withdrawFromRemovalCard(tx.trx, resource, state.remote, tx.now)
  const card = { kind: 'gone', detail: { remote: state.remote! } } as const
  await raiseCard(tx.trx, resource, local, card, tx.now)
  tx.changedLocals[resource].add(local)
}

/** Records that the service no longer has a record that was deleted here. */
export async function confirmDeletion(tx: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local } = state
  if (syncAdapters[resource].isArchivable) {
    await rememberArchived(tx, state)
  } else {
    await retireRemote(tx.trx, state, tx.now)
    await deleteSyncRecord(tx.trx, resource, local)
  }
  await resolveCards(tx.trx, resource, local, tx.now)
  await dropDeletedDuplicate(tx.trx, resource, state.remote, tx.now)
  await withdrawFromRemovalCard(tx.trx, resource, state.remote, tx.now)
}

/** Keeps the remote id of an archived record, because it can be restored from the archive later. */
async function rememberArchived(tx: SyncTransaction, state: RecordSyncState): Promise<void> {
  const { resource, local, base } = state
  await closeAttempt(tx.trx, resource, local)
  await patchSyncRecord(tx.trx, resource, local, {
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
 * Deleted on the service but still wanted: the next request creates it under a new id. Where someone
 * else deleted it, another computer of the person may have created it again since it was last seen,
 * so it is searched for first, like every create of a copy. The name of a category is unique anyway.
 */
export async function markForRecreation(
  tx: SyncTransaction,
  state: RecordSyncState,
): Promise<void> {
  const { resource, local, attempt } = state
  await closeAttempt(tx.trx, resource, local)
  await takeBackUnit(tx, state)
  await unlinkRemote(tx.trx, state, tx.now)
  if (attempt?.kind !== 'delete' && !syncAdapters[resource].isArchivable) {
    await patchSyncRecord(tx.trx, resource, local, { copied_at: recreatedFrom(state, tx.now) })
  }
  await resolveCardsOfDeleted(tx.trx, resource, local, tx.now)
  await dropDeletedDuplicate(tx.trx, resource, state.remote, tx.now)
  await withdrawFromRemovalCard(tx.trx, resource, state.remote, tx.now)
  tx.changedLocals[resource].add(local)
}

/**
 * Since when another computer may have created a record again that was deleted on the service, epoch
 * milliseconds. What was received together with the record was not created in its place.
 */
export const recreatedFrom = ({ copiedAt, seenAt }: RecordSyncState, now: number): number =>
  copiedAt ?? (seenAt === null ? now : seenAt + 1)

/**
 * Deleted on the service but still wanted: restores it from the service's archive where there is
 * one, otherwise marks it for creation.
 */
export async function reviveOrRecreate(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  state: RecordSyncState,
): Promise<void> {
  if (!adapter.isArchivable) return markForRecreation(tx, state)
  await rememberArchived(tx, state)
  await patchSyncRecord(tx.trx, adapter.resource, state.local, { dirty: 1 })
  await resolveCardsOfDeleted(tx.trx, adapter.resource, state.local, tx.now)
  tx.changedLocals[adapter.resource].add(state.local)
}
