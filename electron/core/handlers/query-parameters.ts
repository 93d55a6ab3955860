import type { EntryFilter } from '#shared/rules/entry-filter.ts'

/** Returns a query's parameters as the API would have them in a URL, for the envelope. */
export function toQueryParameters(query: object): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
  )
}

/** The API has no filter: one is written as in the address of a report. */
export async function toFilterParameters(filter: EntryFilter = []): Promise<[string, string][]> {
  if (filter.length === 0) return []
  const { filterToUrl } = await import('#shared/rules/filter-url.ts')
  return filterToUrl(filter).map((condition) => ['filter', condition])
}
