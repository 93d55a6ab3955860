/**
 * Lists the records that entries refer to. There are only hundreds of them for a million entries,
 * so they are counted and searched on demand.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { Db } from '../database/db.ts'
import {
  likePatternCondition,
  matchesAllTerms,
  orderByColumns,
  resolvePaging,
} from '../lists/list-query.ts'
import type { TableWithTie } from './tie-breaker.ts'

export interface ReferenceListSource<Flat, Row, SortKey extends string> {
  readonly table: TableWithTie
  readonly select: (db: Db) => Selection<Flat>
  readonly toRow: (flat: Flat) => Row
  /** The sort column of each key; the tie follows. */
  readonly orders: Readonly<Record<SortKey | 'name', string>>
  /** The search condition; by default only the record's own text is searched. */
  readonly finds?: (organisation: number, pattern: string) => RawBuilder<SqlBool>
}

/** The part of Kysely's query builder that is used here. */
interface Selection<Flat> {
  where(condition: RawBuilder<SqlBool>): Selection<Flat>
  orderBy(order: RawBuilder<unknown>): Selection<Flat>
  limit(rows: number): Selection<Flat>
  offset(rows: number): Selection<Flat>
  execute(): Promise<Flat[]>
}

/**
 * Lists one page of an organisation's records, by name unless a sort key is given.
 * @param conditions additional filters
 */
export async function listReferences<Flat, Row, SortKey extends string>(
  db: Db,
  list: ReferenceListSource<Flat, Row, SortKey>,
  organisation: number,
  query: ListQuery<SortKey>,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<PageSlice<Row>> {
  const { table } = list
  const { page, limit, offset } = resolvePaging(query)
  const finds =
    list.finds ?? ((_, pattern: string) => likePatternCondition(`${table}.search`, pattern))
  const where = sql<SqlBool>`${sql.join(
    [
      sql`${sql.ref(`${table}.organisation_id`)} = ${organisation}`,
      ...conditions,
      ...matchesAllTerms(query.query, (pattern) => finds(organisation, pattern)),
    ],
    sql` and `,
  )}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(db)
  const order = [list.orders[query.sortKey ?? 'name'], 'tie'].map(
    (column) => `"${table}".${column}`,
  )
  const rows = await list
    .select(db)
    .where(where)
    .orderBy(orderByColumns(order, query.sortAsc ?? true))
    .limit(limit)
    .offset(offset)
    .execute()
  return { data: rows.map(list.toRow), page, limit, total: Number(counted[0]!.total) }
}

/** Filters out soft-deleted records, unless all are requested. */
export const liveReferencesFilter = (
  table: TableWithTie,
  { deleted }: { deleted?: boolean | undefined },
): RawBuilder<SqlBool>[] => (deleted ? [] : [sql<SqlBool>`${sql.ref(`${table}.deleted`)} = 0`])
