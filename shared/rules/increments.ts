/**
 * Increments: an entry counts whole increments of its project's length. All arithmetic is on
 * integers; minutes in, minutes out.
 */

/** How exact minutes become increments. An exact multiple always stays as it is. */
export type RoundingRule = 'up' | 'nearest' | 'down'

/** Minutes of one increment where no project says otherwise. */
export const defaultIncrement = 15

/** A day with a clock change can have 25 hours (DECISIONS.md, Times). */
export const maximumEntryMinutes = 1500

/**
 * Number of increments that `exactSeconds` of work count as: never less than one, exact multiples
 * unchanged, halves of an increment up under `nearest`.
 */
export function countIncrements(
  exactSeconds: number,
  incrementMinutes: number,
  rule: RoundingRule,
): number {
  const length = incrementMinutes * 60
  const whole = Math.floor(exactSeconds / length)
  const rest = exactSeconds - whole * length
  if (rest === 0) return Math.max(1, whole)
  switch (rule) {
    case 'up':
      return whole + 1
    case 'down':
      return Math.max(1, whole)
    case 'nearest':
      return Math.max(1, rest * 2 >= length ? whole + 1 : whole)
  }
}

/** The most increments of this length that one entry may hold. */
export const maximumQuantity = (incrementMinutes: number): number =>
  Math.floor(maximumEntryMinutes / incrementMinutes)

/**
 * Increments that keep an entry's minutes as nearly as possible after its project, and so the
 * length of its increment, changed: rounded up, so that no worked minute is dropped.
 */
export const requantify = (totalMinutes: number, incrementMinutes: number): number =>
  Math.min(
    maximumQuantity(incrementMinutes),
    countIncrements(totalMinutes * 60, incrementMinutes, 'up'),
  )

/**
 * Value of an entry in the smallest currency unit: total × rate per hour ÷ 60, rounded half to
 * even (DECISIONS.md, Times). BigInt, so that no amount loses a digit.
 */
export function entryValue(totalMinutes: number, ratePerHour: number): number {
  const product = BigInt(totalMinutes) * BigInt(ratePerHour)
  return Number(divideHalfEven(product, 60n))
}

/** Integer division rounded half to even; the divisor is positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  let quotient = dividend / divisor
  let rest = dividend % divisor
  if (rest < 0n) {
    quotient -= 1n
    rest += divisor
  }
  const twice = rest * 2n
  if (twice > divisor || (twice === divisor && quotient % 2n !== 0n)) quotient += 1n
  return quotient
}
