/** Exchange rates of an organisation (docs/API.md, Expenses): decimal text, never a float. */
import { parseDecimal } from '../rules/money.ts'
import { canonicalDecimal } from './expense-version.ts'
import { currency, id, timestamp, wireDecimal, wireId, wireTimestamp } from './fields.ts'
import type { ListQuery } from './page.ts'
import { z } from './zod.ts'

const rateRange = 'Enter a rate above 0 and below 1,000,000,000, like 0.92'

/** A rate that a person gives: units of one currency for one of another, plain decimal text. */
export const rateValue = z
  .string(rateRange)
  .regex(/^(?=.*[1-9])\d{1,9}(?:\.\d{1,20})?$/, rateRange)
  .transform(canonicalDecimal)

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

/** As a client reads it: the value as decimal text, above 0. */
export const rateWire = z.object({
  id: wireId,
  from: currency,
  to: currency,
  value: wireDecimal.refine((text) => (parseDecimal(text)?.unscaled ?? 0n) > 0n, 'isn’t a rate'),
  created_at: wireTimestamp.nullish(),
  updated_at: wireTimestamp.nullish(),
})
export type RateWire = z.output<typeof rateWire>

export const rateSortKeys = ['updated_at'] as const
export type RateSortKey = (typeof rateSortKeys)[number]
/** Default sort order: by the two currencies. */
export type RateListQuery = ListQuery<RateSortKey>
