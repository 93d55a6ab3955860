/**
 * The model's columns are nullable, because a client stores incomplete records in them. The service
 * writes complete ones: a null here is a bug, not a response.
 */
export function requireKnown<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing in the database`)
  return value
}
