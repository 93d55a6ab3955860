/** Queries for charges: list, single record, writes. Used by both the app and the service. */
import type { Selectable } from 'kysely'
import type { ChargeSortKey } from '#shared/resources/charge.ts'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { Db, Trx } from '../database/db.ts'
import { toColumnPatch, nameKeys } from './name-columns.ts'
import { listReferences, liveReferencesFilter, type ReferenceListSource } from './reference-list.ts'
import type { ChargeTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A charge, with the ids of this store. */
export interface ChargeRow {
  id: number
  name: string
  /** Smallest currency unit for one unit of the charge. */
  charge: number
  unit: string
  currency: string | null
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}

/** Writable columns; sort and search keys are computed here. */
export type ChargeValues = Omit<ChargeRow, 'id'>
export type NewCharge = Partial<ChargeValues> & {
  organisation_id: number
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
export type ChargeChange = Partial<ChargeValues> & { tie?: number }

export interface ChargeListQuery extends ListQuery<ChargeSortKey> {
  /** Include deleted charges. */
  deleted?: boolean | undefined
}

/** Lists one page of an organisation's charges, by name unless a sort key is given. */
export const listCharges = (
  db: Db,
  organisation: number,
  query: ChargeListQuery,
): Promise<PageSlice<ChargeRow>> =>
  listReferences(db, chargeList, organisation, query, liveReferencesFilter('charge', query))

const chargeList: ReferenceListSource<ChargeColumns, ChargeRow, ChargeSortKey> = {
  table: 'charge',
  select: (db) => db.selectFrom('charge').selectAll(),
  toRow: (row) => toChargeRow(row),
  orders: { name: 'name_fold', updated_at: 'updated_at' },
}

/** Reads one charge, deleted or not; undefined when there is none. */
export async function readCharge(
  db: Db,
  organisation: number,
  id: number,
): Promise<ChargeRow | undefined> {
  const row = await db
    .selectFrom('charge')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toChargeRow(row)
}

/** Inserts a charge and returns its id. */
export async function insertCharge(trx: Trx, charge: NewCharge): Promise<number> {
  const { name = '', deleted, ...plain } = charge
  const { id } = await trx
    .insertInto('charge')
    .values({
      ...plain,
      tie: charge.tie ?? unassignedTie,
      name,
      ...nameKeys(name),
      charge: charge.charge ?? 0,
      unit: charge.unit ?? '',
      deleted: deleted ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (charge.tie === undefined) await setTieToId(trx, 'charge', id)
  return id
}

/** Updates a charge; absent fields keep their values. */
export async function updateCharge(trx: Trx, id: number, change: ChargeChange): Promise<void> {
  const columns = toColumnPatch(change)
  if (!columns) return
  await trx.updateTable('charge').set(columns).where('id', '=', id).execute()
}

type ChargeColumns = Omit<
  Selectable<ChargeTable>,
  'organisation_id' | 'tie' | 'name_fold' | 'search'
>

const toChargeRow = (row: ChargeColumns): ChargeRow => ({
  id: row.id,
  name: row.name,
  charge: row.charge,
  unit: row.unit,
  currency: row.currency,
  deleted: row.deleted === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
