/** Steps in which a record is deleted, and the service has it again later. */
import type { Chance } from './chance.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries } from './entries.ts'

/** Longer than lists may show a deleted record. */
export const longGone = 660_000

/** @returns each with the milliseconds that pass before it */
export function drawReturn(from: Chance): (Doing & { after: number })[] {
  const kind = from.pick(['time', 'expense'] as const)
  const doings: Doing[] = [{ do: 'add', kind, entry: entries[kind].draw(from), copies: 1 }]
  doings.push({ do: 'cycle' }, { do: 'remove', which: from.between(0, 9) }, { do: 'cycle' })
  if (from.percent(20)) doings.push({ do: 'undo' })
  const before = doings.map((doing) => ({ ...doing, after: from.pick([800, 2_500, 20_000]) }))
  const after: Doing[] = [{ do: 'bring-back-there' }]
  if (from.percent(40)) after.push({ do: 'edit', which: from.between(0, 9), sets: drawSets(from) })
  if (from.percent(60)) after.push({ do: 'cycle' })
  if (from.percent(40)) after.push({ do: 'undo' })
  if (from.percent(50)) after.push({ do: 'answer', which: 0, how: from.between(0, 99) })
  return [
    ...before,
    ...after.map((doing, place) => ({
      ...doing,
      after: place === 0 ? longGone + 40_000 : from.pick([0, 10, 800, 2_500, 20_000]),
    })),
  ]
}
