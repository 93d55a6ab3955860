/**
 * Colours of projects. A hue is only ever shown beside the code or the name, and one that a person
 * chose goes with them, wherever they stand.
 */
import { shallowRef } from 'vue'
import { type Hue, hues } from '#shared/rules/hues.ts'

export type { Hue }

/** What is known of a project where its colour is shown. */
export interface Coloured {
  code: string | null
  name?: string | null
  type?: string | null
}

/** Chosen so that short codes spread well over the hues. */
const seed = 851288

/** What projects get by themselves: all but the one of internal work. */
const given = hues.filter((hue) => hue !== 'steel')

/** What the hue of a project is known by. */
export const hueKey = ({ code, name }: Coloured): string => code || name || ''

type Hues = ReadonlyMap<string, Hue>
const usual = shallowRef<Hues>(new Map())
const chosen = shallowRef<Hues>(new Map())

/**
 * Gives every project a hue: the one that the fewest before it have, so that no two are alike before
 * all are used. What comes later changes none of them.
 * @param projects in the order in which they were made
 */
export function giveHues(projects: readonly Coloured[]): void {
  const all = new Map<string, Hue>()
  const uses = new Map<Hue, number>(given.map((hue) => [hue, 0]))
  for (const project of projects) {
    const key = hueKey(project)
    if (project.type === 'internal' || key === '' || all.has(key)) continue
    const least = Math.min(...uses.values())
    const first = placeOf(key)
    const hue = [...given.slice(first), ...given.slice(0, first)].find(
      (one) => uses.get(one) === least,
    )!
    uses.set(hue, least + 1)
    all.set(key, hue)
  }
  usual.value = all
}

/** Takes these hues for everything that is on screen from now on. */
export const chooseHues = (byKey: Hues): void => {
  chosen.value = byKey
}

/** Where the search for a hue begins: it spreads them in an account that knows nothing else. */
function placeOf(key: string): number {
  let hash = seed
  for (const character of key) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619) >>> 0
  }
  return (((hash >>> 16) ^ hash) >>> 0) % given.length
}

/** The hue that a project has until somebody chooses another; internal work, and none, is steel. */
export function usualHueOf(project: Coloured | null | undefined): Hue {
  if (!project || project.type === 'internal') return 'steel'
  const key = hueKey(project)
  return usual.value.get(key) ?? given[placeOf(key)]!
}

/** The hue of a project: the chosen one, else its own. */
export const hueOf = (project: Coloured | null | undefined): Hue =>
  (project && chosen.value.get(hueKey(project))) ?? usualHueOf(project)
