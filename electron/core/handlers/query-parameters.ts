/** Returns a query's parameters as the API would have them in a URL, for the envelope. */
export function toQueryParameters(query: object): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
  )
}
