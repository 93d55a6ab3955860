/** What this process took away lately, by the clock that nobody puts forward or back. */
import type { Clock } from '../ports.ts'
import type { EntryResource } from '../store/tables.ts'

/** What goes bit by bit within so long counts together. */
export const together = 10 * 60_000

export interface LatelyRemoved {
  note(resource: EntryResource, local: number): void
  /** The local ids of those that count together with what goes now. */
  of(resource: EntryResource): number[]
}

export function createLatelyRemoved(clock: Clock): LatelyRemoved {
  let removed: { resource: EntryResource; local: number; at: number }[] = []
  return {
    note: (resource, local) => void removed.push({ resource, local, at: clock.monotonic() }),
    of(resource) {
      const since = clock.monotonic() - together
      removed = removed.filter(({ at }) => at >= since)
      return removed.filter((one) => one.resource === resource).map(({ local }) => local)
    },
  }
}
