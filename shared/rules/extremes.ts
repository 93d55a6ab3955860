/**
 * Returns the smallest of any number of values; Infinity of none. As arguments of `Math.min`, some
 * 120,000 of them exceed the stack.
 */
export function minimum(values: Iterable<number>): number {
  let least = Infinity
  for (const value of values) least = Math.min(least, value)
  return least
}

/** Returns the largest of any number of values; -Infinity of none. */
export function maximum(values: Iterable<number>): number {
  let most = -Infinity
  for (const value of values) most = Math.max(most, value)
  return most
}
