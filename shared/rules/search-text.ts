/**
 * Text rules that both databases share: normalizing what people type, the key that orders and
 * identifies text, the one that finds it, and the search haystack. Everything is computed here, in
 * TypeScript, so that SQLite and PostgreSQL only compare bytes (SERVICE.md, Numbers and text).
 */

/**
 * Increment this whenever a key or the haystack changes: stores written with another version
 * rebuild their keys. Those of ASCII text have to stay the same (`search-reindex.ts`).
 */
export const foldVersion = 2

/** More combining marks on one character than any language has (Unicode Standard Annex 15, 13). */
const manyMarks = /(\p{M}{31,})/u

/**
 * Returns the text in normalization form C. More than 30 marks on one character stay as they are:
 * sorting n of them takes n² steps, which took thirteen seconds for a note of 40,000 marks.
 */
export const composed = (text: string): string => normalized(text, 'NFC')

function normalized(text: string, form: 'NFC' | 'NFKD'): string {
  if (!manyMarks.test(text)) return text.normalize(form)
  return text
    .split(manyMarks)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('')
}

/** Removes every occurrence of the character at the end of the text. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/**
 * Returns the key by which text is sorted and by which two names are the same, ignoring case.
 * Accents distinguish: Müller is not Muller.
 */
export const fold = (text: string): string => composed(withoutCase(composed(text)))

const withoutCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

// eslint-disable-next-line no-control-regex -- it is about all of ASCII
const isAscii = /^[\u0000-\u007F]*$/

/**
 * Accents, vowel points, and what is invisible. Vowel signs of other scripts are letters of their
 * own, and so are the voicing marks of kana.
 */
const unsought =
  /[[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]]--[\u3099\u309A]]\u0640\p{Default_Ignorable_Code_Point}]/gv

/** What people type for characters that are not on their keyboards, and have no accent to leave. */
const typedInstead: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  '‘': "'",
  '’': "'",
  '‚': "'",
  ʼ: "'",
  ʻ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
}
const replaceable = /[æœøłđðþħŧŋ‘’‚ʼʻ“”„«»]|\p{Pd}|\u2212|[\u30A1-\u30F6]/gu

/** Katakana become hiragana. */
const replacement = (character: string): string =>
  typedInstead[character] ??
  (character >= '\u30A1' && character <= '\u30F6'
    ? String.fromCharCode(character.charCodeAt(0) - 0x60)
    : '-')

/** Single letters of Hangul: their normal form would join them to syllables. */
const exceptJamo = /[^\u3131-\u318E\uFFA0-\uFFDC]+/g

/**
 * Returns the key by which text is found: without case, accents, ligatures, width, and other
 * differences that people leave out when they type (docs/API.md, Search). Names that differ may
 * have the same one, so it never says whether two are the same.
 */
export function foldForSearch(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  const bare = text
    .replaceAll('´', "'")
    .replaceAll(exceptJamo, (part) => normalized(part, 'NFKD'))
    .replaceAll(unsought, '')
  return composed(withoutCase(bare).replaceAll(replaceable, replacement))
}

const isLoneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * False for text that a database cannot store byte for byte: with NUL, or with half of a surrogate
 * pair.
 */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !isLoneSurrogate.test(text)

/**
 * Normalizes a note, which services may store in different forms: trimmed, NFC, one kind of line
 * break, empty as null. Used before comparing what was sent with what came back.
 */
export function normalizeNote(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const normal = composed(text.replaceAll('\r\n', '\n')).trim()
  return normal === '' ? null : normal
}

const mark = '\u0001'
// eslint-disable-next-line no-control-regex -- controls are exactly what must not reach the keys
const controls = /[\u0000-\u001F\u007F]+/g

/** Scripts without spaces between words, and Korean, whose words are joined to long ones. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yi}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tale}\p{scx=Talu}\p{scx=Lana}\p{scx=Tavt}]/v
    .source
/** A character that may begin a word: of such a script, or not after a letter of another one. */
const beginning = new RegExp(`${unspaced}|(?<![[\\p{L}\\p{N}\\p{M}]--${unspaced}])[^]`, 'gv')

/** Inserts U+0001 into folded text before every character that may begin a word. */
export const markBeginnings = (folded: string): string => folded.replaceAll(beginning, `${mark}$&`)

/**
 * Builds the searchable form of a record's texts: folded, with word beginnings marked, fields
 * separated so that no term matches across two of them.
 */
export function toHaystack(...texts: (string | null | undefined)[]): string {
  return texts
    .filter((text) => typeof text === 'string' && text !== '')
    .map((text) => markBeginnings(foldForSearch((text as string).replaceAll(controls, ' '))))
    .join('\u0002')
}

/** Splits a search box's text into folded terms: at spaces, without repeats. */
export const searchTerms = (query: string): string[] => [
  ...new Set(foldForSearch(query.replaceAll(controls, ' ')).split(/\s+/u).filter(Boolean)),
]

/**
 * Returns what must occur in a haystack for a folded term to match: a term of three characters or
 * more anywhere, a shorter one at the beginning of a word (docs/API.md, Search).
 */
export function toNeedle(term: string): string {
  const needleAtWordStart = markBeginnings(term)
  return [...term].length >= 3 ? needleAtWordStart.slice(mark.length) : needleAtWordStart
}

/** Returns a needle as a LIKE pattern with `\` as its escape character. */
export const likePattern = (term: string): string =>
  `%${toNeedle(term).replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
