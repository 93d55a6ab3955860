/** Steps in which the service gives the id of a record to another one. */
import type { Chance } from './chance.ts'
import type { Doing } from './doings.ts'
import { entries } from './entries.ts'
import type { TurnStep } from './turn-doings.ts'

/**
 * Before a change is sent.
 * @returns each with the milliseconds that pass before it
 */
export function drawReuse(from: Chance): (Doing & { after: number })[] {
  const kind = from.pick(['time', 'expense'] as const)
  const replacing = {
    do: 'edit-and-replace-there',
    kind,
    here: entries[kind].drawSet(from),
    there: entries[kind].draw(from),
  } as const
  const answer = { do: 'answer', which: 0, how: from.between(0, 99) } as const
  return [
    { do: 'add', kind, entry: entries[kind].draw(from), copies: 1, after: 2_500 },
    { do: 'cycle', after: 10 },
    // Sometimes in the next second.
    { ...replacing, after: from.pick([800, 1_200, 2_500, 20_000]) },
    { do: 'cycle', after: from.pick([800, 20_000]) },
    ...(from.percent(50) ? [{ ...answer, after: 20_000 }] : []),
  ]
}

/** Longer than a machine searches for a record before it sends it again. */
const searched = 200_000

/**
 * Two machines have changed the record, and the person wants it again on both: on the second one
 * while that is offline and knows nothing of what the first one sent.
 * @returns each with the milliseconds that pass before it
 */
export function drawReuseOnBoth(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'expense'] as const)
  const soon = () => from.pick([800, 2_500, 20_000])
  const again = { do: 'answer', which: 0, how: from.percent(80) ? 0 : 1 } as const
  const cycle = { do: 'cycle' } as const
  const offline = { do: 'offline', milliseconds: 3 * searched, reached: false } as const
  return [
    { do: 'add', kind, entry: entries[kind].draw(from), copies: 1, after: soon() },
    { ...cycle, after: 10 },
    { ...cycle, after: soon(), elsewhere: true },
    { do: 'edit-newest', kind, here: entries[kind].drawSet(from), after: soon(), elsewhere: true },
    { ...cycle, after: 10, elsewhere: true },
    { ...cycle, after: soon() },
    { do: 'replace-there', kind, there: entries[kind].draw(from), after: soon() },
    { ...cycle, after: soon() },
    { ...cycle, after: 10, elsewhere: true },
    { ...offline, after: soon(), elsewhere: true },
    { ...again, after: soon() },
    { ...cycle, after: 10 },
    { ...cycle, after: searched },
    { ...again, after: searched, elsewhere: true },
    { ...cycle, after: 2 * searched, elsewhere: true },
  ]
}

/**
 * What is created here gets the id, and is deleted or changed before a feed tells that the first
 * record was deleted.
 * @returns each with the milliseconds that pass before it
 */
export function drawReuseBeforeFeed(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'expense'] as const)
  const here = from.percent(70) ? 'removed' : entries[kind].drawSet(from)
  return [
    { do: 'add', kind, entry: entries[kind].draw(from), copies: 1, after: 2_500 },
    { do: 'cycle', after: 10 },
    { do: 'replace-there', kind, there: null, after: 20_000 },
    { do: 'add', kind, entry: entries[kind].draw(from), copies: 1, after: 2_500 },
    { do: 'cycle', after: 10 },
    // While the pass that has sent it reads the feed.
    { do: 'edit-newest', kind, here, after: from.between(40, 400) },
    { do: 'cycle', after: 20_000 },
  ]
}
