/** Finds the search terms in a text, for marking. */
import { foldForSearch, markBeginnings, toNeedle } from '#shared/rules/search-text.ts'

export interface TextSegment {
  text: string
  hit: boolean
}

// eslint-disable-next-line no-control-regex -- it is about all of ASCII
const isAscii = /^[\u0000-\u007F]*$/
const graphemes = new Intl.Segmenter()

/** What a reader sees as one character, with its accents. */
const charactersOf = (text: string): string[] =>
  isAscii.test(text)
    ? text.split('')
    : Array.from(graphemes.segment(text), ({ segment }) => segment)

/**
 * Splits the text into segments by the rule of the search.
 * @param terms folded
 */
export function splitByTerms(text: string, terms: readonly string[]): TextSegment[] {
  if (terms.length === 0 || text === '') return [{ text, hit: false }]
  const characters = charactersOf(text)
  const folded = characters.map(foldForSearch)
  const whole = folded.join('')
  // Folding may turn one character into several, and beginnings are marked: each keeps the index of
  // its origin.
  const originOfFolded = folded.flatMap((part, nth) => part.split('').map(() => nth))
  const marked = markBeginnings(whole)
  let at = 0
  const origin = marked
    .split('')
    .map((unit) => (unit === whole[at] ? originOfFolded[at++] : undefined))
  const hit = characters.map(() => false)
  for (const term of terms) {
    const needle = toNeedle(term)
    for (let from = marked.indexOf(needle); from !== -1; from = marked.indexOf(needle, from + 1)) {
      for (const nth of origin.slice(from, from + needle.length)) {
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
