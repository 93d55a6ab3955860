/** Chance that is the same at every run. */
export interface Chance {
  /** A whole number from 0, less than `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Earlier items much more often than later ones, as projects of a studio are. */
  oftenEarly<Item>(items: readonly Item[]): Item
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  // A linear congruential generator, modulo 2^32; its high bits are good enough for test data.
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    oftenEarly: (items) => items[Math.floor(fraction() ** 2 * items.length)]!,
  }
}
