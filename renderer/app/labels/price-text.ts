import type { Translate } from '../messages/index.ts'

/**
 * Formats a charge such as `16 × NZ$4.50 per sheet` in two parts. The unit is free text in the
 * singular, which cannot be put into the plural.
 * @param quantity already formatted for the locale
 * @param price of one unit; an amount, or the name of an item of the price list
 */
export const countedParts = (
  quantity: string,
  price: string,
  unit: string | null,
  t: Translate,
): string[] => [`${quantity} × ${price}`, ...(unit ? [t('expenses.perUnit', { unit })] : [])]
