/** How many seeds CI plays: four to five minutes on two cores. */
export const ciSeeds = 5_000
