/** A query's parameters as the API would carry them in an address, for the envelope. */
export function given(query: object): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === 'boolean' ? String(Number(value)) : String(value)]],
  )
}
