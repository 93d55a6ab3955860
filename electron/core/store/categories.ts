/** Categories in the store: they group tasks and charges. */
import { fold, haystack } from '#shared/rules/text.ts'
import type { Trx } from './db.ts'
import { placeByItsId, unplaced } from './tie.ts'

export interface NewCategory {
  organisation_id: number
  name: string
  /** Ids of this store. */
  tasks: readonly number[]
  charges: readonly number[]
  created_at: string | null
  updated_at: string | null
  /** Absent on the service: the tie is the id. */
  tie?: number
}

/** Writes a new category with what stands in it and answers its id. */
export async function insertCategory(trx: Trx, category: NewCategory): Promise<number> {
  const { tasks, charges, ...plain } = category
  const { id } = await trx
    .insertInto('category')
    .values({
      ...plain,
      tie: category.tie ?? unplaced,
      name_fold: fold(category.name),
      search: haystack(category.name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (category.tie === undefined) await placeByItsId(trx, 'category', id)
  const link = { organisation_id: category.organisation_id, category_id: id }
  for (const task_id of tasks) {
    await trx
      .insertInto('category_task')
      .values({ ...link, task_id })
      .execute()
  }
  for (const charge_id of charges) {
    await trx
      .insertInto('category_charge')
      .values({ ...link, charge_id })
      .execute()
  }
  return id
}
