import type { Say } from './messages/index.ts'

/**
 * What was charged: `16 × NZ$4.50 per sheet`, in its two parts. A unit is one word that somebody
 * typed, of which no plural can be made.
 * @param quantity as it is written in the language
 * @param price of one; an amount, or the name of an item of the price list
 */
export const countedParts = (
  quantity: string,
  price: string,
  unit: string | null,
  say: Say,
): string[] => [`${quantity} × ${price}`, ...(unit ? [say('expenses.perUnit', { unit })] : [])]
