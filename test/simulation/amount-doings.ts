/** Steps that change amounts: prices, quantities, costs and what they are converted into. */
import type { Chance } from './chance.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries } from './entries.ts'

/** The same steps, often with a change of an amount in place of the edited fields. */
export function withAmounts(from: Chance, doing: Doing): Doing {
  if (!('sets' in doing) || from.percent(40)) return doing
  const { sets } = doing
  const time = from.percent(50) ? entries.time.drawAmount(from) : sets.time
  return { ...doing, sets: { ...sets, time, expense: entries.expense.drawAmount(from) } }
}

/**
 * An expense is entered, and the currency of a project changes before, while or after it is sent.
 * @returns each with the milliseconds that pass before it
 */
export function drawCurrencyChange(from: Chance): (Doing & { after: number })[] {
  const project = from.between(0, 2)
  const { date, quantity, chargeable, notes } = entries.expense.draw(from)
  const amount = { unit_charge: from.between(1, 90_000) }
  const what = { project, name: `thing ${from.between(0, 1e9)}`, date, quantity, chargeable, notes }
  const entry = { ...what, ...amount, unit: null }
  const entered: Doing = from.percent(60)
    ? { do: 'add', kind: 'expense', entry, copies: 1 }
    : { do: 'edit', which: from.between(0, 9), sets: { ...drawSets(from), expense: amount } }
  const turned = {
    do: 'change-currency',
    project,
    currency: from.pick(['JPY', 'USD', 'EUR']),
  } as const
  const answer = { do: 'answer', which: 0, how: from.between(0, 99) } as const
  const told: Doing = { do: 'add-there', kind: 'expense', entry: { ...entry, name: 'told' } }
  const doings: Doing[] = [entered, turned, ...(from.percent(70) ? [told] : []), { do: 'cycle' }]
  if (from.percent(50)) doings.push(answer)
  if (from.percent(30)) doings.push({ do: 'undo' })
  return doings.map((doing) => ({ ...doing, after: from.pick([0, 10, 800, 2_500, 20_000]) }))
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
