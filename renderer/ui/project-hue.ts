/**
 * Colors of projects. A hue is always shown together with the code or the name. One that the
 * person chose applies wherever the project is shown.
 */
import { shallowRef } from 'vue'
import { minimum } from '#shared/rules/extremes.ts'
import { type Hue, hues } from '#shared/rules/hues.ts'

export type { Hue }

/** What marks a project; `none` marks what has no project. */
export type HueMark = Hue | 'none'

/** What is known of a project where its color is shown. */
export interface Colored {
  code: string | null
  name?: string | null
  type?: string | null
}

/** Chosen so that short codes are spread evenly over the hues. */
const seed = 851288

/** The default hues of a client's projects; the other one is for internal work first. */
const assignable = hues.filter((hue) => hue !== 'steel')

/** The key of a project's hue. */
export const hueKey = ({ code, name }: Colored): string => code || name || ''

type Hues = ReadonlyMap<string, Hue>
const usual = shallowRef<Hues>(new Map())
const chosen = shallowRef<Hues>(new Map())

/**
 * Assigns a default hue to every project: the least used one so far, so that no two are equal until
 * all are used. Of those, internal work takes steel, which a client's projects never get. Later
 * projects do not change earlier ones.
 * @param projects in the order of their creation
 */
export function giveHues(projects: readonly Colored[]): void {
  const all = new Map<string, Hue>()
  const uses = new Map<Hue, number>(hues.map((hue) => [hue, 0]))
  for (const project of projects) {
    const key = hueKey(project)
    if (key === '' || all.has(key)) continue
    const first = placeOf(key)
    const suitable: Hue[] = [...assignable.slice(first), ...assignable.slice(0, first)]
    if (project.type === 'internal') suitable.unshift('steel')
    const least = minimum(suitable.map((hue) => uses.get(hue)!))
    const hue = suitable.find((one) => uses.get(one) === least)!
    uses.set(hue, least + 1)
    all.set(key, hue)
  }
  usual.value = all
}

/** Changes the chosen hues of everything on screen. */
export const setHues = (byKey: Hues): void => {
  chosen.value = byKey
}

/** Hashes a key to a hue's index: where the search starts, and the hue of an unknown project. */
function placeOf(key: string): number {
  let hash = seed
  for (const character of key) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619) >>> 0
  }
  return (((hash >>> 16) ^ hash) >>> 0) % assignable.length
}

/** The default hue of a project. */
export function defaultHueOf(project: Colored): Hue {
  const key = hueKey(project)
  const unassigned = project.type === 'internal' ? 'steel' : assignable[placeOf(key)]!
  return usual.value.get(key) ?? unassigned
}

/** The hue of a project: the chosen one, else the default. */
export const hueOf = (project: Colored | null | undefined): HueMark =>
  project ? (chosen.value.get(hueKey(project)) ?? defaultHueOf(project)) : 'none'
