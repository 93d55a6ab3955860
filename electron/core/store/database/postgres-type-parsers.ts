/**
 * Parses PostgreSQL's wide numbers as JavaScript numbers. Ids, amounts, counts and sums arrive as
 * text, because they may exceed the range in which JavaScript is exact. Values of Stint never do;
 * one that does would show a wrong amount, so it throws.
 */

/** Parses a whole number. Throws when JavaScript cannot represent it exactly. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`JavaScript can’t store ${text} exactly`)
  return value
}

/** Parsers by the type's OID in PostgreSQL's catalog. */
export const wideNumberParsers: ReadonlyMap<number, (text: string) => number> = new Map([
  /** bigint: all integer columns, and counts. */
  [20, wholeNumber],
  /** numeric: the type of `sum` over bigint. */
  [1700, wholeNumber],
])
