/** How many seeds CI plays: under a minute on two cores of its own, some minutes on busy ones. */
export const ciSeeds = 1_000
