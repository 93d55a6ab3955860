/** Steps in which the service gives the id of a record to another one before a change is sent. */
import type { Chance } from './chance.ts'
import type { Doing } from './doings.ts'
import { entries } from './entries.ts'

/** @returns each with the milliseconds that pass before it */
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
