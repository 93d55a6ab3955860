/** The steps from opening a form to saving it. */
import type { Chance } from './chance.ts'
import type { Kind } from './checks/kinds.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries, type Entry } from './entries.ts'

/** @returns each with the milliseconds that pass before it */
export function drawForm(from: Chance): (Doing & { after: number })[] {
  const which = from.between(0, 9)
  const sets = drawSets(from)
  const doings: Doing[] = [{ do: 'open-form', which, sets }]
  for (let more = from.between(1, 3); more > 0; more--) {
    doings.push(...drawMeanwhile(from, which, sets))
  }
  doings.push({ do: 'save-form', which: from.between(0, 9) })
  return doings.map((doing) => ({ ...doing, after: from.pick([10, 800, 2_500, 20_000]) }))
}

/**
 * Mostly another edit of the same record: by a colleague in a browser, or here in another window.
 */
function drawMeanwhile(from: Chance, which: number, sets: Record<Kind, Entry>): Doing[] {
  const others = from.percent(70) ? redrawn(from, sets) : drawSets(from)
  switch (
    from.pick(['there', 'there', 'there', 'here', 'here', 'cycle', 'undo', 'gone'] as const)
  ) {
    case 'there':
      return [{ do: 'edit-formed-there', sets: others }, { do: 'cycle' }]
    case 'here':
      return [{ do: 'edit', which, sets: others }]
    case 'cycle':
      return [{ do: 'cycle' }]
    case 'undo':
      return [{ do: 'undo' }]
    case 'gone':
      return [{ do: from.pick(['remove', 'remove-there'] as const), which }]
  }
}

/** Other values of the same fields. */
function redrawn(from: Chance, sets: Record<Kind, Entry>): Record<Kind, Entry> {
  const other = (kind: Kind): Entry => {
    const drawn = entries[kind].draw(from)
    return Object.fromEntries(Object.keys(sets[kind]).map((field) => [field, drawn[field]]))
  }
  return { time: other('time'), expense: other('expense'), category: other('category') }
}
