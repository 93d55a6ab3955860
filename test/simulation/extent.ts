/** How many seeds CI plays: about a minute and a half on two cores. */
export const ciSeeds = 2_500
