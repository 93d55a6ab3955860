/** How many worlds are played where, and from which seed. */

/** By `npm test`, from 1. */
export const testSeeds = 2_500

/** Each known bug has to be caught within this many seeds, from 1. */
export const gateSeeds = 2_500

/** A run of this many seeds fails when a situation of the ledger never occurred. */
export const ledgerSeeds = 20_000
