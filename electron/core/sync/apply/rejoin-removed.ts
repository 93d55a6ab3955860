/**
 * Records that sync removed as deleted on the service, although it had only been restored from a
 * backup: the ids that it had given since go to other records then (SYNC.md, Which record it is).
 */
import { wasEverChangedHere } from '../../store/history/change-history.ts'
import { raiseCard } from '../../store/inbox/inbox.ts'
import type { CreatedRecord } from '../../store/sync/record-identity.ts'
import { patchSyncRecord, retireRemote } from '../../store/sync/record-sync-state.ts'
import { readConsentedRemovals } from '../../store/inbox/removal-consent.ts'
import { markDirty } from '../../store/sync/sync-records.ts'
import {
  readRemovedBetween,
  readRemovedByIds,
  removeFromTrash,
  trashRetention,
  type RemovedRecord,
} from '../../store/history/trash.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { recordRowChange, type SyncTransaction } from '../records/sync-transaction.ts'

/**
 * Looks for new records of the service under the ids of removed ones. One of them, and what the
 * service had created after it, is taken back.
 */
export async function rejoinWhereIdsReturned(
  tx: SyncTransaction,
  { resource }: SyncAdapter,
  shown: readonly CreatedRecord[],
): Promise<void> {
  if (resource === 'category' || tx.dates !== 'exact') return
  const ids = shown.map(({ id }) => id)
  for (const { remote, created } of await readRemovedByIds(tx.trx, resource, ids)) {
    const other = shown.find(({ id }) => id === remote)!
    await rejoinRemoved(tx, created, other.created_at)
  }
}

/**
 * Takes what was entered or changed here, and removed since, out of the trash: a card asks whether
 * to send it again. To whose removal the person has agreed stays removed.
 * @param from the service created the record then whose id it has given to another one
 * @param since when it created the other one: it was restored before
 */
export async function rejoinRemoved(
  tx: SyncTransaction,
  from: string,
  since: string,
): Promise<void> {
  const { trx, now } = tx
  if (tx.dates !== 'exact' || from >= since) return
  for (const removed of await readRemovedBetween(trx, { from, since })) {
    const { resource, local, remote } = removed
    const agreed = await readConsentedRemovals(trx, resource, now - trashRetention)
    if (agreed.has(remote) || !(await wasEverChangedHere(trx, resource, local))) continue
    await rejoin(tx, removed)
  }
}

async function rejoin(
  tx: SyncTransaction,
  { resource, local, remote, created, row }: RemovedRecord,
): Promise<void> {
  const { trx, now } = tx
  // At once, so that it is not found again in the same transaction.
  await removeFromTrash(trx, resource, local)
  await syncAdapters[resource].insertAgain!(tx, row)
  await markDirty(trx, resource, local, 0)
  await patchSyncRecord(trx, resource, local, { parked: 'gone', copied_at: now })
  await retireRemote(trx, { resource, local, remote, base: { created_at: created } }, now)
  const card = { kind: 'gone', detail: { remote, missing: true } } as const
  await raiseCard(trx, resource, local, card, now)
  await recordRowChange(tx, resource, local, undefined)
  tx.changedLocals[resource].add(local)
  tx.inboxChanged = true
}
