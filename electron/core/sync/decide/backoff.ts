/**
 * Computes how long to wait after a failed request. Pure: the random fraction and the limits are
 * arguments.
 */

export interface BackoffLimits {
  /** Milliseconds; the wait is never shorter. */
  shortest: number
  /** Milliseconds; the wait is never longer, unless the service asks for more. */
  longest: number
}

/**
 * Returns the milliseconds until the next try: a random value (full jitter) between the shortest
 * wait and a ceiling that doubles with every consecutive failure, so that many clients do not
 * return at once.
 * @param failures consecutive failures, including this one, from 1
 * @param fraction at least 0, less than 1
 * @param retryAfter milliseconds that the service asked for (`Retry-After`), or null
 */
export function backoff(
  failures: number,
  fraction: number,
  { shortest, longest }: BackoffLimits,
  retryAfter: number | null = null,
): number {
  const ceiling = Math.min(longest, shortest * 2 ** Math.min(failures, 30))
  const wait = Math.round(shortest + fraction * (ceiling - shortest))
  return retryAfter === null ? wait : Math.max(retryAfter, wait)
}
