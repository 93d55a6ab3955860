/** What requests say about an exchange rate. */
import { currency } from '#shared/resources/fields.ts'
import { z } from '#shared/resources/zod.ts'

const range = 'Enter a number from 0.000001 to 1000000'
/** Within this range a number's text is a plain decimal. */
const value = z.number(range).min(0.000001, range).max(1_000_000, range).transform(String)

export const rateCreate = z.object({ from: currency, to: currency, value })
export const rateUpdate = rateCreate.partial()
