/** Exchange rates of an organisation (DECISIONS.md, Expenses): decimal text, never a float. */
import { currency, id, timestamp } from './fields.ts'
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
