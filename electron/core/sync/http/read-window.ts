/**
 * Reads lists. A *window* is a part of a list; it is complete when no record can have been missed
 * in it, and only a complete window proves that a record is missing.
 */
import { isSameValue } from '#shared/rules/three-way.ts'
import type { WireRecord } from '../../store/sync/record-sync-state.ts'
import type { DateWindow } from '../decide/schedule.ts'
import type { ServiceClient, QueryParameters } from './service-client.ts'
import {
  newestFirst,
  dateOfRecord,
  pageLimit,
  mostPages,
  parsePage,
  readPage,
  type ListEndpoint,
  type PageFailure,
  type RecordPage,
} from './list-pages.ts'

export type ListWindow =
  | DateWindow
  /** By `updated_at`, newest first (expenses only), back to a timestamp; null: everything. */
  | { is: 'updated'; from: string | null }
  /** By name. */
  | { is: 'named' }
  /** In the list's own order. */
  | { is: 'all' }

/** The result of one read of a window. */
export interface WindowRead {
  is: 'scan'
  /** Ids inside the window. */
  ids: Set<number>
  pages: number
  /** Records in the whole list, as of the last page that was read. */
  total: number
  /** Every page valid, `total` constant, no duplicates, nothing missing. */
  sound: boolean
}

export interface WindowReadOptions {
  limit?: number | undefined
  /** Added to each request. */
  parameters?: QueryParameters | undefined
  /** Reads that may be under way at once, after the first page. */
  concurrency?: number | undefined
  /** The first page, if it was read already. */
  firstPage?: RecordPage | undefined
  /** Receives a page before the next is requested; returns false to stop the read. */
  onPage?(page: RecordPage): Promise<boolean>
}

/** Moves the page boundaries. */
const secondLimit = 89

/** Reads a window once, page by page. */
export async function readWindow(
  client: ServiceClient,
  listing: ListEndpoint,
  window: ListWindow,
  options: WindowReadOptions = {},
): Promise<WindowRead | PageFailure> {
  if (window.is === 'between') return scanBetween(client, listing, window, options)
  const collector = createWindowCollector(window)
  for await (const read of readPages(client, listing, window, options)) {
    if (read.is !== 'page') return read
    const fresh = collector.take(read)
    if (options.onPage && !(await options.onPage(read))) return { is: 'stopped' }
    // Beyond the oldest record of the window nothing is requested; `total` counts the whole list.
    if (collector.isPast()) return collector.scan(true)
    if (read.page >= read.lastPage || fresh + read.bad.length === 0) break
  }
  return collector.scan(false)
}

/** Reads backwards from a page to where the range begins, then forwards to its end. */
async function scanBetween(
  client: ServiceClient,
  listing: ListEndpoint,
  window: Extract<ListWindow, { is: 'between' }>,
  options: WindowReadOptions,
): Promise<WindowRead | PageFailure> {
  const { limit = pageLimit, parameters, onPage } = options
  const collector = createWindowCollector(window)
  // The page number refers to pages of the first limit.
  const start = Math.max(1, Math.floor(((window.page - 1) * pageLimit) / limit) + 1)
  let pageNumber = start
  const before: RecordPage[] = []
  for (; ; pageNumber--) {
    const query = { ...boundsOf(window), ...parameters, limit, page: pageNumber }
    const page = await readPage(client, listing, query)
    if (page.is !== 'page') return page
    before.unshift(page)
    const [newest] = page.records
    if (pageNumber === 1 || (newest && dateOfRecord(newest) > window.to)) break
  }
  async function* forwards() {
    const firstPage = before.pop()
    yield* before
    yield* readPages(client, listing, window, { ...options, firstPage, startPage: start })
  }
  for await (const page of forwards()) {
    if (page.is !== 'page') return page
    const fresh = collector.take(page)
    if (onPage && !(await onPage(page))) return { is: 'stopped' }
    if (collector.isPast()) break
    if (pageNumber++ >= page.lastPage || fresh + page.bad.length === 0) break
  }
  return collector.scan(true)
}

/** Collects what a read has seen so far. */
function createWindowCollector(window: ListWindow) {
  const ids = new Set<number>()
  const every = new Set<number>()
  let total: number | null = null
  let sound = true
  let last: string | null = null
  let pages = 0

  return {
    /** Adds a page; returns how many of its records were not seen before. */
    take(page: RecordPage): number {
      pages++
      if (page.bad.length > 0 || (total !== null && total !== page.total)) sound = false
      total = page.total
      let fresh = 0
      for (const record of page.records) {
        if (every.has(record.id)) sound = false
        else fresh++
        every.add(record.id)
        const sortValue = sortValueOf(window, record)
        if (isInside(window, record)) ids.add(record.id)
        else if (window.is === 'day') sound = false
        if (sortValue !== null && last !== null && sortValue > last) sound = false
        last = sortValue
      }
      return fresh
    },
    /** Returns true when the last record is beyond the window's end. */
    isPast: () =>
      last !== null &&
      ((window.is === 'since' && window.from !== null && last < window.from) ||
        (window.is === 'updated' && window.from !== null && last < window.from) ||
        (window.is === 'between' && last < window.from)),
    scan: (partly: boolean): WindowRead => ({
      is: 'scan',
      ids,
      pages,
      total: total ?? 0,
      sound: sound && (partly || every.size === total),
    }),
  }
}

/**
 * Confirms a read: a single page is one reply and needs no confirmation; several are read again
 * with other page boundaries, and the read is sound only if the ids are the same.
 */
export async function confirmWindowRead(
  client: ServiceClient,
  listing: ListEndpoint,
  window: ListWindow,
  scan: WindowRead,
  concurrency?: number,
): Promise<WindowRead | PageFailure> {
  if (!scan.sound || scan.pages === 1) return scan
  const again = await readWindow(client, listing, window, { limit: secondLimit, concurrency })
  if (again.is !== 'scan') return again
  return { ...scan, sound: again.sound && isSameValue(again.ids, scan.ids) }
}

async function* readPages(
  client: ServiceClient,
  listing: ListEndpoint,
  window: ListWindow,
  {
    limit = pageLimit,
    parameters,
    concurrency = 1,
    startPage = 1,
    firstPage,
  }: WindowReadOptions & { startPage?: number },
): AsyncGenerator<RecordPage | PageFailure, void, void> {
  const queryOf = (page: number) => ({ ...boundsOf(window), ...parameters, limit, page })
  const first = firstPage ?? (await readPage(client, listing, queryOf(startPage)))
  yield first
  if (first.is !== 'page') return
  const next = startPage + 1
  if (concurrency > 1) {
    const reads = numbers(next, first.lastPage).map((page) => ({
      path: listing.path,
      parameters: queryOf(page),
    }))
    for await (const answer of client.readAll(reads, concurrency)) yield parsePage(listing, answer)
    return
  }
  // A list may grow while it is read, but not without end.
  const most = Math.min(mostPages, first.lastPage * 2 + 100)
  for (let page = next, until = first.lastPage; page <= until && page <= most; page++) {
    const read = await readPage(client, listing, queryOf(page))
    yield read
    if (read.is === 'page') until = Math.max(until, read.lastPage)
  }
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

function boundsOf(window: ListWindow): QueryParameters {
  switch (window.is) {
    case 'day':
      return { date: window.date }
    case 'since':
    case 'between':
      return newestFirst
    case 'updated':
      return { sortKey: 'updated_at', sortAsc: 0 }
    case 'named':
      return { sortKey: 'name', sortAsc: 1 }
    case 'all':
      return {}
  }
}

/** Returns the value by which a list descends; null where its order is not checked. */
function sortValueOf(window: ListWindow, record: WireRecord): string | null {
  switch (window.is) {
    case 'since':
    case 'between':
      return dateOfRecord(record)
    case 'updated':
      return record.updated_at
    default:
      return null
  }
}

function isInside(window: ListWindow, record: WireRecord): boolean {
  switch (window.is) {
    case 'day':
      return dateOfRecord(record) === window.date
    case 'since':
      return window.from === null || dateOfRecord(record) >= window.from
    case 'between':
      return dateOfRecord(record) >= window.from && dateOfRecord(record) <= window.to
    case 'updated':
      return window.from === null || record.updated_at >= window.from
    case 'named':
    case 'all':
      return true
  }
}
