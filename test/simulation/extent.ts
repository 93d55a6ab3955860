/** How many worlds are played where, and where they begin. */

/** By `npm test`, from 1. */
export const testSeeds = 2_500

/** Within so many seeds, from 1, each known bug has to be caught. */
export const gateSeeds = 2_500

/** A run of so many seeds fails when it never met one of the situations of the ledger. */
export const ledgerSeeds = 20_000
