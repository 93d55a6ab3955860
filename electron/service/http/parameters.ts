/** Parameters of index requests (specification, Index query parameters). */
import { maximumLimit, type ListQuery } from '#shared/resources/page.ts'
import { z } from '#shared/resources/zod.ts'
import type { Context } from 'hono'
import { readValidFields } from './read-fields.ts'

/** Keeps positions integers that JavaScript and the database represent exactly. */
export const maximumPage = 1_000_000_000
/** As much as the window's search box allows: every term costs a condition. */
export const maximumQuery = 200

/** An empty one counts as absent. */
export const wholeNumberParameter = (minimum: number, maximum: number) => {
  const text = `Enter a whole number from ${minimum} to ${maximum}`
  return z
    .string()
    .regex(/^\d{0,10}$/, text)
    .transform((digits) => (digits === '' ? undefined : Number(digits)))
    .refine((value = minimum) => value >= minimum && value <= maximum, text)
    .optional()
}

const pageShape = {
  page: wholeNumberParameter(1, maximumPage),
  limit: wholeNumberParameter(1, maximumLimit),
}

const shapeOf = <Key extends string>(sortKeys: readonly Key[]) => ({
  sortKey: z
    .enum(sortKeys as readonly [Key, ...Key[]], `Use one of: ${sortKeys.join(', ')}`)
    .optional(),
  sortAsc: z
    .enum(['1', '0'], 'Use 1 for ascending or 0 for descending')
    .transform((value) => value === '1')
    .optional(),
  query: z.string().max(maximumQuery, `Use ${maximumQuery} characters or fewer`).optional(),
  ...pageShape,
})

/**
 * Reads the parameters of an index request; `more` has those that a resource adds. Unknown ones are
 * ignored. Throws a 422 that reports every invalid one.
 */
export function readListQuery<Key extends string, More extends Record<string, z.ZodType>>(
  context: Context,
  sortKeys: readonly Key[],
  more: More,
): ListQuery<Key> & { [Name in keyof More]?: z.output<More[Name]> } {
  const values: unknown = readValidFields(
    { ...shapeOf(sortKeys), ...more },
    // When a parameter is given twice, the last one counts.
    Object.fromEntries(queryParametersOf(context)),
  )
  return values as ListQuery<Key> & { [Name in keyof More]?: z.output<More[Name]> }
}

export interface PageQuery {
  page?: number
  limit?: number
}

/**
 * Reads the parameters of an index that is neither sorted nor searched (specification, Webhooks).
 */
export const readPageQuery = (context: Context): PageQuery =>
  readValidFields(pageShape, Object.fromEntries(queryParametersOf(context)))

/** Returns every parameter as it was given, in order. */
export function queryParametersOf(context: Context): [string, string][] {
  const { url } = context.req
  const mark = url.indexOf('?')
  return mark === -1 ? [] : [...new URLSearchParams(url.slice(mark))]
}

/** Returns the id in a path, or undefined for an invalid one. */
export function idFromPath(context: Context): number | undefined {
  const text = context.req.param('id') ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
