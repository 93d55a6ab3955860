/**
 * Writes whole rows of any resource, with their history, dirty marks and trash items. Deleting,
 * undoing and restoring are built on it.
 */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Trx } from '../store/database/db.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { markDirty, markPendingDeletion, readRemoteIds } from '../store/sync/sync-records.ts'
import type { EntryResource, HistoryResource } from '../store/tables/index.ts'
import { moveToTrash, removeFromTrash } from '../store/history/trash.ts'
import type { ChangeTransaction } from './change.ts'
import type { SnapshotRow } from './history-codec.ts'
import { historyCodecFor } from './history-codecs.ts'
import { requireEntryWritable } from './entry-permission.ts'

/** True for a row that exists and is neither archived nor soft-deleted. */
export const isLiveRow = (
  resource: HistoryResource,
  row: SnapshotRow | undefined | null,
): boolean => !!row && historyCodecFor(resource).isDeleted?.(row) !== true

/**
 * Inserts or updates a row of any resource. `current` is the existing row, as the codec read it. A
 * row that becomes archived goes to the trash, a restored one leaves it. Throws `forbidden` for
 * another person's entry.
 * @returns `again` when the service had deleted the record, so that it will be created there again
 */
export async function writeSnapshot(
  tx: ChangeTransaction,
  resource: HistoryResource,
  row: SnapshotRow,
  current: SnapshotRow | undefined,
): Promise<{ again: boolean }> {
  const { trx } = tx
  const kept = historyCodecFor(resource)
  const again = current === undefined && (await isUnknownByNow(tx, resource, row))
  const owned = await withOwner(trx, current ?? row)
  await kept.write(trx, dated(current ? row : owned, tx.at), current)
  const after = await kept.read(trx, row.id)
  if (!after) throw new Error(`${resource} ${row.id} is gone inside its own transaction`)
  await tx.recordRow({ resource, local: row.id, before: current ?? null, after })
  if (isLiveRow(resource, after)) {
    if (isEntry(resource)) await markDirty(trx, resource, row.id, tx.change)
    if (!isLiveRow(resource, current)) await leaveTrash(tx, resource, row.id)
  } else {
    if (isEntry(resource)) {
      await markPendingDeletion(trx, resource, row.id, tx.change, tx.heldUntil)
    }
    if (current && isLiveRow(resource, current)) await enterTrash(tx, resource, current)
  }
  return { again }
}

/** Removes an existing row, which `historyCodecFor(resource).read` returned. It can be restored. */
export async function removeSnapshot(
  tx: ChangeTransaction,
  resource: HistoryResource,
  current: SnapshotRow,
): Promise<void> {
  const kept = historyCodecFor(resource)
  await withOwner(tx.trx, current)
  await enterTrash(tx, resource, current)
  await kept.remove(tx.trx, current)
  const after = (await kept.read(tx.trx, current.id)) ?? null
  await tx.recordRow({ resource, local: current.id, before: current, after })
  if (isEntry(resource)) {
    await markPendingDeletion(tx.trx, resource, current.id, tx.change, tx.heldUntil)
  }
}

/**
 * Returns the row with a user who still exists: before the service said who the current user is,
 * they had another row. Throws `forbidden` where the person may not change the entry.
 */
async function withOwner<Row extends SnapshotRow & { user_id?: number | null }>(
  trx: Trx,
  row: Row,
): Promise<Row> {
  const { user_id: user } = row
  if (user === undefined || user === null) return row
  const [here] = await userById(trx, { user })
  const user_id = here ? user : await readCurrentUser(trx)
  await requireEntryWritable(trx, user_id)
  return { ...row, user_id }
}

const userById = prepared((db, values: { user: number }) =>
  db.selectFrom('user').select('id').where('id', '=', values.user),
)

async function enterTrash(
  tx: ChangeTransaction,
  resource: HistoryResource,
  row: SnapshotRow,
): Promise<void> {
  if (resource === 'timer' || resource === 'inbox') return
  await moveToTrash(tx.trx, {
    resource,
    local: row.id,
    row,
    title: await historyCodecFor(resource).title(tx.trx, row),
    at: tx.at,
    actor: 'person',
    change: tx.change,
  })
  tx.markTouched('trash')
}

async function leaveTrash(
  tx: ChangeTransaction,
  resource: HistoryResource,
  local: number,
): Promise<void> {
  if (resource === 'timer' || resource === 'inbox') return
  await removeFromTrash(tx.trx, resource, local)
  tx.markTouched('trash')
}

const entries: readonly HistoryResource[] = [
  'time',
  'expense',
  'category',
] satisfies EntryResource[]

/** True for resources whose records may be sent to the service. */
const isEntry = (resource: HistoryResource): resource is EntryResource => entries.includes(resource)

/** Ties from here on belong to records without a remote id. */
const firstUnsentTie = 2 ** 29

/** True when the service had the record, and by now neither the service nor the sync has it. */
async function isUnknownByNow(
  tx: ChangeTransaction,
  resource: HistoryResource,
  row: SnapshotRow & { tie?: number },
): Promise<boolean> {
  if (!isEntry(resource) || (row.tie ?? firstUnsentTie) >= firstUnsentTie) return false
  return (await readRemoteIds(tx.trx, resource, [row.id])).size === 0
}

/** Updates the date; on a record that the service never returned it stays null. */
const dated = <Row extends SnapshotRow & { updated_at?: string | null }>(
  row: Row,
  at: number,
): Row => (row.updated_at ? { ...row, updated_at: toTimestamp(at) } : row)
