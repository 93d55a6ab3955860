/** How long to wait after a request went wrong. Pure: chance and limits are arguments. */

export interface BackoffLimits {
  /** Milliseconds; never less. */
  shortest: number
  /** Milliseconds; never more, unless the service asks for more. */
  longest: number
}

/**
 * Milliseconds until the next try: anywhere (full jitter) between the shortest wait and a ceiling
 * that doubles with every failure in a row, so that many clients do not return at once.
 * @param failures in a row, this one included, from 1
 * @param fraction at least 0, less than 1
 * @param asked milliseconds that the service asked for (`Retry-After`), or null
 */
export function backoff(
  failures: number,
  fraction: number,
  { shortest, longest }: BackoffLimits,
  asked: number | null = null,
): number {
  const ceiling = Math.min(longest, shortest * 2 ** Math.min(failures, 30))
  const wait = Math.round(shortest + fraction * (ceiling - shortest))
  return asked === null ? wait : Math.max(asked, wait)
}
