/**
 * Expected outcomes that are not successes, as values. Every layer returns a `Failure` to the next:
 * actions to handlers, handlers over IPC to windows, and the command line to scripts. Bugs are not
 * failures: they throw.
 */
import type { RecordKind } from './rules/record-nouns.ts'
import {
  inEnglish,
  toText,
  type Sentence,
  type Text,
  type ValuesFor,
} from './sentences/sentence.ts'

/** Every code that a caller may branch on. Callers decide by the code, never by the message. */
export type FailureCode =
  | 'validation' // one or more fields need another value; `fields` names them
  | 'not-found' // the record does not exist in the store
  | 'conflict' // the request contradicts the current state (name in use, timer not running)
  | 'stale' // a value changed after the author of the edit read it; `fields` has the current one
  | 'nothing-to-undo'
  | 'no-account' // first run: nothing is set up yet
  | 'unauthenticated' // the service rejects the token or wants one
  | 'forbidden' // the service knows the caller, who is not allowed to do this
  | 'offline' // the service could not be reached
  | 'service' // the service replied, but not as the specification says
  | 'database' // the local database cannot be used
  | 'usage' // the command line was called with unknown words or flags
  | 'unknown-call' // a call that the contract does not have
  | 'refused-sender' // a call from a frame or origin that is not ours
  | 'internal' // a bug; the log has the details, the person gets a plain sentence

/** Messages by field, under the names of the specification. */
export type FieldTexts = Record<string, string[]>

export interface Failure {
  readonly code: FailureCode
  /** One plain sentence: what is wrong, and what can be done. */
  readonly message: string
  readonly fields?: FieldTexts
  /** `message`, and each text of a field that is the same, where it has values: for other languages. */
  readonly sentence?: Sentence
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

/** @param values those of the text, where it has any */
export const fail = <Words extends string>(
  code: FailureCode,
  text: Words | Sentence,
  ...values: ValuesFor<Words>
): Result<never> => failFields(code, toText(text, values))

export const failFields = (code: FailureCode, text: Text, fields?: FieldTexts): Result<never> => ({
  ok: false,
  error: {
    code,
    message: inEnglish(text),
    ...(fields && { fields }),
    ...(typeof text === 'string' ? {} : { sentence: text }),
  },
})

/** Carries a failure through code that cannot return a `Result` (inside a transaction callback). */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'FailureError'
    this.failure = failure
  }
}

/** Returns the value of a result; throws its failure as a `FailureError`. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new FailureError(result.error)
}

/** Fails one field. The field's text is also the whole message. */
export function failField<Words extends string>(
  field: string,
  text: Words | Sentence,
  ...values: ValuesFor<Words>
): Result<never> {
  const said = toText(text, values)
  return failFields('validation', said, { [field]: [inEnglish(said)] })
}

/** Fails where the store has no such record. */
export const failMissing = (kind: RecordKind, local: number): Result<never> =>
  fail('not-found', 'Can’t find {kind} {number}', { kind, number: local })
