/** Steps in which an entry is split, while others change or delete it. */
import type { Chance } from './chance.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries } from './entries.ts'

/** @returns each with the milliseconds that pass before it */
export function drawSplit(from: Chance): (Doing & { after: number })[] {
  const long = { ...entries.time.draw(from), quantity: from.between(2, 9) }
  const doings: Doing[] = [{ do: 'add', kind: 'time', entry: long, copies: 1 }]
  if (from.percent(70)) doings.push({ do: 'cycle' })
  const there = from.pick([
    null,
    null,
    'removed',
    { quantity: from.between(1, 9) },
    { notes: `there ${from.between(0, 1e9)}` },
  ] as const)
  doings.push({ do: 'split', which: from.between(0, 9), share: from.between(1, 99), there })
  if (from.percent(30)) {
    doings.push({ do: 'edit', which: from.between(0, 9), sets: drawSets(from) })
  }
  if (from.percent(60)) doings.push({ do: 'cycle' })
  if (from.percent(50)) doings.push({ do: 'answer', which: 0, how: from.between(0, 99) })
  if (from.percent(25)) doings.push({ do: 'undo' })
  return doings.map((doing) => ({ ...doing, after: from.pick([0, 10, 800, 2_500, 20_000]) }))
}
