/** Steps that change amounts: prices, quantities, costs and what they are converted into. */
import type { Chance } from './chance.ts'
import type { Doing } from './doings.ts'
import { entries } from './entries.ts'

/** The same steps, often with a change of an amount in place of the edited fields. */
export function withAmounts(from: Chance, doing: Doing): Doing {
  if (!('sets' in doing) || from.percent(40)) return doing
  const { sets } = doing
  const time = from.percent(50) ? entries.time.drawAmount(from) : sets.time
  return { ...doing, sets: { ...sets, time, expense: entries.expense.drawAmount(from) } }
}

/**
 * The person here and a colleague in a browser change the amount of one record before either sees
 * what the other did.
 * @returns each with the milliseconds that pass before it
 */
export function drawMeeting(from: Chance): (Doing & { after: number })[] {
  const kind = from.pick(['expense', 'expense', 'expense', 'time'] as const)
  const which = from.between(0, 9)
  const [here, there] = [entries[kind].drawAmount(from), entries[kind].drawAmount(from)]
  const doings: Doing[] = [
    { do: 'cycle' },
    { do: 'edit-both', kind, which, here, there },
    { do: 'cycle' },
  ]
  if (from.percent(30)) doings.push({ do: 'answer', which: 0, how: from.between(0, 99) })
  return doings.map((doing) => ({ ...doing, after: from.pick([10, 800, 2_500, 20_000]) }))
}
