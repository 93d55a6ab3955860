/** Repeatable randomness: the same seed gives the same demo. */

export interface SeededRandom {
  /** At least 0, less than 1. */
  fraction(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
}

/**
 * A linear congruential generator on 32 bits, read from its upper ones: random enough for a demo.
 */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const fraction = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
  const between = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1))
  return { fraction, between, pick: (items) => items[between(0, items.length - 1)]! }
}
