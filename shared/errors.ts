/**
 * Expected outcomes that are not successes, as values. A `Failure` is what every layer hands to
 * the next: actions to handlers, handlers over the wire to windows, and the command line to scripts.
 * Bugs are not failures: they throw.
 */

/** Every code that a caller may branch on. Callers decide by code, never by message. */
export type FailureCode =
  | 'validation' // one or more fields need another value; `fields` names them
  | 'not-found' // no such record here
  | 'conflict' // the request contradicts what stands (a taken name, a timer that is not running)
  | 'stale' // a value changed after the author of the edit saw it; `fields` says what it is now
  | 'nothing-to-undo'
  | 'no-account' // first run: nothing is set up yet
  | 'unauthenticated' // the service wants another token
  | 'forbidden' // the service knows the caller, who may not do this
  | 'offline' // the service could not be reached
  | 'service' // the service answered, but not as the specification says
  | 'database' // the local database cannot be used
  | 'usage' // the command line was called in a way that it does not know
  | 'unknown-call' // a channel that the contract does not have
  | 'refused-sender' // a call from a frame or origin that is not ours
  | 'internal' // a bug; the log has the details, the person gets a plain sentence

/** Texts by field, the field named as the specification names it. */
export type FieldTexts = Record<string, string[]>

export interface Failure {
  readonly code: FailureCode
  /** One plain sentence: what is, and what can be done. */
  readonly message: string
  readonly fields?: FieldTexts
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: FailureCode, message: string, fields?: FieldTexts): Result<never> => ({
  ok: false,
  error: fields ? { code, message, fields } : { code, message },
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

/** The value of a result; throws its failure as a `FailureError`. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new FailureError(result.error)
}

/** A failure of one field, with the field's text as the whole message. */
export const failField = (field: string, text: string): Result<never> =>
  fail('validation', text, { [field]: [text] })
