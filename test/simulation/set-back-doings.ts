/** Steps in which the service is backed up, and restored from that later. */
import type { Chance } from './chance.ts'
import type { Doing } from './doings.ts'
import { drawSets } from './doings.ts'
import { entries } from './entries.ts'

/** @returns each with the milliseconds that pass before it */
export function drawSetBack(from: Chance): (Doing & { after: number })[] {
  const kind = from.pick(['time', 'expense', 'category'] as const)
  const add: Doing = { do: 'add', kind, entry: entries[kind].draw(from), copies: 1 }
  const edit = (): Doing => ({ do: 'edit', which: from.between(0, 9), sets: drawSets(from) })
  const before: Doing[] = [add, { do: 'cycle' }, { do: 'back-up-there' }]
  const lost = Array.from({ length: from.between(1, 4) }, () =>
    from.pick<Doing>([
      { ...add, entry: entries[kind].draw(from) },
      edit(),
      edit(),
      { do: 'remove', which: from.between(0, 9) },
      { do: 'edit-there', which: from.between(0, 9), sets: drawSets(from) },
    ]),
  )
  const after: Doing[] = [{ do: 'cycle' }, { do: 'set-back-there' }]
  if (from.percent(50)) after.push({ do: 'add-there', kind, entry: entries[kind].draw(from) })
  if (from.percent(40)) after.push(edit())
  if (from.percent(70)) after.push({ do: 'cycle' })
  if (from.percent(50)) after.push({ do: 'answer', which: 0, how: from.between(0, 99) })
  if (from.percent(20)) after.push({ do: 'undo' })
  return [...before, ...lost, ...after].map((doing) => ({
    ...doing,
    after: from.pick([800, 2_500, 20_000]),
  }))
}
