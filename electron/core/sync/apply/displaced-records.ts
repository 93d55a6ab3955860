/**
 * Records that the service lost, or whose id it has given to another one: it was restored from a
 * backup, or it gives the ids of deleted records again. Everything that meets a record by its id asks
 * here which local record it is.
 */
import { closeAttempt } from '../../store/sync/attempts.ts'
import { wasEverChangedHere } from '../../store/history/change-history.ts'
import {
  dropDeletedDuplicate,
  settleDuplicatesOfDeleted,
} from '../../store/inbox/duplicate-cards.ts'
import { raiseCard, resolveCards, resolveCardsOfDeleted } from '../../store/inbox/inbox.ts'
import { isRounded, isSameRecord } from '../../store/sync/record-identity.ts'
import {
  deleteSyncRecord,
  patchSyncRecord,
  readSyncState,
  resetTie,
  retireRemote,
  unlinkRemote,
  type RecordSyncState,
  type WireRecord,
} from '../../store/sync/record-sync-state.ts'
import { withdrawFromRemovalCard } from '../../store/inbox/removal-consent.ts'
import { findLocalId } from '../../store/sync/sync-records.ts'
import { adoptRemoteRecord } from './apply-remote.ts'
import { takeBackUnit } from '../inbox/changed-unit.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { rejoinRemoved } from './rejoin-removed.ts'
import { recordRowChange, type SyncTransaction } from '../records/sync-transaction.ts'

/** Finds the local record that this is, or undefined. Another one that had its id is displaced. */
export async function findSameRecord(
  tx: SyncTransaction,
  { resource }: SyncAdapter,
  wire: WireRecord,
): Promise<number | undefined> {
  const local = await findLocalId(tx.trx, resource, wire.id)
  const state = local === undefined ? undefined : await readSyncState(tx.trx, resource, local)
  if (!state || !isAnotherRecord(tx, state, wire)) return local
  await replaceRecord(tx, state, wire)
  return undefined
}

/** Displaces a record whose id is that of another one by now, `wire`. */
export async function replaceRecord(
  tx: SyncTransaction,
  state: RecordSyncState,
  wire: WireRecord,
): Promise<void> {
  await displaceRecord(tx, state, 'replaced')
  if (state.base) await rejoinRemoved(tx, state.base.created_at, wire.created_at)
}

/**
 * The service has the displaced record again, under its id: a newer backup was restored. Joins the
 * two, unless the person has decided otherwise since.
 */
export async function readoptDisplaced(
  tx: SyncTransaction,
  adapter: SyncAdapter,
  local: number,
  wire: WireRecord,
): Promise<void> {
  const state = await readSyncState(tx.trx, adapter.resource, local)
  if (!state?.version || state.remote !== null || state.parked !== 'gone') return
  await adapter.upsertRelated(tx, wire)
  await adoptRemoteRecord(tx, state, wire, adapter.versionOf(wire))
}

/** True when the service shows another record under the id of this one. */
export const isAnotherRecord = (
  { dates }: SyncTransaction,
  { resource, remote, base }: RecordSyncState,
  wire: WireRecord,
): boolean =>
  remote === wire.id &&
  base !== null &&
  !isSameRecord(base, wire, dates) &&
  !isShownRounded(syncAdapters[resource], base, wire)

/**
 * True for the known record whose date the service has rounded since it acknowledged it. Its content
 * must be the same, because a backup may be restored within two seconds.
 */
export const isShownRounded = (adapter: SyncAdapter, base: WireRecord, wire: WireRecord): boolean =>
  isRounded(base, wire) && adapter.same(adapter.versionOf(base), adapter.versionOf(wire))

/** True for a record that the person entered or changed, and did not delete. */
export const isPersons = async (
  { trx }: SyncTransaction,
  { resource, local, version, dirty }: RecordSyncState,
): Promise<boolean> =>
  version !== null && (dirty || (await wasEverChangedHere(trx, resource, local)))

/**
 * Separates a record from its id, which is another record's by now (`replaced`), or which the
 * service lost when it was set back, certainly (`lost`) or probably (`missing`). What the person entered or changed stays, and a card
 * asks whether to send it again; the service is searched for it first. What only came from the
 * service goes to the trash, and a deletion that waited is done.
 */
export async function displaceRecord(
  tx: SyncTransaction,
  state: RecordSyncState,
  why: 'replaced' | 'lost' | 'missing',
): Promise<void> {
  const { trx, now } = tx
  const { resource, local, remote, row, version } = state
  if (remote === null) throw new Error(`${resource} ${local} has no id of the service`)
  await closeAttempt(trx, resource, local)
  await takeBackUnit(tx, state)
  await dropDeletedDuplicate(trx, resource, remote, now)
  await withdrawFromRemovalCard(trx, resource, remote, now)
  tx.changedLocals[resource].add(local)
  if (await isPersons(tx, state)) {
    await resolveCardsOfDeleted(trx, resource, local, now)
    await unlinkRemote(trx, state, now)
    await patchSyncRecord(trx, resource, local, { parked: 'gone', copied_at: now })
    const card = { kind: 'gone', detail: { remote, [why]: true } } as const
    return raiseCard(trx, resource, local, card, now)
  }
  await resolveCards(trx, resource, local, now)
  if (row && version) {
    await syncAdapters[resource].remove(tx, row)
    await settleDuplicatesOfDeleted(trx, resource, local, now)
    await recordRowChange(tx, resource, local, row)
  }
  await retireRemote(trx, state, now)
  await deleteSyncRecord(trx, resource, local)
  // An archived category keeps its row.
  await resetTie(trx, resource, local)
}
