/**
 * Translates what the core says: sentences with values (`shared/sentences`), and English texts. Of
 * texts there are whole ones, and patterns in which `{name}` is a placeholder. Its value is
 * translated too, where a translation exists; `{count}` is a number. Text in quotation marks is a
 * name that a person gave, so it is left as it is.
 */
import { fillIn, type SentenceTranslations, type Text } from '#shared/sentences/sentence.ts'
import { formatClock, formatShortDay } from '../../ui/format.ts'

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

/** Writes a moment of the core's in the person's format. */
function moment(text: string): string {
  const [, date, hour, minute] = /^(\S+) (\d\d):(\d\d)$/.exec(text)!
  return `${formatShortDay(date!)}, ${formatClock(Number(hour) * 60 + Number(minute))}`
}

/** Says what the core says, where the window speaks English as well. */
export const untranslated = (text: Text): string =>
  typeof text === 'string' ? text : fillIn(text.text, text.values, { moment })

/** Turns a pattern such as `Deleted {title}` into an expression with a group for the title. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(placeholder)
      .map((part, index) =>
        index % 2 === 0
          ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          : `(?<${part}>${part === 'count' ? String.raw`\d+` : '.+?'})`,
      )
      .join('')}$`,
    's',
  )

const quotedIn = (pattern: string): Set<string> =>
  new Set([...pattern.matchAll(/“\{(\w+)\}”/g)].map(([, name]) => name!))

/**
 * Creates a function that translates both; a text without a translation is returned unchanged.
 */
export function createCoreTranslator({
  core,
  sentences,
}: CoreTranslations): (text: Text) => string {
  const patterns: Pattern[] = Object.entries(core)
    .filter(([pattern]) => pattern.includes('{'))
    .map(([pattern, words]) => ({
      matches: expressionOf(pattern),
      words,
      quoted: quotedIn(pattern),
    }))

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
  return (text) =>
    typeof text === 'string'
      ? translate(text)
      : fillIn(sentences[text.text], text.values, { noun: translate, moment })
}
