/**
 * Assigns the rows of a virtual list to recycled elements. A row that stays visible keeps its
 * element; a new row takes one that became free, so that scrolling changes texts instead of
 * creating elements.
 */
export type RecycledElements<Key> = ReadonlyMap<Key, number>

/**
 * @param keys the visible rows, in order
 * @param before the previous assignment, in order
 * @param still the row that may have the focus. Moving its element would blur it, so elements
 *   before it are never reused after it, or the other way round
 * @returns an element number for each key, from 0, without repeats
 */
export function assignElements<Key>(
  keys: readonly Key[],
  before: RecycledElements<Key> = new Map(),
  still?: Key,
): RecycledElements<Key> {
  const drawn = new Set(keys)
  const divides = still !== undefined && drawn.has(still) && before.has(still)
  const isStill = (key: Key) => divides && key === still

  const above: number[] = []
  const below: number[] = []
  let free = above
  for (const [key, slot] of before) {
    if (isStill(key)) free = below
    else if (!drawn.has(key)) free.push(slot)
  }

  const used = new Set(before.values())
  let newest = -1
  const made = () => {
    do newest += 1
    while (used.has(newest))
    return newest
  }
  free = above
  return new Map(
    keys.map((key) => {
      if (isStill(key)) free = below
      return [key, before.get(key) ?? free.shift() ?? made()]
    }),
  )
}
