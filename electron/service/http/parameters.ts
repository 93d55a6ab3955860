/** Parameters of index requests (specification, Index query parameters). */
import { defaultLimit, maximumLimit } from '#shared/resources/page.ts'
import { z } from '#shared/resources/zod.ts'
import type { Context } from 'hono'
import { readValidFields } from './read-fields.ts'

/** Keeps positions integers that JavaScript and the database represent exactly. */
const maximumPage = 1_000_000_000
/** As much as the window's search box allows: every term costs a condition. */
const maximumQuery = 200

/** A parameter of a query, as it is read and as the reference describes it. */
export interface QueryParameter {
  /** Reads its text. */
  readonly reads: z.ZodType
  /** What the text has to be, where `reads` does not tell. */
  readonly type?: z.ZodType
  readonly description: string
}
export type QueryParameters = Readonly<Record<string, QueryParameter>>

/**
 * Reads the parameters of a request. Unknown ones are ignored. Throws a 422 that reports every
 * invalid one.
 */
export interface QueryReader<Query> {
  (context: Context): Query
  readonly parameters: QueryParameters
}

export function queryOf<Parameters extends QueryParameters>(
  parameters: Parameters,
): QueryReader<{
  [Name in keyof Parameters]?: Exclude<z.output<Parameters[Name]['reads']>, undefined>
}> {
  const shape = Object.fromEntries(
    Object.entries(parameters).map(([name, { reads }]) => [name, reads]),
  )
  const read = (context: Context): unknown =>
    // When a parameter is given twice, the last one counts.
    readValidFields(shape, Object.fromEntries(queryParametersOf(context)))
  return Object.assign(read as QueryReader<never>, { parameters })
}

/** An empty one counts as absent. */
export function wholeNumberParameter(minimum: number, maximum: number, description: string) {
  const text = `Enter a whole number from ${minimum} to ${maximum}`
  const reads = z
    .string()
    .regex(/^\d{0,10}$/, text)
    .transform((digits) => (digits === '' ? undefined : Number(digits)))
    .refine((value = minimum) => value >= minimum && value <= maximum, text)
    .optional()
  return { reads, type: z.int().min(minimum).max(maximum), description }
}

export const pageParameters = {
  page: wholeNumberParameter(
    1,
    maximumPage,
    'Page number. Defaults to 1. A page past the end is empty.',
  ),
  limit: wholeNumberParameter(
    1,
    maximumLimit,
    `Number of records per page. Defaults to ${defaultLimit}.`,
  ),
}

/**
 * The parameters of an index that can be sorted and searched.
 * @param order the default one
 * @param more parameters that a resource adds
 */
export const listQuery = <Key extends string, More extends QueryParameters = Record<never, never>>(
  sortKeys: readonly [Key, ...Key[]],
  order: string,
  more?: More,
) =>
  queryOf({
    sortKey: {
      reads: z.enum(sortKeys, `Use one of: ${sortKeys.join(', ')}`).optional(),
      description: `Field to sort by. The default order is ${order}.`,
    },
    sortAsc: {
      reads: z
        .enum(['1', '0'], 'Use 1 for ascending or 0 for descending')
        .transform((value) => value === '1')
        .optional(),
      type: z.union([z.literal(1), z.literal(0)]),
      description: '1 for ascending, 0 for descending. Defaults to 1 if there’s a `sortKey`.',
    },
    query: {
      reads: z.string().max(maximumQuery, `Use ${maximumQuery} characters or fewer`).optional(),
      description:
        'Search terms, separated by spaces. A record must match all of them. Terms of one or two characters match at the beginning of a word, longer ones anywhere. In scripts without spaces between words, all match anywhere. Case and accents make no difference.',
    },
    ...pageParameters,
    ...(more as More),
  })

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
