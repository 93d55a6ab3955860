/**
 * Seeks a page anywhere in a long list. Counts say in which bucket of the order it begins; within
 * the bucket an index is scanned from the nearer end, so the last page costs as little as the
 * first. SQLite only: triggers maintain the counts (migration 0080-entry-counts).
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import { entryOrderFor, type EntryOrder, type EntryTable } from './entry-order.ts'
import { orderByColumns } from './list-query.ts'
import { prepared } from '../database/prepared-query.ts'

/** Counts all entries of an organisation. */
export async function readEntryCount(
  db: Db,
  entry: EntryTable,
  organisation: number,
): Promise<number> {
  const [row] = await countOfAll(db, { organisation }, entry)
  return row?.entries ?? 0
}

const countTable = (entry: EntryTable): RawBuilder<unknown> =>
  sql.table(entry === 'time_entry' ? 'time_count' : 'expense_count')

const countOfAll = prepared(
  (_, values: { organisation: number }, entry: EntryTable) => sql<{ entries: number }>`
    select entries from ${countTable(entry)}
    where organisation_id = ${values.organisation} and kind = 'all' and key = ''`,
)

export interface EntrySeek {
  entry: EntryTable
  organisation: number
  order: EntryOrder
  ascending: boolean
  offset: number
  limit: number
}

/** @returns ids of the entries from `offset` on, in order */
export async function seekEntryIds(db: Db, walk: EntrySeek): Promise<number[]> {
  const { entry, organisation, order, ascending } = walk
  const stretches = await readOrderBuckets(db, entry, organisation, order)
  if (order.counted.by === 'record' && stretches.length === 1) {
    // All entries name the same record, so the order is the one without a sort key.
    return seekEntryIds(db, { ...walk, order: entryOrderFor(entry, undefined) })
  }
  if (!ascending) stretches.reverse()
  const ids: number[] = []
  let { offset, limit } = walk
  for (const stretch of stretches) {
    if (offset >= stretch.entries) {
      offset -= stretch.entries
      continue
    }
    const take = Math.min(limit, stretch.entries - offset)
    for (const id of await idsOfStretch(db, walk, stretch, offset, take)) ids.push(id)
    offset = 0
    limit -= take
    if (limit === 0) break
  }
  return ids
}

/** A bucket: adjacent entries in an order. */
export interface OrderBucket {
  /** The smallest value of the column, or the id of the record; null for entries that name none. */
  key: string | number | null
  entries: number
  /** Key of the next bucket; null for the last. */
  next: string | number | null
}

/** Lists the non-empty buckets of an order, ascending. */
export async function readOrderBuckets(
  db: Db,
  entry: EntryTable,
  organisation: number,
  { counted }: EntryOrder,
): Promise<OrderBucket[]> {
  const { kind } = counted
  if (counted.by === 'column') {
    const rows = await countsOfColumn(db, { organisation, kind }, entry)
    return rows.map((row, at) => ({ ...row, next: rows[at + 1]?.key ?? null }))
  }
  const rows = await countsOfRecords(db, { organisation }, counted)
  const named = rows.reduce((sum, { entries }) => sum + entries, 0)
  const unnamed = (await readEntryCount(db, entry, organisation)) - named
  const all = unnamed > 0 ? [{ key: null, entries: unnamed }, ...rows] : rows
  return all.map((row) => ({ ...row, next: null }))
}

const countsOfColumn = prepared(
  (_, values: { organisation: number; kind: string }, entry: EntryTable) => sql<{
    key: string | number
    entries: number
  }>`
    select key, entries from ${countTable(entry)}
    where organisation_id = ${values.organisation} and kind = ${values.kind} and entries > 0
    order by key`,
)

const countsOfRecords = prepared(
  (
    _,
    values: { organisation: number },
    { kind, named }: Extract<EntryOrder['counted'], { by: 'record' }>,
  ) => sql<{ key: number; entries: number }>`
    select record.id as key, c.entries
    from ${sql.table(kind)} record cross join time_count c
      on c.organisation_id = ${values.organisation} and c.kind = ${sql.lit(kind)}
      and c.key = record.id
    where record.organisation_id = ${values.organisation} and c.entries > 0
    order by ${sql.ref(`record.${named}`)}, record.tie`,
)

async function idsOfStretch(
  db: Db,
  { entry, organisation, order, ascending }: EntrySeek,
  { key, next, entries }: OrderBucket,
  offset: number,
  limit: number,
): Promise<number[]> {
  const after = entries - offset - limit
  const backwards = after < offset
  const rows = await idsInOrder(
    db,
    { organisation, key, next, limit, offset: backwards ? after : offset },
    {
      entry,
      order,
      ascending: ascending !== backwards,
      hasKey: key !== null,
      hasNext: next !== null,
    },
  )
  const ids = rows.map(({ id }) => id)
  return backwards ? ids.reverse() : ids
}

interface StretchValues {
  organisation: number
  key: string | number | null
  next: string | number | null
  limit: number
  offset: number
}

interface StretchShape {
  entry: EntryTable
  order: EntryOrder
  ascending: boolean
  hasKey: boolean
  hasNext: boolean
}

const idsInOrder = prepared((_, values: StretchValues, shape: StretchShape) => {
  const { entry, order, ascending } = shape
  // Entries of one record share its name and tie, so these need no sorting.
  const columns =
    order.counted.by === 'record' ? entryOrderFor(entry, undefined).columns : order.columns
  return sql<{ id: number }>`
    select id from ${sql.table(entry)}
    where organisation_id = ${values.organisation} and ${within(values, shape)}
    order by ${orderByColumns(columns, ascending)} limit ${values.limit} offset ${values.offset}`
})

function within(values: StretchValues, shape: StretchShape): RawBuilder<unknown> {
  const { counted } = shape.order
  if (counted.by === 'record') {
    const reference = sql.ref(`${shape.entry}.${counted.reference}`)
    return shape.hasKey ? sql`${reference} = ${values.key}` : sql`${reference} is null`
  }
  const column = sql.raw(counted.column)
  const from = sql`${column} >= ${values.key}`
  return shape.hasNext ? sql`${from} and ${column} < ${values.next}` : from
}
