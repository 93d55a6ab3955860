/**
 * The search of entries by the index of their texts (migration 0090-search-index). A row of the
 * index is an entry's place in time, so hits come newest first and the fifty newest cost the same
 * among a thousand entries and a million. SQLite only.
 */
import { sql, type RawBuilder } from 'kysely'
import { foldVersion, needle } from '#shared/rules/text.ts'
import type { Db } from './db.ts'
import { orderOf, type EntryOrder, type EntryTable } from './entry-order.ts'
import { stretchesOf } from './entry-walk.ts'
import { orderBy } from './list.ts'
import { prepared } from './prepared.ts'
import { findNamed, searchedNames } from './search.ts'

/** True when every entry is in the index as the search of this program wants it. */
export async function isSearchIndexed(db: Db, entry: EntryTable): Promise<boolean> {
  const [state] = await stateOfIndex(db, { entry })
  return state?.indexed_to === null && state.unplaced === 0 && state.fold === foldVersion
}

const stateOfIndex = prepared((db, given: { entry: EntryTable }) =>
  db.selectFrom('search_index').selectAll().where('entry', '=', given.entry),
)

/** Columns of the index, by the column of the entry that names a record. */
const tokenColumns: Readonly<Record<string, string>> = {
  project_id: 'project',
  task_id: 'task',
  user_id: 'person',
  charge_id: 'charge',
}

/**
 * A query as the index reads it: each term in the notes, or one of the records in which the term
 * is found.
 */
export async function matchOf(
  db: Db,
  organisation: number,
  entry: EntryTable,
  terms: readonly string[],
): Promise<string> {
  const all: string[] = []
  for (const term of terms) {
    const named = await findNamed(db, organisation, entry, term)
    const places = Object.keys(searchedNames[entry]).flatMap((column) => {
      const ids = named[column]!
      if (ids.length === 0) return []
      return [`${tokenColumns[column]!} : (${ids.map((id) => quoted(token(id))).join(' OR ')})`]
    })
    all.push(`(${[`notes : ${quoted(indexNeedle(term))}`, ...places].join(' OR ')})`)
  }
  return [...all, `organisation : ${quoted(token(organisation))}`].join(' AND ')
}

/** Beginnings of words are marked twice there: so one letter at a beginning is a trigram. */
const indexNeedle = (term: string): string => needle(term).replaceAll('\u0001', '\u0001\u0001')

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Three characters that stand for an id, as the triggers write them. */
const token = (id: number): string =>
  String.fromCharCode(
    ...[id / 2 ** 28, id / 2 ** 14, id].map((part) => 19_968 + (Math.floor(part) % 2 ** 14)),
  )

export interface IndexedSearch {
  entry: EntryTable
  organisation: number
  /** What `matchOf` answered. */
  match: string
}

/** How many entries are found. */
export async function countHits(db: Db, entry: EntryTable, match: string): Promise<number> {
  const [row] = await hitsCounted(db, { match }, entry)
  return row!.total
}

/**
 * Hits that are counted at a time, in two or three milliseconds. Fewer would make most searches
 * dearer: to find where a piece begins takes about a millisecond.
 */
const countedAtOnce = 20_000

/**
 * The same as `countHits`, so many hits at a time; `between` runs after each piece. Most searches
 * are through after the first, which is counted without its end, since that takes longer.
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
  // A place as text: it is more than a JavaScript number holds.
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
  (_, given: { match: string; after: string; limit: number }, entry: EntryTable) =>
    sql<{ total: number; last: string | null }>`
      select count(*) as total, cast(max(place) as text) as last from (
        select rowid as place ${hits(entry, given.match)}
          and rowid > cast(${given.after} as integer)
        order by rowid limit ${given.limit})`,
)

const hitsCountedUpTo = prepared(
  (_, given: { match: string; limit: number }, entry: EntryTable) =>
    sql<{ total: number }>`
      select count(*) as total from (select 1 ${hits(entry, given.match)} limit ${given.limit})`,
)

const hitsCounted = prepared(
  (_, given: { match: string }, entry: EntryTable) =>
    sql<{ total: number }>`select count(*) as total ${hits(entry, given.match)}`,
)

export interface Stretch {
  ascending: boolean
  limit: number
  offset: number
}

/** @returns ids of the entries from `offset` on, in order */
export async function searchTo(
  db: Db,
  search: IndexedSearch,
  order: EntryOrder,
  stretch: Stretch,
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

/** One record after the other: the hits of each come in time, and most need not be looked at. */
async function searchByRecord(
  db: Db,
  search: IndexedSearch,
  order: EntryOrder,
  { ascending, ...stretch }: Stretch,
): Promise<number[]> {
  const { entry, organisation, match } = search
  const records = await stretchesOf(db, entry, organisation, order)
  if (!ascending) records.reverse()
  const column = tokenColumns[(order.counted as { reference: string }).reference]!
  const ids: number[] = []
  let { offset, limit } = stretch
  for (const { key } of records) {
    const ofRecord = `(${match}) AND ${column} : ${quoted(token(Number(key ?? 0)))}`
    if (offset > 0) {
      const found = await countHits(db, entry, ofRecord)
      if (offset >= found) {
        offset -= found
        continue
      }
    }
    const inTime = orderOf(entry, undefined)
    const within = { ...search, match: ofRecord }
    ids.push(...(await searchTo(db, within, inTime, { ascending, limit, offset })))
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

const hitsInOrder = prepared((_, given: PageValues, shape: PageShape) => {
  const { entry, ascending } = shape
  const places = shape.columns.map((column) => inPlace[column])
  const page = sql`limit ${given.limit} offset ${given.offset}`
  if (places.every((place) => place !== undefined)) {
    // In time the index gives them in this order, so that only those up to the page's end are read.
    const order = orderBy(isInTime(shape) ? ['place'] : places, ascending)
    return sql<{ id: number }>`
      select ${sql.table(entry)}.id
      from (select rowid as place ${hits(entry, given.match)} order by ${order} ${page}) hit
      ${entryOfHit(given, entry)}
      order by ${order}`
  }
  return sql<{ id: number }>`
    select ${sql.table(entry)}.id
    from (select rowid as place ${hits(entry, given.match)}) hit ${entryOfHit(given, entry)}
    order by ${orderBy(shape.columns, ascending)} ${page}`
})

const isInTime = ({ entry, columns }: PageShape): boolean =>
  columns.join() === orderOf(entry, undefined).columns.join()

/** Places are beyond what a JavaScript number holds: they are only ever reckoned with in SQL. */
const hits = (entry: EntryTable, match: string): RawBuilder<unknown> => {
  const index = sql.table(entry === 'time_entry' ? 'time_search' : 'expense_search')
  return sql`from ${index} where ${index} match ${match}`
}

// The reverse of how the migration reckons a place.
const minute = `(place >> 31)`
const start = `(((${minute} % 1440) + 1440) % 1440)`
const tie = `(place & 2147483647)`

/** What a place says of its entry, so that many hits can be sorted without their rows. */
const inPlace: Readonly<Record<string, string>> = {
  'time_entry.date': `${minute} - ${start}`,
  'time_entry.start': start,
  'time_entry.tie': tie,
  'expense.date': minute,
  'expense.tie': tie,
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
