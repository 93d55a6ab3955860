/** Steps in which two machines meet the same deletions, and the person wants the records again. */
import type { Chance } from './chance.ts'
import { entries } from './entries.ts'
import type { TurnStep } from './turn-doings.ts'

/** Longer than a machine searches for a record before it sends it again. */
const searched = 200_000

/**
 * One record that was changed on both machines, or many at once. The person wants them again on
 * both: on the second machine while that is offline and knows nothing of what the first one sent.
 * @returns each with the milliseconds that pass before it
 */
export function drawDeletionOnBoth(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'expense'] as const)
  const soon = () => from.pick([800, 2_500, 20_000])
  const isMany = from.percent(60)
  const cycle = { do: 'cycle' } as const
  // The cards list their answers in another order.
  const wanted = isMany ? 1 : 0
  const again = { do: 'answer', which: 0, how: from.percent(80) ? wanted : 1 - wanted } as const
  const offline = { do: 'offline', milliseconds: 3 * searched, reached: false } as const
  const here = entries[kind].drawSet(from)
  const made = Array.from({ length: isMany ? from.between(11, 14) : 1 }, () =>
    entries[kind].draw(from),
  )
  const edit = { do: 'edit-newest', kind, here } as const
  return [
    { do: 'add-many-there', kind, entries: made, after: soon() },
    // Longer than days and expenses are known for.
    { ...cycle, after: 1_900_000 },
    { ...cycle, after: 10, elsewhere: true },
    ...(isMany
      ? [{ do: 'remove-many-there', kind, spared: from.between(0, 2), after: soon() } as const]
      : [
          { ...edit, after: soon() },
          { ...edit, after: 0, elsewhere: true } as const,
          { do: 'replace-there', kind, there: null, after: 0 } as const,
        ]),
    { ...cycle, after: isMany ? 1_900_000 : 10 },
    { ...cycle, after: 10, elsewhere: true },
    { ...offline, after: soon(), elsewhere: true },
    { ...again, after: soon() },
    { ...cycle, after: 10 },
    { ...cycle, after: searched },
    { ...again, after: searched, elsewhere: true },
    { ...cycle, after: 2 * searched, elsewhere: true },
  ]
}
