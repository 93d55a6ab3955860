/** Queries for clients: list, single record, writes. Used by both the app and the service. */
import type { Selectable } from 'kysely'
import type { Address, ClientSortKey, Contact } from '#shared/resources/client.ts'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import { fold, toHaystack } from '#shared/rules/search-text.ts'
import type { Db, Trx } from '../database/db.ts'
import { listReferences, liveReferencesFilter, type ReferenceListSource } from './reference-list.ts'
import type { ClientTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A client, with the ids of this store. */
export interface ClientRow {
  id: number
  code: string
  name: string
  phone: string | null
  fax: string | null
  contact: Contact | null
  address: Address | null
  postal: Address | null
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}

/** Writable columns; sort and search keys are computed here. */
export type ClientValues = Omit<ClientRow, 'id'>
export type NewClient = Partial<ClientValues> & {
  organisation_id: number
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
export type ClientChange = Partial<ClientValues> & { tie?: number }

export interface ClientListQuery extends ListQuery<ClientSortKey> {
  /** Include deleted clients. */
  deleted?: boolean | undefined
}

/** Lists one page of an organisation's clients, by name unless a sort key is given. */
export const listClients = (
  db: Db,
  organisation: number,
  query: ClientListQuery,
): Promise<PageSlice<ClientRow>> =>
  listReferences(db, clientList, organisation, query, liveReferencesFilter('client', query))

const clientList: ReferenceListSource<ClientColumns, ClientRow, ClientSortKey> = {
  table: 'client',
  select: (db) => db.selectFrom('client').selectAll(),
  toRow: (row) => toClientRow(row),
  orders: { name: 'name_fold', code: 'code_fold', updated_at: 'updated_at' },
}

/** Reads one client, deleted or not; undefined when there is none. */
export async function readClient(
  db: Db,
  organisation: number,
  id: number,
): Promise<ClientRow | undefined> {
  const row = await db
    .selectFrom('client')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toClientRow(row)
}

/** Inserts a client and returns its id. */
export async function insertClient(trx: Trx, client: NewClient): Promise<number> {
  const { name = '', code = '', contact, address, postal, deleted, ...plain } = client
  const { id } = await trx
    .insertInto('client')
    .values({
      ...plain,
      tie: client.tie ?? unassignedTie,
      name,
      code,
      ...keysOf(name, code),
      contact: toJson(contact),
      address: toJson(address),
      postal: toJson(postal),
      deleted: deleted ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (client.tie === undefined) await setTieToId(trx, 'client', id)
  return id
}

/** Updates a client; absent fields keep their values. */
export async function updateClient(trx: Trx, id: number, change: ClientChange): Promise<void> {
  const { contact, address, postal, deleted, ...plain } = change
  const columns = {
    ...plain,
    ...(await changedKeys(trx, id, change)),
    ...(contact === undefined ? {} : { contact: toJson(contact) }),
    ...(address === undefined ? {} : { address: toJson(address) }),
    ...(postal === undefined ? {} : { postal: toJson(postal) }),
    ...(deleted === undefined ? {} : { deleted: deleted ? 1 : 0 }),
  }
  if (Object.values(columns).every((value) => value === undefined)) return
  await trx.updateTable('client').set(columns).where('id', '=', id).execute()
}

const keysOf = (name: string, code: string) => ({
  name_fold: fold(name),
  code_fold: fold(code),
  search: toHaystack(name, code),
})

async function changedKeys(trx: Trx, id: number, change: ClientChange) {
  if (change.name === undefined && change.code === undefined) return {}
  const current = await trx
    .selectFrom('client')
    .select(['name', 'code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return keysOf(change.name ?? current.name, change.code ?? current.code)
}

const toJson = (value: Contact | Address | null | undefined): string | null =>
  value ? JSON.stringify(value) : null

const fromJson = <Value>(text: string | null): Value | null =>
  text === null ? null : (JSON.parse(text) as Value)

/** Columns that `toClientRow` reads. */
export type ClientColumns = Omit<
  Selectable<ClientTable>,
  'organisation_id' | 'tie' | 'name_fold' | 'code_fold' | 'search'
>

/** Maps the columns of a client to a row; nothing else does. */
export const toClientRow = (row: ClientColumns): ClientRow => ({
  id: row.id,
  code: row.code,
  name: row.name,
  phone: row.phone,
  fax: row.fax,
  contact: fromJson<Contact>(row.contact),
  address: fromJson<Address>(row.address),
  postal: fromJson<Address>(row.postal),
  deleted: row.deleted === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
