/** Exchange rates of an organisation (DECISIONS.md, Expenses): decimal text, never a float. */
import { currency, id, timestamp } from './fields.ts'
import type { ListQuery } from './page.ts'
import { z } from './zod.ts'

export const rateRecord = z.strictObject({
  id,
  from: currency,
  to: currency,
  /** Units of `to` for one unit of `from`. */
  value: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type RateRecord = z.output<typeof rateRecord>

export const rateSortKeys = ['updated_at'] as const
export type RateSortKey = (typeof rateSortKeys)[number]
/** Absent sort key: by the two currencies. */
export type RateListQuery = ListQuery<RateSortKey>
