/** What the command line says, in the language of the person: English, or German. */
import { failFields, type Failure, type FailureCode, type Result } from '#shared/errors.ts'
import { inEnglish, type Sentence, type Text, type ValuesOf } from '#shared/sentences/sentence.ts'

type German = typeof import('./german.ts')

/** A text of the command line, in English. */
type OwnText = keyof German['german']

type ValuesFor<Of extends OwnText> = [keyof ValuesOf<Of>] extends [never]
  ? []
  : [values: ValuesOf<Of>]

/** A text without values. */
export type Word = { [Of in OwnText]: ValuesFor<Of> extends [] ? Of : never }[OwnText]

let german: German | undefined

/** Chooses the language of all texts from now on. German is loaded only then. */
export async function chooseLanguage(isGerman: boolean): Promise<void> {
  german = isGerman ? await import('./german.ts') : undefined
}

/** Returns the language of all texts. */
export const chosenLanguage = (): 'de' | 'en' => (german ? 'de' : 'en')

/** Translates a text of the core. */
export const translateCore = (text: Text): string => german?.translate(text) ?? inEnglish(text)

export const translateFailure = (failure: Failure): Failure => german?.inGerman(failure) ?? failure

const sentenceOf = <Of extends OwnText>(text: Of, [values]: ValuesFor<Of> | []): Sentence =>
  ({ text, values: values ?? {} }) as unknown as Sentence

/** Returns a text in the language. A kind of record becomes its noun. */
export const t = <Of extends OwnText>(text: Of, ...values: ValuesFor<Of>): string =>
  translateCore(sentenceOf(text, values))

/** Fails with a text of the command line. It is translated when it is printed. */
export const reject = <Of extends OwnText>(
  code: FailureCode,
  text: Of,
  ...values: ValuesFor<Of>
): Result<never> => failFields(code, sentenceOf(text, values))

/** Fails one field or flag. */
export function rejectField<Of extends OwnText>(
  field: string,
  text: Of,
  ...values: ValuesFor<Of>
): Result<never> {
  const sentence = sentenceOf(text, values)
  return failFields('validation', sentence, { [field]: [inEnglish(sentence)] })
}

/** Returns `1 row`, `2 rows`. */
export const countText = (count: number, one: Word, many: Word): string =>
  `${count} ${t(count === 1 ? one : many)}`

/** Returns `this and that`. */
export const listText = (
  texts: readonly string[],
  joined: '{one} and {other}' | '{one} or {other}',
): string => (texts.length === 0 ? '' : texts.reduce((one, other) => t(joined, { one, other })))
