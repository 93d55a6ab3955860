/**
 * Which element of a long list shows which of its rows. What stays in sight keeps its element; what
 * comes takes over one of those that went, so that scrolling far changes texts, and makes no
 * elements anew.
 */
export type Slots<Key> = ReadonlyMap<Key, number>

/**
 * @param keys of what is drawn now, in order
 * @param before the slots of what was drawn until now, in order
 * @param still the one that may have the focus, which an element loses when it is moved: none that
 *   stood before it is taken for one after it, or the other way round, so others go around it
 * @returns a slot for each key, numbered from 0, no two the same
 */
export function slotsFor<Key>(
  keys: readonly Key[],
  before: Slots<Key> = new Map(),
  still?: Key,
): Slots<Key> {
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
