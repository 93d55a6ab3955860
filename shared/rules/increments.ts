/**
 * Increments: an entry counts whole increments of its project's length. All arithmetic is on
 * integers, in minutes.
 */

/** How exact minutes are rounded to increments. An exact multiple always stays as it is. */
export type RoundingRule = 'up' | 'nearest' | 'down'

/** Minutes of one increment where no project sets it. */
export const defaultIncrement = 15

/** A day with a clock change can have 25 hours (docs/API.md, Times). */
export const maximumEntryMinutes = 1500

/**
 * Returns how many increments `exactSeconds` of work count as: at least one, exact multiples
 * unchanged, half an increment up under `nearest`.
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

/** Maximum number of increments of this length in one entry. */
export const maximumQuantity = (incrementMinutes: number): number =>
  Math.floor(maximumEntryMinutes / incrementMinutes)

/**
 * Recounts an entry in the increments of another project, keeping its minutes as nearly as
 * possible: rounded up, so that no worked minute is dropped.
 */
export const requantify = (totalMinutes: number, incrementMinutes: number): number =>
  Math.min(
    maximumQuantity(incrementMinutes),
    countIncrements(totalMinutes * 60, incrementMinutes, 'up'),
  )

/**
 * Computes the value of an entry in the smallest currency unit: total × rate per hour ÷ 60, rounded
 * half to even (docs/API.md, Times). BigInt where a digit would be lost.
 */
export function entryValue(totalMinutes: number, ratePerHour: number): number {
  const product = totalMinutes * ratePerHour
  if (!Number.isSafeInteger(product)) {
    return Number(divideHalfEven(BigInt(totalMinutes) * BigInt(ratePerHour), 60n))
  }
  // A report of a million entries does this a million times.
  const rest = product % 60
  const whole = (product - rest) / 60
  const isUp = Math.abs(rest) > 30 || (Math.abs(rest) === 30 && whole % 2 !== 0)
  return isUp ? whole + Math.sign(rest) : whole
}

/** Divides integers, rounding half to even; the divisor is positive. */
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
