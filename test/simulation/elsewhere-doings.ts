/** Steps in which the address leads to another organization for a while. */
import type { Chance } from './chance.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries } from './entries.ts'

/** As many known times as it takes to notice that none of them is there. */
export const knownElsewhere = 12

/** @returns each with the milliseconds that pass before it */
export function drawElsewhere(from: Chance): (Doing & { after: number })[] {
  const change = (): Doing =>
    from.pick<Doing>([
      { do: 'add', kind: 'time', entry: entries.time.draw(from), copies: 1 },
      { do: 'edit', which: from.between(0, 9), sets: drawSets(from) },
      { do: 'edit', which: from.between(0, 9), sets: drawSets(from) },
    ])
  const some = (of: () => Doing, most: number) =>
    Array.from({ length: from.between(0, most) }, () => of())
  const many = (count: number) => Array.from({ length: count }, () => entries.time.draw(from))
  const doings: Doing[] = [
    { do: 'add-many-there', kind: 'time', entries: many(knownElsewhere + 2) },
    { do: 'cycle' },
    { do: 'cycle' },
    ...some(change, 2),
    { do: 'lead-elsewhere', ids: from.pick(['same', 'other']), entries: many(4) },
    ...some(change, 2),
    ...some(() => from.pick<Doing>([{ do: 'cycle' }, { do: 'restart' }, change()]), 3),
    { do: 'lead-back' },
    { do: 'cycle' },
  ]
  return doings.map((doing) => ({ ...doing, after: from.pick([800, 2_500, 20_000, 700_000]) }))
}

/** What can be done while the address leads elsewhere, without deciding what only a person knows. */
export const doneElsewhere: readonly Doing['do'][] = [
  ...(['add', 'edit', 'cycle', 'watch', 'restart', 'die'] as const),
  ...(['sleep', 'jump', 'offline', 'lead-back'] as const),
]
