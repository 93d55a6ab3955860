/** Reading pages of the service's lists: each record by itself, what cannot be read set apart. */
import { wirePage } from '#shared/resources/page.ts'
import type { z } from '#shared/resources/zod.ts'
import type { WireRecord } from '../store/record-state.ts'
import type { Answer, Client, Parameters } from './client.ts'
import { problemOf } from './problem.ts'

/** A list of the service and how its records are read. */
export interface Listing {
  path: string
  schema: { safeParse(item: unknown): z.ZodSafeParseResult<WireRecord> }
}

export interface BadRecord {
  remote: number | null
  /** As it came, shortened when huge. */
  raw: string
  why: string
}

export interface RecordPage {
  is: 'page'
  records: WireRecord[]
  bad: BadRecord[]
  page: number
  lastPage: number
  total: number
}

/** An answer that is no page: why the list cannot be read now. */
export type NoPage = Exclude<Answer, { is: 'applied' }>

/** The service has no such list, or not for this person: nothing is wrong with it. */
export const isAbsent = (answer: NoPage): boolean =>
  answer.is === 'gone' || (answer.is === 'refused' && answer.status !== 422)

/** Asked for of each page, unless page borders are to stand elsewhere. */
export const firstLimit = 100

/** A list longer than this many pages is no list. */
export const mostPages = 200_000

const longestRaw = 10_000

/** One page, whatever window it belongs to. */
export async function readPage(
  client: Client,
  listing: Listing,
  parameters: Parameters,
): Promise<RecordPage | NoPage> {
  return pageIn(listing, await client.get(listing.path, parameters))
}

/** The page in an answer, or why there is none. */
export function pageIn(listing: Listing, answer: Answer): RecordPage | NoPage {
  if (answer.is !== 'applied') return answer
  const envelope = wirePage.safeParse(answer.body)
  if (!envelope.success) {
    return { is: 'unknown', why: problemOf(envelope.error), lost: false, after: null }
  }
  const { data, total, last_page, current_page } = envelope.data
  const page: RecordPage = {
    is: 'page',
    records: [],
    bad: [],
    page: current_page,
    lastPage: Math.min(last_page, mostPages),
    total,
  }
  for (const item of data) {
    const record = listing.schema.safeParse(item)
    if (record.success) page.records.push(record.data)
    else page.bad.push(badRecord(item, problemOf(record.error)))
  }
  return page
}

/** What cannot be read, as it is set aside. */
export function badRecord(item: unknown, why: string): BadRecord {
  const id = (item as { id?: unknown } | null)?.id
  return {
    remote: typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null,
    raw: (JSON.stringify(item) ?? 'undefined').slice(0, longestRaw),
    why,
  }
}

/** By date, newest first. */
export const byDate: Parameters = { sortKey: 'date', sortAsc: 0 }

/** The day of a time or an expense. */
export const dateOf = (record: WireRecord): string => (record as WireRecord & { date: string }).date
