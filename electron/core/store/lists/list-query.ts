/** Shared parts of all list queries: paging, search condition, and sort order. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { defaultLimit } from '#shared/resources/page.ts'
import { likePattern, searchTerms } from '#shared/rules/search-text.ts'

/** Yields to the event loop; called between the batches of long work. */
export type Yield = () => Promise<void>

export interface PageRequest {
  page?: number | undefined
  limit?: number | undefined
}

/** Returns page, limit and offset of a request; absent values get the specification's defaults. */
export function resolvePaging(request: PageRequest): {
  page: number
  limit: number
  offset: number
} {
  const page = request.page ?? 1
  const limit = request.limit ?? defaultLimit
  return { page, limit, offset: (page - 1) * limit }
}

/**
 * Builds `order by` terms with one direction for all columns, so that pages never overlap.
 * @param columns trusted SQL, never user input
 */
export function orderByColumns(
  columns: readonly string[],
  ascending: boolean,
): RawBuilder<unknown> {
  const direction = sql.raw(ascending ? 'asc' : 'desc')
  return sql.join(columns.map((column) => sql`${sql.raw(column)} ${direction}`))
}

/**
 * Builds a condition for each term of a query.
 * @param matches condition for one term, given its LIKE pattern
 */
export function matchesAllTerms(
  query: string | undefined,
  matches: (pattern: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool>[] {
  return searchTerms(query ?? '').map((term) => matches(likePattern(term)))
}

/** `column like pattern`, with `\` as the escape character on every database. */
export const likePatternCondition = (column: string, pattern: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
