/** The actions on categories (specification, Categories; docs/API.md, Categories). */
import { fail, failField, failMissing, unwrap, type Result } from '#shared/errors.ts'
import type { CategoryCreate } from '#shared/resources/category.ts'
import { z } from '#shared/resources/zod.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { SeenValues } from '#shared/rules/concurrent-edits.ts'
import { firstLine } from '#shared/rules/entry-name.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import { findCategoryByName } from '../store/resources/categories.ts'
import type { Db } from '../store/database/db.ts'
import { waitsForAnswer } from '../store/sync/sync-records.ts'
import { categoryChange, newCategory } from '../write/category.ts'
import { writeNewCategory, writeCategoryChange } from './category-writes.ts'
import { allowEdit } from './stale-edit.ts'
import { change, type ActionContext } from './change.ts'
import { readCategorySnapshot, type CategorySnapshot } from './category-history.ts'

/** A category as a person enters it; tasks and charges by local id. */
export type CategoryInput = CategoryCreate

/** Creates a category and returns its local id. Fails with `validation` on `name`, `tasks.2`, … */
export async function createCategory(
  context: ActionContext,
  input: CategoryInput,
): Promise<Result<number>> {
  const what = {
    action: 'categories.create',
    summary: categorySummary('Added {kind} “{name}”', input.name),
  }
  return change(context, what, async (tx) =>
    writeNewCategory(tx, await newCategory(tx.writer, input)),
  )
}

/**
 * Changes the given fields of an active category. A list replaces the existing one; with `was`,
 * only its differences from the list that the person saw are added and removed. Fails with `stale`
 * where the name is not the one that the person saw.
 */
export async function updateCategoryEntry(
  context: ActionContext,
  local: number,
  set: Partial<CategoryInput>,
  was?: SeenValues,
): Promise<Result<number>> {
  const before = await activeCategory(context.db, local)
  if (!before.ok) return before
  const summary = categorySummary('Changed {kind} “{name}”', set.name ?? before.value.name)
  return change(context, { action: 'categories.update', summary, isEdit: true }, async (tx) => {
    const current = unwrap(await activeCategory(tx.trx, local))
    const { name: wanted } = set
    unwrap(allowEdit(wanted === undefined ? {} : { name: wanted }, was, { name: current.name }))
    const seen = { tasks: seenList(was, 'tasks'), charges: seenList(was, 'charges') }
    const patch = await categoryChange(tx.writer, current, set, {}, seen)
    const isSame = Object.keys(patch).length === 0
    if (isSame && !(await waitsForAnswer(tx.trx, 'category', local))) return local
    await writeCategoryChange(tx, current, patch)
    return local
  })
}

/** Archives an active category. It can be restored, and the change can be undone. */
export async function deleteCategory(
  context: ActionContext,
  local: number,
): Promise<Result<number>> {
  const before = await activeCategory(context.db, local)
  if (!before.ok) return before
  const summary = categorySummary('Archived {kind} “{name}”', before.value.name)
  return change(context, { action: 'categories.delete', summary }, async (tx) => {
    const current = unwrap(await activeCategory(tx.trx, local))
    await writeCategoryChange(tx, current, { deleted_at: toTimestamp(tx.at) })
    return local
  })
}

/**
 * Restores a category from the archive; an active one stays as it is. Fails with `validation` on
 * `name` where another category has the name by now.
 */
export async function restoreCategory(
  context: ActionContext,
  local: number,
): Promise<Result<number>> {
  const before = await readCategorySnapshot(context.db, local)
  if (!before) return failMissing('category', local)
  if (before.deleted_at === null) return { ok: true, value: local }
  const summary = categorySummary('Restored {kind} “{name}”', before.name)
  return change(context, { action: 'categories.restore', summary }, async (tx) => {
    const current =
      (await readCategorySnapshot(tx.trx, local)) ?? unwrap(failMissing('category', local))
    const holder = await findCategoryByName(tx.trx, context.organisation, current.name)
    if (holder && holder.id !== local) {
      unwrap(failField('name', 'Another category has this name now. Rename it first'))
    }
    await writeCategoryChange(tx, current, { deleted_at: null })
    return local
  })
}

const seenList = (was: SeenValues | undefined, list: string): number[] | undefined =>
  was === undefined
    ? undefined
    : z
        .array(z.int())
        .catch([])
        .parse(was[list] ?? [])

/** Reads an active category. Fails for an archived one, which cannot be changed. */
async function activeCategory(db: Db, local: number): Promise<Result<CategorySnapshot>> {
  const row = await readCategorySnapshot(db, local)
  if (!row) return failMissing('category', local)
  return row.deleted_at === null
    ? { ok: true, value: row }
    : fail('not-found', 'Category “{name}” is archived. Restore it first', {
        name: firstLine(row.name),
      })
}

const categorySummary = (
  text: `${'Added' | 'Changed' | 'Archived' | 'Restored'} {kind} “{name}”`,
  name: string,
): Sentence => sentence(text, { kind: 'category', name: firstLine(name) })
