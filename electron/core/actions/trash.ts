/** Bringing back what was deleted, and letting it go for good. */
import { fail, ok, unwrap, type Result } from '#shared/errors.ts'
import type { HistoryResource } from '../store/tables.ts'
import { discardTrash, readTrash, takeFromTrash, type TrashRow } from '../store/trash.ts'
import { change, type ActionContext, type Doing } from './change.ts'
import type { AnyRow } from './kept-row.ts'
import { keptRow } from './kept-rows.ts'
import { madeAgain } from './made-again.ts'
import { whereNothingIsMissing } from './missing-reference.ts'
import { isAlive, putRow } from './row-changes.ts'

/**
 * Brings items back under their local ids, as one change, and answers its number. What a service
 * no longer has is made there anew, and the summary says so. Fails with `not-found` for an item
 * that is not in the trash, and with `conflict` where a record cannot be put back as things stand.
 */
export async function restoreFromTrash(
  context: ActionContext,
  items: readonly number[],
): Promise<Result<number>> {
  const several = [...new Set(items)]
  const first = await readTrash(context.db, several[0]!)
  if (!first) return notThere(several[0]!)
  const subject = several.length === 1 ? first.title : `${several.length} records`
  const what = { action: 'trash.restore', summary: `Restored ${subject} from trash` }
  return change(context, what, async (doing) => {
    const again: HistoryResource[] = []
    await whereNothingIsMissing(async () => {
      for (const item of several) {
        const row = (await readTrash(doing.trx, item)) ?? unwrap(notThere(item))
        if (await bringBack(doing, row)) again.push(row.resource)
      }
    })
    if (again.length > 0) await doing.summarise(`${what.summary}. ${madeAgain(again)}`)
    return doing.change
  })
}

/** True when the service gets it as a new record. */
async function bringBack(doing: Doing, item: TrashRow): Promise<boolean> {
  const { resource, local_id: local } = item
  const kept = keptRow(resource)
  const row = JSON.parse(item.row) as AnyRow
  const stands = await kept.read(doing.trx, local)
  if (stands && isAlive(resource, stands)) {
    // Somebody brought it back already, and what stands now is newer.
    await takeFromTrash(doing.trx, resource, local)
    doing.touch('trash')
    return false
  }
  const next = stands ? (kept.revived?.(stands) ?? row) : row
  const { again } = await putRow(doing, resource, next, stands)
  return again
}

/** Lets go of items, or of all, for good; what history keeps of them stays. Answers how many. */
export async function discardFromTrash(
  context: ActionContext,
  items: readonly number[] | 'all',
): Promise<Result<number>> {
  const discarded = await discardTrash(context.db, items)
  context.changed('trash', [])
  return ok(discarded)
}

const notThere = (item: number): Result<never> =>
  fail('not-found', `Can’t find item ${item} in trash`)
