/**
 * Finds where a long list differs from the store, with few requests: compares the position of a day
 * in the list by date with the number of local records from that day on. Where the difference
 * between the two changes, something was added or deleted, and those days are read.
 *
 * Two changes between two sampled positions that cancel each other out stay unnoticed until
 * everything is read.
 */
import { lastMappedLocalId, readMappedDays } from '../../store/sync/mapped-records.ts'
import { toSyncFailure, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import {
  newestFirst,
  dateOfRecord,
  pageLimit,
  isListAbsent,
  readPage,
  type PageFailure,
} from '../http/list-pages.ts'
import { listParameters, pullWindow, type PullOutcome, type PullOptions } from './pull-window.ts'

/** Number of positions that are compared in any case. */
const samples = 8

/** Lists of at most this many pages are read whole. */
const shortList = 3

/** Compares how many records have this date or a later one: on the service, and here. */
interface Position {
  /** The page on which the day ends. */
  page: number
  date: string
  /** How many more of them the service has. */
  surplus: number
}

/** A range of days that differs. */
interface DayRange {
  from: string
  to: string
  page: number
}

/** Pulls the days in which records were added or deleted. */
export async function pullByPosition(
  context: SyncContext,
  adapter: SyncAdapter,
  options: PullOptions,
): Promise<PullOutcome | SyncFailure> {
  const requestedAt = context.clock.now()
  const query = { ...newestFirst, ...listParameters(context), limit: pageLimit, page: 1 }
  const first = await readPage(context.client, adapter, query)
  if (first.is !== 'page') {
    const absent = adapter.resource !== 'time' && isListAbsent(first)
    return absent ? { is: 'pulled', sound: true } : toSyncFailure(first)
  }
  if (first.lastPage <= shortList) {
    const begun = { requestedAt, page: first }
    return pullWindow(context, adapter, { is: 'since', from: null }, { ...options, begun })
  }
  const comparison = await findDayRanges(context, adapter, first)
  if (comparison.is !== 'compared')
    return comparison.is === 'moved' ? unsound : toSyncFailure(comparison)
  let sound = true
  for (const { from, to, page } of comparison.ranges) {
    const pulled = await pullWindow(context, adapter, { is: 'between', from, to, page }, options)
    if (pulled.is !== 'pulled') return pulled
    sound &&= pulled.sound
  }
  return { is: 'pulled', sound }
}

const unsound: PullOutcome = { is: 'pulled', sound: false }

type Comparison = { is: 'compared'; ranges: DayRange[] } | { is: 'moved' } | PageFailure

async function findDayRanges(
  context: SyncContext,
  adapter: SyncAdapter,
  { total, lastPage }: { total: number; lastPage: number },
): Promise<Comparison> {
  const days = await recordsByDay(context, adapter.resource as 'time' | 'expense')
  const here = cumulated(days)
  const end: Position = { page: lastPage, date: '0000-01-01', surplus: total - here('0000-01-01') }
  const ranges: DayRange[] = []

  /** Returns the first end of a day on a page or after it; the list's end when there is none. */
  async function positionFrom(page: number): Promise<Position | { is: 'moved' } | PageFailure> {
    let date: string | null = null
    for (let at = page; at <= lastPage; at++) {
      const read = await readPage(context.client, adapter, {
        ...newestFirst,
        limit: pageLimit,
        page: at,
      })
      if (read.is !== 'page') return read
      // A page without records is beyond the end of a list that claims to be longer.
      const isEmpty = read.records.length + read.bad.length === 0
      if (read.total !== total || isEmpty) return { is: 'moved' }
      // The day of an unreadable record is unknown, but it counts in the total.
      for (const [index, record] of read.records.entries()) {
        const next = dateOfRecord(record)
        if (date !== null && next < date) {
          const before = (at - 1) * pageLimit + index
          return { page: at, date, surplus: before - here(date) }
        }
        date = next
      }
    }
    return end
  }

  async function compare(newer: Position, older: Position): Promise<Comparison | null> {
    if (newer.surplus === older.surplus) return null
    const middle = Math.floor((newer.page + older.page) / 2)
    const position = middle > newer.page ? await positionFrom(middle) : older
    if ('is' in position) return position
    if (position.date <= older.date || position.date >= newer.date) {
      ranges.push({ from: older.date, to: newer.date, page: newer.page })
      return null
    }
    return (await compare(newer, position)) ?? (await compare(position, older))
  }

  let newer: Position = { page: 1, date: '9999-12-31', surplus: 0 }
  for (let sample = 1; sample <= samples; sample++) {
    const page = Math.floor((lastPage * sample) / samples)
    const older = sample === samples ? end : await positionFrom(Math.max(1, page))
    if ('is' in older) return older
    if (older.date >= newer.date) continue
    const problem = await compare(newer, older)
    if (problem) return problem
    newer = older
  }
  return { is: 'compared', ranges }
}

/** Maximum number of records that are read at once: a few milliseconds of work. */
const slice = 2_000

/** Returns how many records the service should have on each day, the newest day first. */
async function recordsByDay(
  context: SyncContext,
  resource: 'time' | 'expense',
): Promise<{ date: string; records: number }[]> {
  const counts = new Map<string, number>()
  const last = await lastMappedLocalId(context.db, resource)
  for (let after = 0; after < last; after += slice) {
    const dates = await readMappedDays(context.db, resource, { after, upTo: after + slice })
    for (const date of dates) counts.set(date, (counts.get(date) ?? 0) + 1)
    if (after + slice < last) await context.clock.sleep(0)
  }
  const days = [...counts].map(([date, records]) => ({ date, records }))
  return days.sort((one, other) => (one.date < other.date ? 1 : -1))
}

/** Returns a function that counts the local records from a day on. */
function cumulated(days: readonly { date: string; records: number }[]): (from: string) => number {
  const sums: { date: string; sum: number }[] = []
  let sum = 0
  for (const { date, records } of days) sums.push({ date, sum: (sum += records) })
  return (from) => {
    let [low, high] = [0, sums.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]!.date >= from) low = middle + 1
      else high = middle
    }
    return low === 0 ? 0 : sums[low - 1]!.sum
  }
}
