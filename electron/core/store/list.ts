/** What every index query shares: page arithmetic, the search condition, and the sort tuple. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { defaultLimit } from '#shared/resources/page.ts'
import { likePattern, searchTerms } from '#shared/rules/text.ts'

export interface PageRequest {
  page?: number | undefined
  limit?: number | undefined
}

/** Page, limit and offset of a request; absent values take the specification's defaults. */
export function paging(request: PageRequest): { page: number; limit: number; offset: number } {
  const page = request.page ?? 1
  const limit = request.limit ?? defaultLimit
  return { page, limit, offset: (page - 1) * limit }
}

/**
 * `order by` over a tuple that turns round as a whole, so that pages never overlap.
 * @param columns SQL of ours, never anything that was sent
 */
export function orderBy(columns: readonly string[], ascending: boolean): RawBuilder<unknown> {
  const direction = sql.raw(ascending ? 'asc' : 'desc')
  return sql.join(columns.map((column) => sql`${sql.raw(column)} ${direction}`))
}

/**
 * True where every term of the query is found.
 * @param matches condition for one term, given its LIKE pattern
 */
export function matchesAllTerms(
  query: string | undefined,
  matches: (pattern: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool>[] {
  return searchTerms(query ?? '').map((term) => matches(likePattern(term)))
}

/** `column like pattern`, with `\` as the escape character on every database. */
export const like = (column: string, pattern: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
