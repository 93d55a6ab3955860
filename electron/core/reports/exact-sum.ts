import { FailureError, type Failure } from '#shared/errors.ts'
import { safeSum } from '#shared/rules/money.ts'

/** Throws when the sum would not be exact. */
export function exactSum(one: number, other: number): number {
  const sum = safeSum(one, other)
  if (sum === undefined) throw new FailureError(beyondNumbers)
  return sum
}

const beyondNumbers: Failure = {
  code: 'validation',
  message:
    'The amounts of these days add up to more than Stint can show exactly. Choose fewer days',
}
