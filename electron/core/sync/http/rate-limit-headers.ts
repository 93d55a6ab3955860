/** Reads what a reply tells of the service's rate limit. Pure. */
import { instantIn } from '../decide/classify.ts'

/** A rate limit as a reply tells it. */
export interface ReportedLimit {
  /** Requests that the service takes in its window, at least 1. */
  limit: number
  /** Those that it still takes in the current window. */
  remaining: number
  /** Milliseconds until the window ends; null when the reply does not say. */
  reset: number | null
}

/** Most services use the first; the second is the draft of a standard. */
const prefixes = ['x-ratelimit', 'ratelimit'] as const

/**
 * Returns the limit in `X-RateLimit-Limit`, `-Remaining`, and `-Reset`, or the same names without
 * `X-`; null when there is none, or none that can be read.
 * @param headers by their names in lower case
 * @param now epoch milliseconds, for a reset that is an instant in a reply without a `Date`
 */
export function readRateLimit(
  headers: Readonly<Record<string, string>>,
  now: number,
): ReportedLimit | null {
  for (const prefix of prefixes) {
    const limit = numberIn(headers[`${prefix}-limit`])
    const remaining = numberIn(headers[`${prefix}-remaining`])
    if (limit === null || limit < 1 || remaining === null) continue
    const reset = numberIn(headers[`${prefix}-reset`])
    return { limit, remaining, reset: untilReset(reset, instantIn(headers.date) ?? now) }
  }
  return null
}

/** The first number of a header; `100, 100;w=60` tells its windows after it. */
function numberIn(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,15})\s*(?:[,;]|$)/.exec(text ?? '')
  return digits ? Number(digits[1]) : null
}

/** A reset is a number of seconds, or an instant in seconds or milliseconds since 1970. */
function untilReset(reset: number | null, now: number): number | null {
  if (reset === null) return null
  const wait = reset < 1e9 ? reset * 1_000 : (reset < 1e12 ? reset * 1_000 : reset) - now
  return wait > 0 ? wait : null
}
