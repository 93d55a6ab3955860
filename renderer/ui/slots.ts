/**
 * Which element of a long list shows which of its rows. What stays in sight keeps its element; what
 * comes takes over one of those that went, so that scrolling far changes texts, and makes no
 * elements anew.
 */
export type Slots<Key> = ReadonlyMap<Key, number>

/**
 * @param keys of what is drawn now, in order
 * @param before the slots of what was drawn until now
 * @returns a slot for each key, numbered from 0, no two the same
 */
export function slotsFor<Key>(keys: readonly Key[], before: Slots<Key> = new Map()): Slots<Key> {
  const taken = new Set(keys.map((key) => before.get(key)))
  let free = -1
  const next = () => {
    do free += 1
    while (taken.has(free))
    return free
  }
  return new Map(keys.map((key) => [key, before.get(key) ?? next()]))
}
