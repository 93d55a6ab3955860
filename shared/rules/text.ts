/**
 * Text rules that both faces of the store share: normalising what people type, the folded key
 * that orders and matches text, and the search haystack. Everything is computed here, in
 * TypeScript, so that SQLite and PostgreSQL compare nothing but bytes (ARCHITECTURE.md, Text).
 */

/**
 * Goes up with every change of what `fold` or `haystack` answer: a store that was written with
 * another version reckons its keys anew.
 */
export const foldVersion = 1

/** More marks on one character than any language has (Unicode Standard Annex 15, 13). */
const manyMarks = /(\p{M}{31,})/u

/**
 * The text in normalisation form C. More than 30 marks on one character stay as they are: putting
 * n of them in order takes n² steps, which for a note of 40,000 marks was thirteen seconds.
 */
export function composed(text: string): string {
  if (!manyMarks.test(text)) return text.normalize('NFC')
  return text
    .split(manyMarks)
    .map((part, index) => (index % 2 === 0 ? part.normalize('NFC') : part))
    .join('')
}

/** The text without the character at its end, however many there are. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** The key by which text is ordered and compared without regard to case. */
export const fold = (text: string): string =>
  composed(composed(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))

const isLoneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** Text that a database cannot keep byte for byte: NUL, or half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !isLoneSurrogate.test(text)

/**
 * How two services may write the same note: trimmed, NFC, one kind of line end, empty as null.
 * Used before comparing what was sent with what came back.
 */
export function normaliseNote(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const normal = composed(text.replaceAll('\r\n', '\n')).trim()
  return normal === '' ? null : normal
}

const mark = '\u0001'
const wordCharacter = /[\p{L}\p{N}\p{M}]/u
// eslint-disable-next-line no-control-regex -- controls are exactly what must not reach the keys
const controls = /[\u0000-\u001F\u007F]+/g

/** Folded text with U+0001 before every character that may begin a word. */
function marked(folded: string): string {
  let out = ''
  let insideWord = false
  for (const character of folded) {
    out += insideWord ? character : mark + character
    insideWord = wordCharacter.test(character)
  }
  return out
}

/**
 * The searchable form of a record's texts: folded, with word beginnings marked, fields kept apart
 * so that no term matches across two of them.
 */
export function haystack(...texts: (string | null | undefined)[]): string {
  return texts
    .filter((text) => typeof text === 'string' && text !== '')
    .map((text) => marked(fold((text as string).replaceAll(controls, ' '))))
    .join('\u0002')
}

/** A search box's text as terms: split at blanks, repeats removed. */
export function searchTerms(query: string): string[] {
  return [...new Set(query.replaceAll(controls, ' ').split(/\s+/u).filter(Boolean).map(fold))]
}

/**
 * What must occur in a haystack for a folded term to match: a term of three characters or more
 * anywhere, a shorter one at the beginning of a word (DECISIONS.md, Search).
 */
export function needle(term: string): string {
  const needleAtWordStart = marked(term)
  return [...term].length >= 3 ? needleAtWordStart.slice(mark.length) : needleAtWordStart
}

/** A needle as a LIKE pattern with `\` as its escape character. */
export const likePattern = (term: string): string =>
  `%${needle(term).replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
