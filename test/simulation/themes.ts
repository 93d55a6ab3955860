/** The theme of a world: anything, many records at once, or unreliable lists. */
import type { Chance } from './chance.ts'
import type { Kind } from './checks/kinds.ts'
import { drawDoing, drawSets, type Doing } from './doings.ts'
import { entries } from './entries.ts'
import { faultKinds, listFaults, type Weather } from './fault.ts'

export type Theme = { is: 'any' } | { is: 'crowd'; kind: Kind } | { is: 'lists' }

export function drawTheme(from: Chance): Theme {
  const share = from.between(0, 99)
  if (share < 7) return { is: 'crowd', kind: from.pick(['time', 'time', 'expense', 'category']) }
  return { is: share < 19 ? 'lists' : 'any' }
}

export function drawWeather(from: Chance, theme: Theme): Weather {
  const tame = from.percent(12)
  const harsh = from.pick([10, 25, 40, 60])
  if (theme.is === 'lists') return { reads: harsh, writes: 0, kinds: listFaults }
  return {
    reads: tame ? 0 : Math.round(harsh / 4),
    writes: tame ? 0 : harsh,
    kinds: from.percent(50) ? faultKinds : faultKinds.filter(() => from.percent(35)),
  }
}

export function drawThemed(from: Chance, id: number, theme: Theme): Doing {
  switch (theme.is) {
    case 'any':
      return drawDoing(from, id)
    case 'crowd':
      return drawInCrowd(from, id, theme.kind)
    case 'lists':
      return drawAboutLists(from, id)
  }
}

/** Many records, deleted at once. */
function drawInCrowd(from: Chance, id: number, kind: Kind): Doing {
  if (id === 0) {
    const all = Array.from({ length: from.between(12, 18) }, () => entries[kind].draw(from))
    return { do: 'add-many-there', kind, entries: all }
  }
  if (id === 1) return { do: 'cycle' }
  if (!from.percent(25)) return drawDoing(from, id)
  const many = { do: 'remove-many-there', kind, spared: from.between(0, 2) } as const
  const answer = { do: 'answer', which: 0, how: from.between(0, 99) } as const
  // Late enough for a consent to have lapsed.
  const late = { do: 'jump', milliseconds: 93_600_000 } as const
  return from.pick<Doing>([many, many, answer, answer, answer, { do: 'undo' }, late])
}

/** Changes in a browser, read from lists. */
function drawAboutLists(from: Chance, id: number): Doing {
  const kind = from.pick(['expense', 'expense', 'expense', 'time', 'time', 'category'] as const)
  if (id === 0) {
    const all = Array.from({ length: from.between(3, 7) }, () => entries[kind].draw(from))
    return { do: 'add-many-there', kind, entries: all }
  }
  const which = from.between(0, 9)
  switch (from.pick(['add', 'edit', 'edit', 'edit', 'remove', 'cycle', 'cycle', 'any'] as const)) {
    case 'add':
      return { do: 'add-there', kind, entry: entries[kind].draw(from) }
    case 'edit':
      return { do: 'edit-there', which, sets: drawSets(from) }
    case 'remove':
      return { do: 'remove-there', which }
    case 'cycle':
      return { do: 'cycle' }
    case 'any':
      return drawDoing(from, id)
  }
}
