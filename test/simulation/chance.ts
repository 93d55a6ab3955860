/** Seeded chance: the same seed gives the same numbers, on every machine. */

export interface Chance {
  /** At least 0, less than 1. */
  fraction(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** True this many times in a hundred. */
  percent(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** The items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** @param words the numbers depend on these; the same words give the same numbers */
export function chance(...words: (number | string)[]): Chance {
  let state = digest(words.join('|'))

  // Mulberry32: small, quick, and good enough to choose what happens.
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1))

  return {
    fraction,
    between,
    percent: (share) => fraction() * 100 < share,
    pick: (items) => items[between(0, items.length - 1)]!,
    shuffle(items) {
      const all = [...items]
      for (let last = all.length - 1; last > 0; last--) {
        const other = between(0, last)
        const held = all[last]!
        all[last] = all[other]!
        all[other] = held
      }
      return all
    },
  }
}

/** A 32-bit hash of a text (FNV-1a). */
export function digest(text: string, from = 0x811c9dc5): number {
  let hash = from
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}
