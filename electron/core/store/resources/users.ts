/** Queries for users: list, single record, writes. Used by both the app and the service. */
import { sql, type Selectable, type SqlBool } from 'kysely'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { UserSortKey } from '#shared/resources/user.ts'
import { fold, toHaystack } from '#shared/rules/search-text.ts'
import type { Db, Trx } from '../database/db.ts'
import { listReferences, type ReferenceListSource } from './reference-list.ts'
import type { UserTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A user, with the ids of this store. */
export interface UserRow {
  id: number
  name: string
  email: string
  email_2: string | null
  /** False once the person has left the organisation. */
  current: boolean
  owner: boolean
  created_at: string | null
  updated_at: string | null
}

/** Writable columns; sort and search keys are computed here. */
export type UserValues = Omit<UserRow, 'id'>
export type NewUser = Partial<UserValues> & {
  organisation_id: number
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
export type UserChange = Partial<UserValues> & { tie?: number }

/**
 * Lists one page of an organisation's users, by name unless a sort key is given; includes those who
 * left.
 */
export const listUsers = (
  db: Db,
  organisation: number,
  query: ListQuery<UserSortKey>,
): Promise<PageSlice<UserRow>> => listReferences(db, userList, organisation, query, [isSomebody])

/** Excludes the person of a computer whom no service has named yet: their tie is provisional. */
const isSomebody = sql<SqlBool>`("user".name <> '' or "user".tie < ${2 ** 29})`

const userList: ReferenceListSource<UserColumns, UserRow, UserSortKey> = {
  table: 'user',
  select: (db) => db.selectFrom('user').selectAll(),
  toRow: (row) => toUserRow(row),
  orders: { name: 'name_fold', updated_at: 'updated_at' },
}

/** Reads one user, current or not; undefined when there is none. */
export async function readUser(
  db: Db,
  organisation: number,
  id: number,
): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toUserRow(row)
}

/** Inserts a user and returns the id. */
export async function insertUser(trx: Trx, user: NewUser): Promise<number> {
  const { name = '', current = true, owner = false, ...plain } = user
  const { id } = await trx
    .insertInto('user')
    .values({
      ...plain,
      tie: user.tie ?? unassignedTie,
      name,
      ...keysOf(name),
      email: user.email ?? '',
      current: current ? 1 : 0,
      owner: owner ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (user.tie === undefined) await setTieToId(trx, 'user', id)
  return id
}

/** Updates a user; absent fields keep their values. */
export async function updateUser(trx: Trx, id: number, change: UserChange): Promise<void> {
  const { current, owner, ...plain } = change
  const columns = {
    ...plain,
    ...(change.name === undefined ? {} : keysOf(change.name)),
    ...(current === undefined ? {} : { current: current ? 1 : 0 }),
    ...(owner === undefined ? {} : { owner: owner ? 1 : 0 }),
  }
  if (Object.values(columns).every((value) => value === undefined)) return
  await trx.updateTable('user').set(columns).where('id', '=', id).execute()
}

/** Without the e-mail address, because times are searched by the user's name. */
const keysOf = (name: string) => ({ name_fold: fold(name), search: toHaystack(name) })

type UserColumns = Omit<Selectable<UserTable>, 'organisation_id' | 'tie' | 'name_fold' | 'search'>

/** Maps the columns of a user to a row; nothing else does. */
export const toUserRow = (row: UserColumns): UserRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_2: row.email_2,
  current: row.current === 1,
  owner: row.owner === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
