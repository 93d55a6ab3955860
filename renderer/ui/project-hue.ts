/**
 * Colours of projects. A hue is only ever shown beside the code, so two alike do no harm, and one
 * that a person chose is the code's, wherever the code stands.
 */
import { shallowRef } from 'vue'
import { type Hue, hues } from '#shared/rules/hues.ts'

export type { Hue }

/** Chosen so that short codes spread well over the hues. */
const seed = 851288

/** What codes get by themselves: all but the one of internal work. */
const given = hues.filter((hue) => hue !== 'steel')

const chosen = shallowRef<ReadonlyMap<string, Hue>>(new Map())

/** Takes these hues, by code, for everything that is on screen from now on. */
export const chooseHues = (byCode: ReadonlyMap<string, Hue>): void => {
  chosen.value = byCode
}

/** The hue that a code has until somebody chooses another: always the same one. */
export function usualHueOf(code: string, internal = false): Hue {
  if (internal) return 'steel'
  let hash = seed
  for (const character of code) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619) >>> 0
  }
  return given[(((hash >>> 16) ^ hash) >>> 0) % given.length] ?? 'steel'
}

/** The hue of a code: the chosen one, else its own. Internal work is steel. */
export const hueOf = (code: string, internal = false): Hue =>
  chosen.value.get(code) ?? usualHueOf(code, internal)
