/** Finds the search terms in a text, for marking. */
import { fold } from '#shared/rules/search-text.ts'

export interface TextSegment {
  text: string
  hit: boolean
}

const wordCharacter = /[\p{L}\p{N}\p{M}]/u

/**
 * Splits the text into segments by the rule of the search: a term of three characters or more
 * matches anywhere, a shorter one at the beginning of a word.
 * @param terms folded
 */
export function splitByTerms(text: string, terms: readonly string[]): TextSegment[] {
  if (terms.length === 0 || text === '') return [{ text, hit: false }]
  const characters = [...text]
  // Folding may turn one character into two: each keeps the index of its origin.
  const folded = characters.map(fold)
  const origin = folded.flatMap((part, nth) => part.split('').map(() => nth))
  const whole = folded.join('')
  const hit = characters.map(() => false)
  for (const term of terms) {
    const isShort = [...term].length < 3
    for (let at = whole.indexOf(term); at !== -1; at = whole.indexOf(term, at + 1)) {
      if (isShort && at > 0 && wordCharacter.test(whole[at - 1]!)) continue
      for (let unit = at; unit < at + term.length; unit++) {
        const nth = origin[unit]
        if (nth !== undefined) hit[nth] = true
      }
    }
  }
  const pieces: TextSegment[] = []
  for (const [nth, character] of characters.entries()) {
    const last = pieces.at(-1)
    if (last && last.hit === hit[nth]) last.text += character
    else pieces.push({ text: character, hit: hit[nth]! })
  }
  return pieces
}
