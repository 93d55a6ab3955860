/**
 * Reads pages of the service's lists. Parses each record separately, and returns unreadable ones
 * apart.
 */
import { wirePage } from '#shared/resources/page.ts'
import type { z } from '#shared/resources/zod.ts'
import type { WireRecord } from '../../store/sync/record-sync-state.ts'
import type { ClientReply, ServiceClient, QueryParameters } from './service-client.ts'
import { describeSchemaProblem } from './schema-problem.ts'

/** A list of the service and the schema of its records. */
export interface ListEndpoint {
  path: string
  schema: { safeParse(item: unknown): z.ZodSafeParseResult<WireRecord> }
}

export interface UnreadableItem {
  remote: number | null
  /** As received, shortened when huge. */
  raw: string
  why: string
}

export interface RecordPage {
  is: 'page'
  records: WireRecord[]
  bad: UnreadableItem[]
  page: number
  lastPage: number
  total: number
}

/** A reply that is not a page: why the list cannot be read now. */
export type PageFailure = Exclude<ClientReply, { is: 'applied' }>

/**
 * Returns true when the service has no such list, or not for this person, which is not a failure.
 */
export const isListAbsent = (answer: PageFailure): boolean =>
  answer.is === 'gone' || (answer.is === 'refused' && answer.status !== 422)

/** Records per page, except where a read needs other page boundaries. */
export const pageLimit = 100

/** Maximum number of pages that are read of a list. */
export const mostPages = 200_000

const longestRaw = 10_000

/** Reads one page of a list. */
export async function readPage(
  client: ServiceClient,
  listing: ListEndpoint,
  parameters: QueryParameters,
): Promise<RecordPage | PageFailure> {
  return parsePage(listing, await client.get(listing.path, parameters))
}

/** Returns the page in a reply, or why there is none. */
export function parsePage(listing: ListEndpoint, answer: ClientReply): RecordPage | PageFailure {
  if (answer.is !== 'applied') return answer
  const envelope = wirePage.safeParse(answer.body)
  if (!envelope.success) {
    return { is: 'unknown', why: describeSchemaProblem(envelope.error), lost: false, after: null }
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
    else page.bad.push(toUnreadableItem(item, describeSchemaProblem(record.error)))
  }
  return page
}

/** Returns an unreadable record in the form in which it is set aside. */
export function toUnreadableItem(item: unknown, why: string): UnreadableItem {
  const id = (item as { id?: unknown } | null)?.id
  return {
    remote: typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null,
    raw: (JSON.stringify(item) ?? 'undefined').slice(0, longestRaw),
    why,
  }
}

/** Sorts by date, newest first. */
export const newestFirst: QueryParameters = { sortKey: 'date', sortAsc: 0 }

/** Returns the day of a time or an expense. */
export const dateOfRecord = (record: WireRecord): string =>
  (record as WireRecord & { date: string }).date
