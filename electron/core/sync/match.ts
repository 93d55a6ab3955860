/**
 * Recognising, among what the service shows, a record that was sent and lost its answer. Pure.
 */
import { fold } from '#shared/rules/text.ts'

/**
 * How a record of the service compares with one that was sent:
 * `same`: in every field, after normalising.
 * `near`: but for texts that say the same, as a service may have written them in its own way.
 * `kin`: of the same work on the same day, in the same words or the same figures; the rest may have
 * been changed there since. A category: of the same members and a name alike.
 */
export type Likeness = 'same' | 'near' | 'kin' | null

/** The closer of two. */
export const closest = (one: Likeness, other: Likeness): Likeness =>
  (['same', 'near', 'kin'] as const).find((each) => each === one || each === other) ?? null

/** A text that was cut off is longer than this. */
const shortestCut = 20

/**
 * True for two texts of which a service may have made one from the other: in other letters, spaces
 * or signs, with characters left out that it does not keep, or cut off.
 */
export function isSameSaid(sent: string | null, seen: string | null): boolean {
  const [mine, theirs] = [sent, seen].map((text) =>
    fold(text ?? '')
      .replace(/&#?\w+;/g, '')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ) as [string, string]
  return mine === theirs || (theirs.length >= shortestCut && mine.startsWith(theirs))
}

/** The time between which and which the service can have carried a request out, in its own clock. */
export interface Span {
  /** Epoch milliseconds. */
  from: number
  to: number
}

/**
 * By how much `created_at` may miss the span: it is written in whole seconds, and the difference
 * between the clocks was learned from answers that took their time.
 */
const tolerance = 60_000

/**
 * When the service can have made a record of a request.
 * @param sentAt epoch milliseconds by this machine's clock
 * @param until the end of its quarantine, by the same clock
 * @param offset what the service's clock is ahead, milliseconds; null when not known
 */
export const spanOf = (sentAt: number, until: number, offset: number | null): Span | null =>
  offset === null
    ? null
    : { from: sentAt + offset - tolerance, to: Math.max(sentAt, until) + offset + tolerance }

/** False while nothing is known of the service's clock. @param createdAt as the service wrote it */
export function isInSpan(createdAt: string, span: Span | null): boolean {
  const at = instantOf(createdAt)
  return span !== null && at >= span.from && at <= span.to
}

/**
 * What a record that no one here knows means for a request whose answer was lost.
 * `ours`: it is what became of it. `unsure`: it may be; the person decides. `namesake`: another
 * request made it, and it has the name that this one asked for, which only one can have.
 */
export type Verdict = 'ours' | 'unsure' | 'namesake'

/**
 * The verdict on a record, null for one that has nothing to do with the request.
 *
 * A record that is the same but was made at another time may be a colleague's, or ours with a
 * clock that was put right since: the one must not be adopted, the other not sent again. So it is
 * `unsure`, like one that is the same while nothing is known of the service's clock.
 * @param createdAt by the service's clock
 */
export function verdict(
  likeness: Likeness,
  createdAt: string,
  span: Span | null,
): Exclude<Verdict, 'namesake'> | null {
  const inSpan = isInSpan(createdAt, span)
  switch (likeness) {
    case 'same':
      return span === null || inSpan ? 'ours' : 'unsure'
    case 'near':
      return 'unsure'
    case 'kin':
      return inSpan ? 'unsure' : null
    case null:
      return null
  }
}

/** `YYYY-MM-DD HH:MM:SS`, UTC, as epoch milliseconds; NaN for anything else. */
export const instantOf = (timestamp: string): number =>
  Date.parse(`${timestamp.replace(' ', 'T')}Z`)
