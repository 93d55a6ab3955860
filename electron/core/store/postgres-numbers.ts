/**
 * PostgreSQL's wide numbers as JavaScript's. Ids, amounts, counts and sums arrive as text, since
 * they may be wider than a JavaScript number is exact; ours never are, and one that is would be
 * a wrong amount on a screen: it throws.
 */

/** A whole number as text. Throws when JavaScript cannot hold it exactly. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is not a number that is kept exactly`)
  return value
}

/** Parsers by the type's number in PostgreSQL's catalogue. */
export const wideNumbers: ReadonlyMap<number, (text: string) => number> = new Map([
  /** bigint: every column of ours, and counts. */
  [20, wholeNumber],
  /** numeric: what `sum` makes of bigints. */
  [1700, wholeNumber],
])
