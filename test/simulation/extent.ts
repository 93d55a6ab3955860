/** How many worlds are played where, and from which seed. */

/**
 * By `npm test`, from 1, beside the kept ones and `rareSeeds`; `npm run explore -- worlds` plays
 * others.
 */
export const testSeeds = 800

/**
 * Of seeds 801 to 1,975, those that together meet each situation of the ledger that the first 800
 * and the kept ones do not.
 */
export const rareSeeds: readonly number[] = [
  886, 895, 951, 981, 1095, 1103, 1160, 1205, 1323, 1455, 1470, 1652, 1762, 1816, 1837, 1917, 1941,
  1975,
]

/** Each known bug has to be caught within this many seeds, from 1. */
export const gateSeeds = 2_500

/** A run of this many seeds fails when a situation of the ledger never occurred. */
export const ledgerSeeds = 20_000
