/**
 * Searches entries through the full-text index (migration 0090-search-index). The id of an index
 * row encodes the entry's chronological position, so hits are returned newest first, and the fifty
 * newest cost the same among a thousand entries as among a million. An index in the order of ids
 * would find half a million entries for a frequent word, and then sort them. SQLite only.
 *
 * Names of projects, tasks, and users are not in the index: renaming one would rewrite all of its
 * entries. A position exceeds the exact range of a JavaScript number, so SQL computes it. An entry
 * without a position, or an index that is being built, is searched by reading rows (search.ts).
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldVersion, toNeedle } from '#shared/rules/search-text.ts'
import type { Db } from '../database/db.ts'
import { entryOrderFor, type EntryOrder, type EntryTable } from './entry-order.ts'
import { readOrderBuckets } from './entry-seek.ts'
import { orderByColumns } from './list-query.ts'
import { prepared } from '../database/prepared-query.ts'
import { findReferencesMatching, searchedReferences } from './search.ts'
import { readIndexState } from './search-reindex.ts'

/** True when all entries are indexed with the present folding. */
export async function isSearchIndexed(db: Db, entry: EntryTable): Promise<boolean> {
  const [state] = await readIndexState(db, { entry })
  return state?.indexed_to === null && state.unplaced === 0 && state.fold === foldVersion
}

/** Columns of the index, by the entry's column that refers to the record. */
const tokenColumns: Readonly<Record<string, string>> = {
  project_id: 'project',
  task_id: 'task',
  user_id: 'person',
  charge_id: 'charge',
}

/**
 * Builds the match expression of a query: each term occurs in the notes, or in one of the records
 * that the entry refers to.
 */
export async function toFtsMatch(
  db: Db,
  organisation: number,
  entry: EntryTable,
  terms: readonly string[],
): Promise<string> {
  const all: string[] = []
  for (const term of terms) {
    const named = await findReferencesMatching(db, organisation, entry, term)
    const places = Object.keys(searchedReferences[entry]).flatMap((column) => {
      const ids = named[column]!
      if (ids.length === 0) return []
      return [`${tokenColumns[column]!} : (${ids.map((id) => quoted(token(id))).join(' OR ')})`]
    })
    all.push(`(${[`notes : ${quoted(indexNeedle(term))}`, ...places].join(' OR ')})`)
  }
  return [...all, `organisation : ${quoted(token(organisation))}`].join(' AND ')
}

/**
 * The index doubles the mark at the beginning of a word, so that even one letter there makes a
 * trigram.
 */
const indexNeedle = (term: string): string => toNeedle(term).replaceAll('\u0001', '\u0001\u0001')

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Encodes an id as three characters, as the triggers do. */
const token = (id: number): string =>
  String.fromCharCode(
    ...[id / 2 ** 28, id / 2 ** 14, id].map((part) => 19_968 + (Math.floor(part) % 2 ** 14)),
  )

export interface IndexedSearch {
  entry: EntryTable
  organisation: number
  /** The result of `toFtsMatch`. */
  match: string
}

/** Counts the hits. */
export async function countSearchHits(db: Db, entry: EntryTable, match: string): Promise<number> {
  const [row] = await hitsCounted(db, { match }, entry)
  return row!.total
}

/**
 * Hits per batch, in two or three milliseconds. Smaller batches would make most searches slower,
 * because finding the beginning of one takes about a millisecond.
 */
const countedAtOnce = 20_000

/**
 * Like `countSearchHits`, but in batches of `atOnce` hits; `between` runs after each. Most searches
 * need only the first batch, for which only the number is read and not its last position, as that
 * takes longer.
 */
export async function countHitsInPieces(
  db: Db,
  entry: EntryTable,
  match: string,
  between: () => Promise<void>,
  atOnce = countedAtOnce,
): Promise<number> {
  const [few] = await hitsCountedUpTo(db, { match, limit: atOnce }, entry)
  if (few!.total < atOnce) return few!.total
  await between()
  let total = 0
  // The position as text, because it exceeds the range of a JavaScript number.
  let after = '-9223372036854775808'
  for (;;) {
    const [piece] = await hitsCountedAfter(db, { match, after, limit: atOnce }, entry)
    total += piece!.total
    if (piece!.total < atOnce) return total
    after = piece!.last!
    await between()
  }
}

const hitsCountedAfter = prepared(
  (_, values: { match: string; after: string; limit: number }, entry: EntryTable) =>
    sql<{ total: number; last: string | null }>`
      select count(*) as total, cast(max(place) as text) as last from (
        select rowid as place ${hits(entry, values.match)}
          and rowid > cast(${values.after} as integer)
        order by rowid limit ${values.limit})`,
)

const hitsCountedUpTo = prepared(
  (_, values: { match: string; limit: number }, entry: EntryTable) =>
    sql<{ total: number }>`
      select count(*) as total from (select 1 ${hits(entry, values.match)} limit ${values.limit})`,
)

const hitsCounted = prepared(
  (_, values: { match: string }, entry: EntryTable) =>
    sql<{ total: number }>`select count(*) as total ${hits(entry, values.match)}`,
)

export interface HitRange {
  ascending: boolean
  limit: number
  offset: number
}

/** @returns ids of the entries from `offset` on, in order */
export async function seekHitIds(
  db: Db,
  search: IndexedSearch,
  order: EntryOrder,
  stretch: HitRange,
): Promise<number[]> {
  if (order.counted.by === 'record') return searchByRecord(db, search, order, stretch)
  const { entry, organisation, match } = search
  const { ascending, limit, offset } = stretch
  const rows = await hitsInOrder(
    db,
    { organisation, match, limit, offset },
    { entry, columns: order.columns, ascending },
  )
  return rows.map(({ id }) => id)
}

/**
 * Searches record by record: the hits of each are in chronological order, and most need not be
 * read.
 */
async function searchByRecord(
  db: Db,
  search: IndexedSearch,
  order: EntryOrder,
  { ascending, ...stretch }: HitRange,
): Promise<number[]> {
  const { entry, organisation, match } = search
  const records = await readOrderBuckets(db, entry, organisation, order)
  if (!ascending) records.reverse()
  const column = tokenColumns[(order.counted as { reference: string }).reference]!
  const ids: number[] = []
  let { offset, limit } = stretch
  for (const { key } of records) {
    const ofRecord = `(${match}) AND ${column} : ${quoted(token(Number(key ?? 0)))}`
    if (offset > 0) {
      const found = await countSearchHits(db, entry, ofRecord)
      if (offset >= found) {
        offset -= found
        continue
      }
    }
    const inTime = entryOrderFor(entry, undefined)
    const within = { ...search, match: ofRecord }
    const hits = await seekHitIds(db, within, inTime, { ascending, limit, offset })
    for (const id of hits) ids.push(id)
    offset = 0
    limit = stretch.limit - ids.length
    if (limit === 0) break
  }
  return ids
}

interface PageValues {
  organisation: number
  match: string
  limit: number
  offset: number
}

interface PageShape {
  entry: EntryTable
  columns: readonly string[]
  ascending: boolean
}

const hitsInOrder = prepared((_, values: PageValues, shape: PageShape) => {
  const { entry, ascending } = shape
  const places = shape.columns.map((column) => inPlace[column])
  const page = sql`limit ${values.limit} offset ${values.offset}`
  if (places.every((place) => place !== undefined)) {
    // In chronological order the index returns them sorted, so only those up to the end of the page
    // are read.
    const order = orderByColumns(isInTime(shape) ? ['place'] : places, ascending)
    return sql<{ id: number }>`
      select ${sql.table(entry)}.id
      from (select rowid as place ${hits(entry, values.match)} order by ${order} ${page}) hit
      ${entryOfHit(values, entry)}
      order by ${order}`
  }
  return sql<{ id: number }>`
    select ${sql.table(entry)}.id
    from (select rowid as place ${hits(entry, values.match)}) hit ${entryOfHit(values, entry)}
    order by ${orderByColumns(shape.columns, ascending)} ${page}`
})

const isInTime = ({ entry, columns }: PageShape): boolean =>
  columns.join() === entryOrderFor(entry, undefined).columns.join()

/**
 * Positions exceed the range of JavaScript numbers, so calculations with them are done in SQL only.
 */
const hits = (entry: EntryTable, match: string): RawBuilder<unknown> => {
  const index = sql.table(entry === 'time_entry' ? 'time_search' : 'expense_search')
  return sql`from ${index} where ${index} match ${match}`
}

// Decodes a position; the inverse of the encoding in the migration.
const minute = `(place >> 31)`
const start = `(((${minute} % 1440) + 1440) % 1440)`
const tie = `(place & 2147483647)`

/**
 * Sort columns that a position encodes, so that many hits can be sorted without reading their rows.
 */
const inPlace: Readonly<Record<string, string>> = {
  'time_entry.date': `${minute} - ${start}`,
  'time_entry.start': start,
  'time_entry.tie': tie,
  'expense.date': minute,
  'expense.tie': tie,
}

/**
 * SQL: the row `e` is a hit among these days. The opposite of the decoding above; only the hits of
 * the days are read.
 */
export function isHitIn(
  entry: EntryTable,
  match: string,
  { from, to }: { from: string; to: string },
): RawBuilder<SqlBool> {
  const minutes = sql`unixepoch(e.date) / 60 ${entry === 'time_entry' ? sql`+ e.start` : sql``}`
  return sql`(${minutes}) * 2147483648 + e.tie in (
    select rowid ${hits(entry, match)}
      and rowid between unixepoch(${from}) / 60 * 2147483648
        and (unixepoch(${to}) / 60 + 1440) * 2147483648)`
}

function entryOfHit(
  { organisation }: { organisation: number },
  entry: EntryTable,
): RawBuilder<unknown> {
  const row = sql.table(entry)
  const ofStart = entry === 'time_entry' ? sql`and ${row}.start = ${sql.raw(start)}` : sql``
  return sql`cross join ${row} on ${row}.organisation_id = ${organisation}
    and ${row}.date = date(${sql.raw(minute)} * 60, 'unixepoch') ${ofStart}
    and ${row}.tie = ${sql.raw(tie)}`
}
