/**
 * Reads the entries that reports add up, from the index of dates alone where a rate is per hour, as
 * on our service (migration 0330-report-facts), and adds up those with equal columns.
 *
 * SQLite hands over rows and columns at several times the cost of finding them. So the entries, or
 * those of each day, come as one row, and each entry in it as one number of which its columns are
 * parts. Drafts, and entries that do not fit into such a number, come as lists of columns instead.
 */
import { sql, type RawBuilder } from 'kysely'
import { entryValue } from '#shared/rules/increments.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import type { DateRange } from '../store/resources/date-chunks.ts'
import {
  entriesOf,
  entryQuery,
  isInScope,
  type EntryScope,
} from '../store/resources/entries-of-days.ts'
import { exactSum } from './exact-sum.ts'

/** What a rate is for; null: unknown, so entries have no value. */
export type RateMeaning = 'hour' | 'increment' | null

/** By what entries can be told apart. */
export type TimeColumn = 'date' | IdColumn
const idColumns = ['project', 'task', 'person'] as const
type IdColumn = (typeof idColumns)[number]

/** Sums of entries that have the requested columns and the currency in common. */
export interface TimeFact extends Record<IdColumn, number | null> {
  /** Empty, and ids null, where they are not requested. */
  date: string
  minutes: number
  entries: number
  currency: string | null
  value: number
}

export interface TimeFacts {
  facts: TimeFact[]
  entries: number
  /** How many entries have no project or no task. */
  drafts: number
}

/** @param columns what to tell entries apart by: each costs time */
export async function readTimeFacts(
  db: Db,
  scope: EntryScope,
  days: DateRange,
  columns: ReadonlySet<TimeColumn | null>,
  rate: RateMeaning,
): Promise<TimeFacts> {
  // Without values, no entry is rounded.
  const summed = rate === null ? summedColumn(scope, columns) : undefined
  if (summed) return sumMinutes(db, scope, days, summed)
  const packing = await readPacking(db, scope.organisation, columns, rate)
  const isByDay = columns.has('date')
  const read = async (packing: Packing | null): Promise<DayOfEntries[]> => {
    const rows = await entriesByDay(db, scope, days, { isByDay, rate, packing })
    return rows.map(({ date, entries }) => ({
      date,
      entries: JSON.parse(entries) as DayOfEntries['entries'],
    }))
  }
  const sumUp = (found: readonly DayOfEntries[]): TimeFacts | undefined => {
    const all: TimeFacts = { facts: [], entries: 0, drafts: 0 }
    return found.every((day) => addEntries(all, day, packing)) ? all : undefined
  }
  return sumUp(await read(packing)) ?? sumUp(await read(null))!
}

const entriesByDay = entryQuery<
  { date: string; entries: string },
  { isByDay: boolean; rate: RateMeaning; packing: Packing | null }
>(
  (scope, days, { isByDay, rate, packing }) => sql`
    select ${isByDay ? sql`e.date` : sql`'' as date`},
      json_group_array(${packing ? packedEntry(packing) : listedEntry(rate)}) as entries
    ${entriesOf('time_entry', scope, days)}
    ${isByDay ? sql`group by e.date` : sql``}`,
)

/** Counts the entries of these days. */
export async function countTimes(db: Db, scope: EntryScope, days: DateRange): Promise<number> {
  const [row] = await countOfTimes(db, scope, days)
  return row!.entries
}

const countOfTimes = entryQuery<{ entries: number }>(
  (scope, days) => sql`select count(*) as entries ${entriesOf('time_entry', scope, days)}`,
)

/** A column in whose order an index has the minutes of entries, though not what filters look at. */
type SummedColumn = Exclude<TimeColumn, 'person'>

/** The column by which SQLite adds entries up faster than they are read; undefined: none. */
function summedColumn(
  { conditions }: EntryScope,
  columns: ReadonlySet<TimeColumn | null>,
): SummedColumn | undefined {
  const [column, ...others] = [...columns].filter((one) => one !== null)
  return conditions.length > 0 || others.length > 0 || column === 'person' ? undefined : column
}

async function sumMinutes(
  db: Db,
  scope: EntryScope,
  days: DateRange,
  column: SummedColumn,
): Promise<TimeFacts> {
  const nothing = { date: '', project: null, task: null, person: null, currency: null, value: 0 }
  const all: TimeFacts = { facts: [], entries: 0, drafts: 0 }
  for (const { key, minutes, entries } of await minuteSums(db, scope, days, column)) {
    all.facts.push({ ...nothing, [column]: key, minutes, entries })
    all.entries += entries
  }
  const [row] = await countOfDrafts(db, scope, days)
  return { ...all, drafts: row!.drafts }
}

interface MinuteSums {
  key: string | number | null
  minutes: number
  entries: number
}

const minuteSums = entryQuery<MinuteSums, SummedColumn>((scope, days, column) => {
  // SQLite's other sum can overflow.
  const sums = sql`total(e.total) as minutes, count(*) as entries`
  if (column === 'date') {
    return sql`
      select e.date as key, ${sums} ${entriesOf('time_entry', scope, days)} group by e.date`
  }
  // The counts name the keys, so that each range of the index needs no sorting.
  return sql`
    select nullif(c.key, 0) as key, ${sums}
    from time_count c cross join time_entry e indexed by ${sql.raw(`time_entry_by_${column}`)}
      on ${sql.ref(`e.${column}_id`)} is nullif(c.key, 0)
    where c.organisation_id = ${scope.organisation} and c.kind = ${sql.lit(column)}
      and c.entries > 0 and ${isInScope(scope, days)}
    group by c.key`
})

const countOfDrafts = entryQuery<{ drafts: number }>(
  (scope, days) => sql`
    select (select count(*) from time_entry e indexed by time_entry_by_project
        where e.project_id is null and ${isInScope(scope, days)})
      + (select count(*) from time_entry e indexed by time_entry_by_task
        where e.task_id is null and e.project_id is not null and ${isInScope(scope, days)})
      as drafts`,
)

/** Some bits of a number; none where the mask is 0. */
interface Part {
  shift: number
  mask: number
}

/** From the lowest bit: the minutes, the currency, those ids that are requested, and the rate. */
interface Packing {
  currency: Part
  /** Those of parts from 1 on; 0: without one. */
  codes: readonly string[]
  ids: Record<IdColumn, Part>
  rateShift: number
  rate: RateMeaning
}

/** An entry that is no number; its rate is the value where rates are for increments. */
type EntryColumns = readonly [
  ids: Record<IdColumn, number | null>,
  minutes: number,
  currency: string | null,
  rate: number,
]

/** The entries of a day, or all of them. */
interface DayOfEntries {
  date: string
  entries: (number | EntryColumns)[]
}

/** Services can send more, which no day has. */
const maximumMinutes = 2047

async function readPacking(
  db: Db,
  organisation: number,
  columns: ReadonlySet<TimeColumn | null>,
  rate: RateMeaning,
): Promise<Packing> {
  const requested = idColumns.filter((column) => columns.has(column))
  const [known] = await whatIsKnown(db, { organisation }, requested)
  const codes = JSON.parse(known!.codes) as string[]
  let shift = bitsOf(maximumMinutes)
  const part = (maximum: number): Part => {
    const bits = bitsOf(maximum)
    shift += bits
    return { shift: shift - bits, mask: 2 ** bits - 1 }
  }
  const id = (column: IdColumn): Part => part(known![column] ?? 0)
  const currency = part(rate === null ? 0 : codes.length)
  const ids = { person: id('person'), task: id('task'), project: id('project') }
  return { currency, codes, ids, rateShift: shift, rate }
}

const bitsOf = (maximum: number): number => 32 - Math.clz32(maximum)

/** The highest ids and one more, as 0 would be none, and codes of currencies, the most common first. */
const whatIsKnown = prepared(
  (_, values: { organisation: number }, requested: readonly IdColumn[]) => sql<
    Partial<Record<IdColumn, number>> & { codes: string }
  >`
    select ${sql.join(
      requested.map(
        (column) => sql`
          (select coalesce(max(id), 0) + 1 from ${sql.table(tableOf[column])})
          as ${sql.ref(column)},`,
      ),
      sql``,
    )}
      (select json_group_array(currency) from (
        select currency from project
        where organisation_id = ${values.organisation} and currency is not null
        group by currency order by count(*) desc)) as codes`,
)

const tableOf = { project: 'project', task: 'task', person: 'user' } as const

const columnOf = {
  project: 'e.project_id',
  task: 'e.task_id',
  person: 'coalesce(e.user_id, 0)',
} as const satisfies Record<IdColumn, string>

const rateColumn = (rate: RateMeaning): string =>
  rate === null ? '0' : rate === 'hour' ? 'e.rate' : 'e.quantity * e.rate'

/** SQL: the entry `e` as a list. */
const listedEntry = (rate: RateMeaning): RawBuilder<unknown> =>
  sql.raw(`json_array(
    json_object('project', e.project_id, 'task', e.task_id, 'person', e.user_id),
    e.total, e.currency, ${rateColumn(rate)})`)

/** SQL: the entry `e` as a number or as a list. Literals, as parameters would be read for each row. */
function packedEntry({ currency, codes, ids, rateShift, rate }: Packing): RawBuilder<unknown> {
  // Bit operations of JavaScript know no more, apart from the sign.
  if (rateShift > 31) return listedEntry(rate)
  const fits = [sql`e.total between 0 and ${sql.lit(maximumMinutes)}`]
  const parts = ['e.total']
  for (const column of idColumns) {
    const { shift, mask } = ids[column]
    if (mask > 0) {
      fits.push(sql`${sql.raw(columnOf[column])} <= ${sql.lit(mask)}`)
      parts.push(`${columnOf[column]} * ${2 ** shift}`)
    } else if (column !== 'person') fits.push(sql`${sql.raw(columnOf[column])} is not null`)
  }
  const packed = (number: RawBuilder<unknown>) => sql`
    coalesce(iif(${sql.join(fits, sql` and `)}, ${number}, null), ${listedEntry(rate)})`
  if (rate === null) return packed(sql.raw(parts.join(' + ')))
  parts.push(`${rateColumn(rate)} * ${2 ** rateShift}`)
  const numberOf = (nth: number) => sql.raw(`${parts.join(' + ')} + ${nth * 2 ** currency.shift}`)
  // Of another currency the number is null.
  const ofNone = sql`iif(e.currency is null, ${numberOf(0)}, null)`
  const ofCodes = codes.map((code, nth) => sql`when ${sql.lit(code)} then ${numberOf(nth + 1)}`)
  return packed(
    codes.length === 0
      ? ofNone
      : sql`case e.currency ${sql.join(ofCodes, sql` `)} else ${ofNone} end`,
  )
}

/** Sums of entries with equal ids and currency. */
interface Cell {
  /** The parts of the number that are ids and the currency. */
  key: number
  minutes: number
  entries: number
  value: number
}

// No functions within the one that adds up: it runs for each day, and V8 would compile it for the
// functions of one of them, again and again.
const valueOf = (meaning: RateMeaning, minutes: number, rate: number): number =>
  meaning === 'hour' ? entryValue(minutes, rate) : rate
const ifRequested = ({ mask }: Part, id: number | null): number | null => (mask === 0 ? null : id)
const partOf = (key: number, keyShift: number, { shift, mask }: Part): number =>
  (key >> (shift - keyShift)) & mask

/** @returns false where a number has lost digits, because of an extreme rate */
function addEntries(
  all: TimeFacts,
  { date, entries }: DayOfEntries,
  { currency, codes, ids, rateShift, rate: meaning }: Packing,
): boolean {
  // An array is read in a third of the time of a Map.
  const cellAt: Cell[] = []
  const cells: Cell[] = []
  const keyShift = currency.shift
  const rateUnit = 2 ** rateShift
  for (const entry of entries) {
    if (typeof entry === 'number') {
      if (!Number.isSafeInteger(entry)) return false
      const rate = Math.floor(entry / rateUnit)
      const rest = entry - rate * rateUnit
      const key = rest >> keyShift
      let cell = cellAt[key]
      if (!cell) {
        cell = { key, minutes: 0, entries: 0, value: 0 }
        cellAt[key] = cell
        cells.push(cell)
      }
      const minutes = rest & maximumMinutes
      cell.minutes += minutes
      cell.entries += 1
      cell.value = exactSum(cell.value, valueOf(meaning, minutes, rate))
    } else {
      const [own, minutes, code, rate] = entry
      all.facts.push({
        project: ifRequested(ids.project, own.project),
        task: ifRequested(ids.task, own.task),
        person: ifRequested(ids.person, own.person),
        date,
        minutes,
        entries: 1,
        currency: code,
        value: exactSum(0, valueOf(meaning, minutes, rate)),
      })
      if (own.project === null || own.task === null) all.drafts += 1
    }
  }
  for (const { key, minutes, entries, value } of cells) {
    all.facts.push({
      project: partOf(key, keyShift, ids.project) || null,
      task: partOf(key, keyShift, ids.task) || null,
      person: partOf(key, keyShift, ids.person) || null,
      date,
      minutes,
      entries,
      currency: codes[partOf(key, keyShift, currency) - 1] ?? null,
      value,
    })
  }
  all.entries += entries.length
  return true
}
