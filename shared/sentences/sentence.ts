/**
 * Sentences of the core with values, as data: English, in which `{name}` is the place of a value,
 * and the values. The English is also the code by which a language finds its own words (`de/with-values.ts`),
 * and by which a caller recognizes a sentence.
 */
import { nounOf, type RecordKind } from '../rules/record-nouns.ts'
import type { german } from './de/with-values.ts'

/** Every sentence with values; one that a language lacks is a type error. */
export type SentenceText = keyof typeof german

/** The translations of a language. */
export type SentenceTranslations = Readonly<Record<SentenceText, string>>

export interface Sentence {
  readonly text: SentenceText
  /**
   * Data, which is the same in every language. Under `kind` and `kinds`: what noun is meant; under
   * `moment`: `2026-11-20 12:05`. Under `subject` and `summary` text, which each language has in its
   * own words: what a change was made to, and the summary of a change.
   */
  readonly values: Readonly<Record<string, string | number | Sentence>>
}

/** Text for people: a sentence with values, or any other text. */
export type Text = string | Sentence

type NameIn<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never
/** The values that a text needs, by name. */
export type ValuesOf<Words extends string> = {
  readonly [Name in NameIn<Words>]: Name extends 'kind' | 'kinds'
    ? RecordKind
    : Name extends 'subject' | 'summary'
      ? Text
      : string | number
}

/** The values that a text needs, as the last argument of a call: none, or an object. */
export type ValuesFor<Words extends string> = [NameIn<Words>] extends [never]
  ? []
  : Words extends SentenceText
    ? [values: ValuesOf<Words>]
    : [translation: never]

export const sentence = <Words extends SentenceText>(
  text: Words,
  values: ValuesOf<Words>,
): Sentence => ({ text, values })

export const toText = (text: Text, [values]: readonly [Sentence['values']?]): Text =>
  typeof text === 'string' && values ? { text: text as SentenceText, values } : text

const asItIs = (text: string): string => text

/** How a language, or a person, writes what is not the same for all. */
export interface ValueFormat {
  noun?: (english: string) => string
  moment?: (text: string) => string
  /** Default: in English. */
  text?: (text: Text) => string
}

/** Puts the values into the words of a language. */
export const fillIn = (
  words: string,
  values: Sentence['values'],
  { noun = asItIs, moment = asItIs, text = inEnglish }: ValueFormat = {},
): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]!
    switch (name) {
      case 'kind':
        return noun(nounOf(value as RecordKind))
      case 'kinds':
        return noun(`${nounOf(value as RecordKind)}s`)
      case 'moment':
        return moment(String(value))
      case 'subject':
      case 'summary':
        return text(value as Text)
      default:
        return String(value)
    }
  })

export function inEnglish(text: Text): string {
  return typeof text === 'string' ? text : fillIn(text.text, text.values)
}
