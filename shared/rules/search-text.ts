/**
 * Text rules that both databases share: normalising what people type, the folded key that orders
 * and matches text, and the search haystack. Everything is computed here, in TypeScript, so that
 * SQLite and PostgreSQL only compare bytes (ARCHITECTURE.md, Numbers and text).
 */

/**
 * Increment this whenever `fold` or the haystack changes: stores written with another version
 * rebuild their keys.
 */
export const foldVersion = 1

/** More combining marks on one character than any language has (Unicode Standard Annex 15, 13). */
const manyMarks = /(\p{M}{31,})/u

/**
 * Returns the text in normalisation form C. More than 30 marks on one character stay as they are:
 * sorting n of them takes n² steps, which took thirteen seconds for a note of 40,000 marks.
 */
export function composed(text: string): string {
  if (!manyMarks.test(text)) return text.normalize('NFC')
  return text
    .split(manyMarks)
    .map((part, index) => (index % 2 === 0 ? part.normalize('NFC') : part))
    .join('')
}

/** Removes every occurrence of the character at the end of the text. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** Returns the key by which text is sorted and compared, ignoring case. */
export const fold = (text: string): string =>
  composed(composed(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))

const isLoneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * False for text that a database cannot store byte for byte: with NUL, or with half of a surrogate
 * pair.
 */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !isLoneSurrogate.test(text)

/**
 * Normalises a note, which services may store in different forms: trimmed, NFC, one kind of line
 * break, empty as null. Used before comparing what was sent with what came back.
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

/** Inserts U+0001 into folded text before every character that may begin a word. */
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
 * Builds the searchable form of a record's texts: folded, with word beginnings marked, fields
 * separated so that no term matches across two of them.
 */
export function toHaystack(...texts: (string | null | undefined)[]): string {
  return texts
    .filter((text) => typeof text === 'string' && text !== '')
    .map((text) => marked(fold((text as string).replaceAll(controls, ' '))))
    .join('\u0002')
}

/** Splits a search box's text into terms: at spaces, without repeats. */
export function searchTerms(query: string): string[] {
  return [...new Set(query.replaceAll(controls, ' ').split(/\s+/u).filter(Boolean).map(fold))]
}

/**
 * Returns what must occur in a haystack for a folded term to match: a term of three characters or
 * more anywhere, a shorter one at the beginning of a word (DECISIONS.md, Search).
 */
export function toNeedle(term: string): string {
  const needleAtWordStart = marked(term)
  return [...term].length >= 3 ? needleAtWordStart.slice(mark.length) : needleAtWordStart
}

/** Returns a needle as a LIKE pattern with `\` as its escape character. */
export const likePattern = (term: string): string =>
  `%${toNeedle(term).replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
