/**
 * A cost and its tax (specification, Expenses). Costs are summed without their tax, which is summed
 * separately, so that a receipt counts the same whether its tax is included or added.
 */
import { divideHalfEven } from './increments.ts'
import { parseDecimal } from './money.ts'

/**
 * Computes the tax in, or on top of, a cost; rounded once, half to even. Undefined where the type
 * is not one of ours.
 * @param rate percent, plain decimal text
 */
export function computeTax(cost: number, tax: string, rate: string): number | undefined {
  const decimal = parseDecimal(rate)
  if (!decimal) return undefined
  const whole = 100n * 10n ** BigInt(decimal.scale)
  const product = BigInt(cost) * decimal.unscaled
  if (tax === 'excludes') return Number(divideHalfEven(product, whole))
  if (tax === 'includes') return Number(divideHalfEven(product, whole + decimal.unscaled))
  return undefined
}

/**
 * Returns a cost without its tax, and the tax; the tax counts as 0 where the type is not one of
 * ours.
 */
export function netCost(cost: number, tax: string, rate: string): { net: number; tax: number } {
  const part = computeTax(cost, tax, rate) ?? 0
  return { net: tax === 'includes' ? cost - part : cost, tax: part }
}
