/**
 * The steps from the copying of a data folder to the moment when another machine continues with it.
 */
import type { Chance } from './chance.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries } from './entries.ts'

/** @returns each with the milliseconds that pass before it */
export function drawCopy(from: Chance): (Doing & { after: number })[] {
  const doings: Doing[] = []
  // Mostly the copy contains something unsent.
  for (let more = from.between(0, 3); more > 0; more--) doings.push(drawWork(from))
  doings.push({ do: 'copy' })
  // Often nothing happens any more on the machine that it came from: the folder was moved.
  for (let more = from.pick([0, 0, 2, 4, 6]); more > 0; more--) {
    doings.push(from.percent(40) ? { do: 'cycle' } : drawWork(from))
  }
  doings.push({ do: 'go-on-with-copy' })
  return doings.map((doing) => ({ ...doing, after: from.pick([10, 10, 800, 20_000]) }))
}

function drawWork(from: Chance): Doing {
  const which = from.between(0, 9)
  switch (from.pick(['add', 'edit', 'edit', 'edit', 'remove', 'undo', 'answer'] as const)) {
    case 'add': {
      const kind = from.pick(['time', 'time', 'expense', 'category'] as const)
      return { do: 'add', kind, entry: entries[kind].draw(from), copies: 1 }
    }
    case 'edit':
      return { do: 'edit', which, sets: drawSets(from) }
    case 'remove':
      return { do: 'remove', which }
    case 'undo':
      return { do: 'undo' }
    case 'answer':
      return { do: 'answer', which, how: from.between(0, 99) }
  }
}
