/**
 * A cost and its tax (specification, Expenses). Costs are added up without their tax, which stands
 * beside them: one receipt comes to the same whether its tax is in the amount or on top of it.
 */
import { divideHalfEven } from './increments.ts'
import { parseDecimal } from './money.ts'

/**
 * The tax in, or on top of, a cost; rounded once, half to even. Undefined where the type is none of
 * ours.
 * @param rate per cent, plain decimal text
 */
export function taxOf(cost: number, tax: string, rate: string): number | undefined {
  const decimal = parseDecimal(rate)
  if (!decimal) return undefined
  const whole = 100n * 10n ** BigInt(decimal.scale)
  const product = BigInt(cost) * decimal.unscaled
  if (tax === 'excludes') return Number(divideHalfEven(product, whole))
  if (tax === 'includes') return Number(divideHalfEven(product, whole + decimal.unscaled))
  return undefined
}

/** A cost without its tax, and that; what tax is in it is not known where the type is none of ours. */
export function netCost(cost: number, tax: string, rate: string): { net: number; tax: number } {
  const part = taxOf(cost, tax, rate) ?? 0
  return { net: tax === 'includes' ? cost - part : cost, tax: part }
}
