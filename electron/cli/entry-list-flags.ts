/** Parses the flags of lists of entries and expenses: those of every list, and those of a filter. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import type { CommandContext } from './command.ts'
import type { CoreClient } from './core-client.ts'
import { filterFlags, filterHelp, readFilterFlagsButQuery } from './filter-flags.ts'
import { listFlags, pageHelp, readListFlags, type ListInput } from './list-flags.ts'

export const entryListFlags: ParseArgsOptionsConfig = { ...listFlags, ...filterFlags }

export const entryListHelp = (sortKeys: readonly string[]): string =>
  `${filterHelp}${pageHelp(sortKeys)}`

export async function readEntryListFlags<Key extends string>(
  client: CoreClient,
  context: CommandContext,
  sortKeys: readonly Key[],
): Promise<Result<ListInput<Key> & { filter?: EntryFilter }>> {
  const input = readListFlags(context, sortKeys)
  if (!input.ok) return input
  const filter = await readFilterFlagsButQuery(client, context)
  if (!filter.ok) return filter
  return ok(filter.value.length === 0 ? input.value : { ...input.value, filter: filter.value })
}
