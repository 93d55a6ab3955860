/** Restores deleted records, and deletes them from the trash for good. */
import { fail, unwrap, type Result } from '#shared/errors.ts'
import { countSubject } from '#shared/sentences/count-subject.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import type { HistoryResource } from '../store/tables/index.ts'
import {
  deleteTrashItems,
  readTrashItem,
  removeFromTrash,
  type TrashRow,
} from '../store/history/trash.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import type { SnapshotRow } from './history-codec.ts'
import { historyCodecFor } from './history-codecs.ts'
import { withRecreated } from './recreated-note.ts'
import { failOnMissingReference } from './missing-reference.ts'
import { isLiveRow, writeSnapshot } from './snapshot-writes.ts'

/**
 * Restores items under their local ids, as one change, and returns its number. Records that the
 * service no longer has are created there again, and the summary says so. Fails with `not-found`
 * for an item that is not in the trash, and with `conflict` where a record cannot be restored at
 * present.
 */
export async function restoreFromTrash(
  context: ActionContext,
  items: readonly number[],
): Promise<Result<number>> {
  const several = [...new Set(items)]
  const first = await readTrashItem(context.db, several[0]!)
  if (!first) return notThere(several[0]!)
  const subject = several.length === 1 ? first.title : countSubject(several.length, 'record')
  const summary = sentence('Restored {subject} from trash', { subject })
  return change(context, { action: 'trash.restore', summary }, async (tx) => {
    const again: HistoryResource[] = []
    await failOnMissingReference(async () => {
      for (const item of several) {
        const row = (await readTrashItem(tx.trx, item)) ?? unwrap(notThere(item))
        if (await bringBack(tx, row)) again.push(row.resource)
      }
    })
    if (again.length > 0) await tx.setSummary(withRecreated(summary, again))
    return tx.change
  })
}

/** Returns true when the service gets the record as a new one. */
async function bringBack(tx: ChangeTransaction, item: TrashRow): Promise<boolean> {
  const { resource, local_id: local } = item
  const kept = historyCodecFor(resource)
  const row = JSON.parse(item.row) as SnapshotRow
  const current = await kept.read(tx.trx, local)
  if (current && isLiveRow(resource, current)) {
    // Already restored by another window or process; the existing row is newer.
    await removeFromTrash(tx.trx, resource, local)
    tx.markTouched('trash')
    return false
  }
  const next = current ? (kept.toLive?.(current) ?? row) : row
  const { again } = await writeSnapshot(tx, resource, next, current)
  return again
}

/**
 * Deletes items, or all, forever: neither this nor any earlier change of their records can be undone.
 * Returns how many there were.
 */
export async function discardFromTrash(
  context: ActionContext,
  items: readonly number[] | 'all',
): Promise<Result<number>> {
  const what = { action: 'trash.discard', summary: discardSummary(0), isEdit: true }
  return change(context, what, async (tx) => {
    const discarded = await deleteTrashItems(tx.trx, items)
    for (const { resource, local } of discarded) {
      await tx.recordRow({ resource, local, before: null, after: null })
    }
    await tx.setSummary(discardSummary(discarded.length))
    tx.markTouched('trash')
    return discarded.length
  })
}

const discardSummary = (count: number): Sentence =>
  count === 1
    ? sentence('Deleted 1 item forever', {})
    : sentence('Deleted {count} items forever', { count })

const notThere = (item: number): Result<never> =>
  fail('not-found', 'Can’t find item {number} in trash', { number: item })
