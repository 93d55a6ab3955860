/** Computes how long a run has lasted: from its start, without its breaks. */

/**
 * Milliseconds, never below 0 (the clock may have been set back). Parts of breaks outside of the
 * run subtract nothing.
 *
 * @param until epoch milliseconds
 */
export function elapsedMilliseconds(
  {
    startedAt,
    breaks,
  }: { startedAt: number; breaks: readonly { readonly from: number; readonly to: number }[] },
  until: number,
): number {
  const away = breaks.reduce((sum, { from, to }) => {
    const length = Math.min(to, until) - Math.max(from, startedAt)
    return sum + Math.max(0, length)
  }, 0)
  return Math.max(0, until - startedAt - away)
}
