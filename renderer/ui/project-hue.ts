/** Colours of projects. A hue is only ever shown beside the code, so two alike do no harm. */

const hues = ['blue', 'cyan', 'plum', 'ochre', 'rose', 'clay', 'iris'] as const
export type Hue = (typeof hues)[number] | 'steel'

/** Chosen so that short codes spread well over the hues. */
const seed = 851288

/** The hue of a code: always the same one. Internal work is steel. */
export function hueOf(code: string, internal = false): Hue {
  if (internal) return 'steel'
  let hash = seed
  for (const character of code) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619) >>> 0
  }
  return hues[(((hash >>> 16) ^ hash) >>> 0) % hues.length] ?? 'steel'
}
