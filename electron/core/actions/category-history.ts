/** The history codec of categories: the row and its members, by local ids. */
import { sql, type Selectable } from 'kysely'
import { failFields, unwrap } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { firstLine } from '#shared/rules/entry-name.ts'
import { inEnglish, sentence } from '#shared/sentences/sentence.ts'
import {
  findCategoryByName,
  insertCategory,
  readCategory,
  readMemberStates,
  updateCategory,
} from '../store/resources/categories.ts'
import type { Db, Trx } from '../store/database/db.ts'
import { readRemoteIds, provisionalTie } from '../store/sync/sync-records.ts'
import type { CategoryTable } from '../store/tables/index.ts'
import type { HistoryCodec } from './history-codec.ts'
import { quoteTitle } from './record-titles.ts'

export type CategorySnapshot = Selectable<CategoryTable> & { tasks: number[]; charges: number[] }

/** Reads the whole row, archived or not. */
export async function readCategorySnapshot(
  db: Db,
  local: number,
): Promise<CategorySnapshot | undefined> {
  const row = await db.selectFrom('category').selectAll().where('id', '=', local).executeTakeFirst()
  const members = row && (await readCategory(db, row.organisation_id, local))
  return members && { ...row, tasks: members.tasks, charges: members.charges }
}

export const categoryHistoryCodec: HistoryCodec<CategorySnapshot> = {
  groups: [['name'], ['tasks'], ['charges'], ['deleted_at']],
  lists: ['tasks', 'charges'],

  read: readCategorySnapshot,

  async write(trx, row, current) {
    const { id, organisation_id, name, deleted_at, created_at, updated_at } = row
    if (deleted_at === null) await requireFreeName(trx, row)
    const tasks = await present(trx, organisation_id, 'task', row.tasks)
    const charges = await present(trx, organisation_id, 'charge', row.charges)
    const values = { name, tasks, charges, deleted_at, created_at, updated_at }
    if (current) {
      await updateCategory(trx, organisation_id, id, values)
      return
    }
    const tie = (await readRemoteIds(trx, 'category', [id])).get(id) ?? provisionalTie(id)
    await insertCategory(trx, { ...values, id, organisation_id, tie })
  },

  /**
   * A category that the service has, or may have, is archived as the service would do it; any other
   * is deleted for good.
   */
  async remove(trx, row) {
    if (await mayBeKnown(trx, row.id)) {
      const at = await timeOfChange(trx)
      await updateCategory(trx, row.organisation_id, row.id, { deleted_at: at, updated_at: at })
      return
    }
    await trx.deleteFrom('category').where('id', '=', row.id).execute()
  },

  title: (_, row) => Promise.resolve(quoteTitle(row.name)),

  isDeleted: (row) => row.deleted_at !== null,

  toLive: (row) => ({ ...row, deleted_at: null }),
}

async function requireFreeName(trx: Trx, row: CategorySnapshot): Promise<void> {
  const holder = await findCategoryByName(trx, row.organisation_id, row.name)
  if (!holder || holder.id === row.id) return
  const text = sentence('Another category is called “{name}” now. Rename it first', {
    name: firstLine(row.name),
  })
  unwrap(failFields('conflict', text, { name: [inEnglish(text)] }))
}

/** Returns the members that still exist: one that was deleted for good cannot be put back. */
async function present(
  trx: Trx,
  organisation: number,
  kind: 'task' | 'charge',
  ids: readonly number[],
): Promise<number[]> {
  const members = await readMemberStates(trx, organisation, kind, ids)
  return ids.filter((id) => members.has(id))
}

async function mayBeKnown(trx: Trx, local: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sync_record
    where resource = 'category' and local_id = ${local} and remote_id is not null
    union all
    select 1 from attempt where resource = 'category' and local_id = ${local}
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns the time at which the current change began. */
async function timeOfChange(trx: Trx): Promise<string> {
  const { at } = await trx
    .selectFrom('change')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return toTimestamp(Number(at))
}
