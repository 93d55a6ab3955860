/**
 * Records that this process removed recently, timed by the monotonic clock, which cannot be set.
 */
import type { Clock } from '../../ports.ts'
import type { EntryResource } from '../../store/tables/index.ts'

/** Removals within this window are counted together, in milliseconds. */
export const recentRemovalWindow = 10 * 60_000

export interface RecentRemovals {
  add(resource: EntryResource, local: number): void
  /** Returns the local ids of the recent removals that count together with new ones. */
  localsOf(resource: EntryResource): number[]
}

export function createRecentRemovals(clock: Clock): RecentRemovals {
  let removed: { resource: EntryResource; local: number; at: number }[] = []
  return {
    add: (resource, local) => void removed.push({ resource, local, at: clock.monotonic() }),
    localsOf(resource) {
      const since = clock.monotonic() - recentRemovalWindow
      removed = removed.filter(({ at }) => at >= since)
      return removed.filter((one) => one.resource === resource).map(({ local }) => local)
    },
  }
}
