/**
 * The field types of the specification's conventions, each in the forms that the five schemas of a
 * resource need: strict for what our service accepts and returns, tolerant (`wire*`) for what a
 * client reads from any service that follows the specification.
 *
 * A field has the API's name everywhere, from the database to the screen: a name of our own would
 * need a mapping, and so a source of errors, at every boundary.
 */
import { isCivilDate } from '../rules/calendar.ts'
import { maximumAmount, plainNumber } from '../rules/money.ts'
import { composed, isStorable, normalizeNote } from '../rules/search-text.ts'
import { z } from './zod.ts'

export const id = z
  .int('Enter a whole number')
  .min(1, 'Must be an ID, a whole number of 1 or higher')

export const integer = (minimum: number, maximum: number) =>
  z
    .int('Enter a whole number')
    .min(minimum, `Enter a whole number from ${minimum} to ${maximum}`)
    .max(maximum, `Enter a whole number from ${minimum} to ${maximum}`)

/** Money: an integer in the smallest currency unit. */
export const amount = integer(-maximumAmount, maximumAmount)

/** Money that cannot be below 0. */
export const amountFromZero = integer(0, maximumAmount)

export const civilDate = z
  .string('Enter a date as YYYY-MM-DD')
  .refine(isCivilDate, 'Enter a valid date as YYYY-MM-DD')

/** `YYYY-MM-DD HH:MM:SS`, UTC on our service. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'Must be a timestamp, YYYY-MM-DD HH:MM:SS')

export const currency = z
  .string('Enter a three-letter currency code')
  .regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, like USD')

const storable = (maximum: number) =>
  z
    .string('Enter text')
    .refine(isStorable, 'Contains a character that can’t be saved. Remove it')
    .max(maximum, `Use ${maximum} characters or fewer`)

/** Trimmed text that may not be empty. */
export const requiredText = (maximum = 255) =>
  storable(maximum)
    .transform((text) => composed(text).trim())
    .refine((text) => text !== '', 'Enter text')

/** Trimmed text; empty becomes null. */
export const optionalText = (maximum: number) =>
  storable(maximum)
    .nullable()
    .transform((text) => normalizeNote(text))

/** A list of at most this many items; a longer one is refused before its items are checked. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number, what: string) =>
  z
    .array(z.unknown(), `Must be a list of ${what}`)
    .max(most, `Choose ${most} ${what} or fewer`)
    .pipe(z.array(item))

const visible = 'Use 1 to 64 visible ASCII characters'

/** The name that a client gives to a record that it creates (capability `uid`). */
export const uid = z.string(visible).regex(/^[\x21-\x7e]{1,64}$/, visible)

/** Of a record, absent without the capability; null where the record was created without one. */
export const recordUid = uid.nullable().optional()

/** Notes of entries. */
export const notes = optionalText(10_000)

// ---- wire: what a client reads from any service --------------------------------------------

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value

/** An integer, or a string that contains one. */
export const wireInteger = z.preprocess(numeric, z.int())
export const wireIntegerIn = (minimum: number, maximum: number) =>
  z.preprocess(numeric, z.int().min(minimum).max(maximum))
/** Smallest currency unit; some services have negative rates, too. */
export const wireAmount = wireIntegerIn(-maximumAmount, maximumAmount)
export const wireId = z.preprocess(numeric, z.int().min(1))
/** A boolean, 1 or 0, or either as a string. */
export const wireBoolean = z
  .union([z.boolean(), z.literal(1), z.literal(0), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
export const wireDate = z.string().transform((text, context) => {
  const date = text.slice(0, 10)
  if (isCivilDate(date)) return date
  context.addIssue({ code: 'custom', message: 'isn’t a date' })
  return z.NEVER
})
/** Text that people may have written. A longer one would only fill the disk. */
export const wireText = z.string().max(65_536)
/** What a service with the capability `uid` knows a record by; anything else counts as absent. */
export const wireUid = uid.optional().catch(undefined)
/** Null, absent or text. */
export const wireOptionalText = wireText.nullish().transform((text) => text ?? null)
/**
 * A timestamp with a space or `T` between date and time; everything after the seconds is dropped.
 */
export const wireTimestamp = z.string().transform((text, context) => {
  const plain = text.slice(0, 19).replace('T', ' ')
  if (/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(plain)) return plain
  context.addIssue({ code: 'custom', message: 'isn’t a timestamp' })
  return z.NEVER
})
/** A decimal as exact text; numbers and numeric strings are accepted. */
export const wireDecimal = z
  .union([
    z.number(),
    z
      .string()
      .max(100)
      .regex(/^-?\d+(\.\d+)?$/),
  ])
  .transform((value) => (typeof value === 'number' ? plainNumber(value) : value))
