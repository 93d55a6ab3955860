/**
 * Detaches a store from its service, so that it can be connected to another one. What the person
 * recorded stays, unsent, as if no service had ever seen it
 * (docs/decisions/2026-11-21-matching.md).
 */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import { readCurrentUser } from './current-user.ts'

const entries = [
  ['time', 'time_entry'],
  ['expense', 'expense'],
  ['category', 'category'],
] as const

/**
 * The reference tables, with the columns that refer to each. Tables come before those that they
 * refer to.
 */
export const referringColumns = [
  ['project', ['time_entry.project_id', 'expense.project_id', 'timer.project_id']],
  ['client', ['project.client_id']],
  ['task', ['time_entry.task_id', 'timer.task_id', 'category_task.task_id']],
  ['charge', ['expense.charge_id', 'category_charge.charge_id']],
] as const

/**
 * Keeps what the person created here and the records it refers to, as unsent. Deletes everything
 * else, and the history.
 */
export async function detachFromService(trx: Trx): Promise<void> {
  const own = await readCurrentUser(trx)
  for (const [resource, table] of entries) {
    await sql`delete from ${sql.table(table)} where id not in (${madeHere(resource)})`.execute(trx)
    await sql`delete from sync_record
      where resource = ${resource} and local_id not in (select id from ${sql.table(table)})`.execute(
      trx,
    )
    await sql`update sync_record set remote_id = null, base = null, remote = null, dirty = 1,
      deleted = 0, parked = null, seen_at = null, held_until = null, gone = 0, copied_at = null
      where resource = ${resource}`.execute(trx)
  }
  await sql`delete from segment where time_entry_id not in (select id from time_entry)`.execute(trx)
  await trx.deleteFrom('webhook').execute()
  for (const [resource, names] of referringColumns) {
    const used = names.map((name) => {
      const [table, column] = name.split('.') as [string, string]
      return sql`select ${sql.ref(column)} from ${sql.table(table)}
        where ${sql.ref(column)} is not null`
    })
    await sql`delete from ${sql.table(resource)} where id not in (
      ${sql.join([...used, madeHere(resource)], sql` union `)})`.execute(trx)
  }
  for (const table of ['time_entry', 'expense'] as const) {
    await trx.updateTable(table).set({ user_id: own }).execute()
  }
  await sql`delete from "user" where id is not ${own}`.execute(trx)
  await trx
    .updateTable('user')
    .set({ name: '', name_fold: '', search: '', email: '', email_2: null })
    .execute()
  await forgetService(trx)
}

/** SQL: ids of records whose history begins with a change of the person or an import. */
const madeHere = (resource: string) => sql`
  select h.local_id from history h join change c on c.id = h.change_id
  where h.resource = ${resource} and h.before is null and h.after is not null
  and c.actor in ('person', 'import')`

async function forgetService(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('sync_record')
    .where('resource', 'not in', ['time', 'expense', 'category'])
    .execute()
  for (const table of [
    'time_entry',
    'expense',
    'category',
    'project',
    'client',
    'task',
    'charge',
    'user',
  ]) {
    await sql`update ${sql.table(table)} set tie = ${sql.lit(2 ** 29)} + id`.execute(trx)
  }
  for (const table of [
    'retired_remote',
    'attempt',
    'inbox',
    'sent_twice',
    'trash',
    'history',
    'split_half',
    'entry_uid',
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(trx)
  }
  await sql`update change set undoes = null, undone_by = null`.execute(trx)
  await trx.deleteFrom('change').execute()
  await trx.deleteFrom('setting').where('key', '=', 'sync').execute()
}
