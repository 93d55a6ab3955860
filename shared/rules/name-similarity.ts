/** Measures how similar two names are, for suggestions that the person confirms. Pure. */
import { fold } from './search-text.ts'

/**
 * Returns 1 where both fold to the same text, 0 where they share nothing: the Dice coefficient over
 * pairs of neighboring characters.
 */
export function nameSimilarity(one: string, other: string): number {
  const a = fold(one).trim()
  const b = fold(other).trim()
  if (a === b) return a === '' ? 0 : 1
  const pairs = pairsOf(a)
  let shared = 0
  let count = 0
  for (const [pair, times] of pairsOf(b)) {
    shared += Math.min(times, pairs.get(pair) ?? 0)
    count += times
  }
  for (const times of pairs.values()) count += times
  return count === 0 ? 0 : (2 * shared) / count
}

function pairsOf(text: string): Map<string, number> {
  const characters = [...text]
  const pairs = new Map<string, number>()
  for (let place = 1; place < characters.length; place++) {
    const pair = characters[place - 1]! + characters[place]!
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
