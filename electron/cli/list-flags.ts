/** Parses the flags of every `list` (specification, Index query parameters) for the contract. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CommandContext } from './command.ts'
import { numberFlag, textFlag, textsFlag } from './parse-values.ts'
import { rejectField } from './language.ts'

export const listFlags = {
  query: { type: 'string' },
  'sort-key': { type: 'string' },
  'sort-asc': { type: 'boolean' },
  page: { type: 'string' },
  limit: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const listHelp = (sortKeys: readonly string[]): string => `
  --query TEXT       search terms; all must match${pageHelp(sortKeys)}`

/** The flags of any list but `--query`. */
export const pageHelp = (sortKeys: readonly string[]): string => `
  --sort-key KEY     ${sortKeys.join(', ')}
  --sort-asc 1|0     ascending or descending
  --page N --limit N  page number and size (up to 100)`

/** What the flags of a list t, under the names of its call. */
export type ListInput<Key> = {
  query?: string
  sortKey?: Key
  sortAsc?: boolean
  page?: number
  limit?: number
}

export function readListFlags<Key extends string>(
  context: CommandContext,
  sortKeys: readonly Key[],
): Result<ListInput<Key>> {
  const page = numberFlag(context, 'page')
  if (!page.ok) return page
  const limit = numberFlag(context, 'limit')
  if (!limit.ok) return limit
  const named = textFlag(context, 'sort-key')
  const sortKey = sortKeys.find((key) => key === named)
  if (named !== undefined && sortKey === undefined) {
    return rejectField('sort-key', '{flag} needs one of {choices}', {
      flag: '--sort-key',
      choices: sortKeys.join(', '),
    })
  }
  const sortAsc = context.flags['sort-asc']
  // All terms have to match, so those of a repeated flag are one search.
  const queries = textsFlag(context, 'query')
  return ok({
    ...(queries.length === 0 ? {} : { query: queries.join(' ') }),
    ...(sortKey === undefined ? {} : { sortKey }),
    ...(typeof sortAsc === 'boolean' ? { sortAsc } : {}),
    ...(page.value === undefined ? {} : { page: page.value }),
    ...(limit.value === undefined ? {} : { limit: limit.value }),
  })
}
