/**
 * Translates what the core says: sentences with values (`sentence.ts`), and English texts. Of
 * texts there are whole ones, and patterns in which `{name}` is a placeholder. Its value is
 * translated too, where a translation exists; `{count}` is a number. Text in quotation marks is a
 * name that a person gave, so it is left as it is.
 */
import type { Failure } from '../errors.ts'
import {
  fillIn,
  inEnglish,
  type SentenceTranslations,
  type Text,
  type ValueFormat,
} from './sentence.ts'

export type CoreSentences = Readonly<Record<string, string>>

/** What `core.ts` of a language has. */
export interface CoreTranslations {
  core: CoreSentences
  sentences: SentenceTranslations
}

interface Pattern {
  matches: RegExp
  words: string
  /** Names of the placeholders inside quotation marks. */
  quoted: ReadonlySet<string>
}

const placeholder = /\{(\w+)\}/g
/** The boundary between two sentences of one text: `Sign in again. Your changes are kept here`. */
const between = /\. (?=[\p{Lu}`])/u

/** A text in which each name is whole: what is inside the quotation marks of one, or outside of any. */
const withWholeNames = '(?:“[^“”]*”|[^“”])+?'

/**
 * Turns a pattern such as `Deleted {title}` into an expression with a group for the title.
 * @param value matches what is at a placeholder that is not in quotation marks
 */
const expressionOf = (pattern: string, value: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(placeholder)
      .map((part, index, parts) => {
        if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        if (part === 'count') return String.raw`(?<count>\d+)`
        return `(?<${part}>${parts[index - 1]!.endsWith('“') ? '.+?' : value})`
      })
      .join('')}$`,
    's',
  )

const quotedIn = (pattern: string): Set<string> =>
  new Set([...pattern.matchAll(/“\{(\w+)\}”/g)].map(([, name]) => name!))

/** Translates what the core says into one language. */
export type TranslateCore = (text: Text) => string

/**
 * Creates a function that translates both; a text without a translation is returned unchanged.
 * @param format how moments are written. Default: as the core does
 */
export function createTranslator(
  { core, sentences }: CoreTranslations,
  format: Pick<ValueFormat, 'moment'> = {},
): TranslateCore {
  // A name may itself have quotation marks, odd ones too: then any text may be at a placeholder.
  const patterns: Pattern[] = [withWholeNames, '.+?'].flatMap((value) =>
    Object.entries(core)
      .filter(([pattern]) => pattern.includes('{'))
      .map(([pattern, words]) => ({
        matches: expressionOf(pattern, value),
        words,
        quoted: quotedIn(pattern),
      })),
  )

  function translate(text: string): string {
    const whole = Object.hasOwn(core, text) ? core[text] : undefined
    if (whole !== undefined) return whole
    for (const { matches, words, quoted } of patterns) {
      const found = matches.exec(text)
      if (!found) continue
      return words.replaceAll(placeholder, (_, name: string) => {
        const value = found.groups![name]!
        return quoted.has(name) ? value : translate(value)
      })
    }
    const several = text.split(between)
    return several.length === 1 ? text : several.map(translate).join('. ')
  }
  const tell = (text: Text): string => {
    if (typeof text === 'string') return translate(text)
    // The history keeps sentences that are worded differently by now.
    const words = sentences[text.text] as string | undefined
    return words === undefined
      ? translate(inEnglish(text))
      : fillIn(words, text.values, { ...format, noun: translate, text: tell })
  }
  return tell
}

/** Translates a failure: its message, and those of its fields. */
export function translateFailure(failure: Failure, translateCore: TranslateCore): Failure {
  const { message, fields, sentence = message } = failure
  const translate = (text: string) => translateCore(text === message ? sentence : text)
  const own = { ...failure, message: translate(message) }
  if (!fields) return own
  const texts = Object.entries(fields).map(([field, said]) => [field, said.map(translate)])
  return { ...own, fields: Object.fromEntries(texts) as Record<string, string[]> }
}
