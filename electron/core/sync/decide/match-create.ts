/**
 * Recognizes, among the records that the service returns, one whose create lost its reply. Pure.
 */
import { fold } from '#shared/rules/search-text.ts'

/**
 * How a record of the service compares with one that was sent:
 * `same`: equal in every field, after normalizing.
 * `near`: equal but for texts with the same content, which the service may have rewritten.
 * `kin`: of the same work on the same day, with the same texts or the same figures; the rest may
 * have been changed on the service since. For a category: the same members and a similar name.
 */
export type Likeness = 'same' | 'near' | 'kin' | null

/** Returns the closer of two. */
export const closest = (one: Likeness, other: Likeness): Likeness =>
  (['same', 'near', 'kin'] as const).find((each) => each === one || each === other) ?? null

/** A text that the service truncated has at least this many letters and digits. */
const shortestCut = 20

/**
 * Returns true for two texts of which a service may have made one from the other: in other case,
 * spacing or punctuation, without characters that it does not store, or truncated.
 */
export function isSameText(sent: string | null, candidate: string | null): boolean {
  const [sentLetters, candidateLetters] = [sent, candidate].map((text) =>
    fold(text ?? '')
      .replace(/&#?\w+;/g, '')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ) as [string, string]
  return (
    sentLetters === candidateLetters ||
    (candidateLetters.length >= shortestCut && sentLetters.startsWith(candidateLetters))
  )
}

/** The time in which the service can have carried a request out, by its own clock. */
export interface CreationWindow {
  /** Epoch milliseconds. */
  from: number
  to: number
}

/**
 * Milliseconds by which `created_at` may lie outside the span: it has whole seconds, and the
 * difference between the clocks was measured with replies that took some time.
 */
const tolerance = 60_000

/**
 * Returns when the service can have created the record of a request.
 * @param sentAt epoch milliseconds by this computer's clock
 * @param until the end of its quarantine, by the same clock
 * @param offset milliseconds by which the service's clock is ahead; null when unknown
 */
export const creationWindow = (
  sentAt: number,
  until: number,
  offset: number | null,
): CreationWindow | null =>
  offset === null
    ? null
    : { from: sentAt + offset - tolerance, to: Math.max(sentAt, until) + offset + tolerance }

/**
 * Returns false while the service's clock is unknown.
 * @param createdAt as the service wrote it
 */
export function isWithinCreationWindow(createdAt: string, span: CreationWindow | null): boolean {
  const at = parseServiceTimestamp(createdAt)
  return span !== null && at >= span.from && at <= span.to
}

/**
 * What an unknown record means for a request whose reply was lost. `ours`: it is the result of the
 * request. `unsure`: it may be; the person decides. `namesake`: another request created it, and it
 * has the name that this one asked for, which only one record can have.
 */
export type Verdict = 'ours' | 'unsure' | 'namesake'

/**
 * Returns the verdict on a record; null for one that is unrelated to the request.
 *
 * An equal record that was created at another time may be a colleague's, or ours if a clock was
 * corrected since: the former must not be adopted, the latter must not be sent again. So it is
 * `unsure`. While the service's clock is unknown, no date rules a record out: an equal one is `ours`,
 * and a card then reports the adoption (probe-create.ts).
 * @param createdAt by the service's clock
 */
export function matchVerdict(
  likeness: Likeness,
  createdAt: string,
  span: CreationWindow | null,
): Exclude<Verdict, 'namesake'> | null {
  const inSpan = isWithinCreationWindow(createdAt, span)
  switch (likeness) {
    case 'same':
      return span === null || inSpan ? 'ours' : 'unsure'
    case 'near':
      return 'unsure'
    case 'kin':
      return span === null || inSpan ? 'unsure' : null
    case null:
      return null
  }
}

/** Parses `YYYY-MM-DD HH:MM:SS`, UTC, to epoch milliseconds; NaN for anything else. */
export const parseServiceTimestamp = (timestamp: string): number =>
  Date.parse(`${timestamp.replace(' ', 'T')}Z`)
