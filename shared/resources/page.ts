/**
 * Pages: the envelope of every list response and the parameters of every list request
 * (specification, Pagination envelope; Index query parameters).
 */
import { z } from './zod.ts'

export const defaultLimit = 15
export const maximumLimit = 100

/** Every list response has exactly these ten keys. */
export interface Page<Item> {
  current_page: number
  data: Item[]
  /** Position of the first record of the page, from 1; 0 on an empty page. */
  from: number
  to: number
  last_page: number
  next_page_url: string | null
  prev_page_url: string | null
  path: string
  per_page: number
  total: number
}

export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    current_page: z.int(),
    data: z.array(item),
    from: z.int(),
    to: z.int(),
    last_page: z.int(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    total: z.int(),
  })

/** The content of a page before its URLs are added. */
export interface PageSlice<Item> {
  data: Item[]
  page: number
  limit: number
  total: number
}

/**
 * Wraps a slice in an envelope.
 * @param path URL of the list endpoint, without parameters
 * @param asked the request's parameters, repeated in the URLs of the neighboring pages
 */
export function toPageEnvelope<Item>(
  slice: PageSlice<Item>,
  path: string,
  asked: Iterable<readonly [string, string]> = [],
): Page<Item> {
  const lastPage = Math.max(1, Math.ceil(slice.total / slice.limit))
  const first = (slice.page - 1) * slice.limit + 1
  const filters = [...asked].filter(([name]) => name !== 'page')
  const address = (page: number) => {
    const parameters = [...filters, ['page', String(page)] as const]
    return `${path}?${parameters.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`
  }
  return {
    current_page: slice.page,
    data: slice.data,
    from: slice.data.length > 0 ? first : 0,
    to: slice.data.length > 0 ? first + slice.data.length - 1 : 0,
    last_page: lastPage,
    next_page_url: slice.page < lastPage ? address(slice.page + 1) : null,
    prev_page_url: slice.page > 1 ? address(Math.min(slice.page - 1, lastPage)) : null,
    path,
    per_page: slice.limit,
    total: slice.total,
  }
}

export interface ListQuery<SortKey extends string> {
  /** Absent: the resource's default order. */
  sortKey?: SortKey | undefined
  /** Default: ascending. */
  sortAsc?: boolean | undefined
  /** Search terms, separated by spaces. */
  query?: string | undefined
  /** From 1. */
  page?: number | undefined
  /** 1 to 100. */
  limit?: number | undefined
}

const wireNumber = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.int().min(0),
)

/**
 * The part of a service's envelope that a client needs. `from`, `to` and the URLs are not read:
 * services differ in them, and the client requests pages by number.
 */
export const wirePage = z.object({
  data: z.array(z.unknown()),
  current_page: wireNumber,
  last_page: wireNumber,
  per_page: wireNumber,
  total: wireNumber,
})
export type WirePage = z.output<typeof wirePage>
