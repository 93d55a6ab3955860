/**
 * How fast requests may follow each other: a token bucket that fills by two a second, by fewer
 * after the service asked for fewer, and slowly by more again.
 */
import type { Clock } from '../ports.ts'

/** Requests a second. */
const usualRate = 2
const slowestRate = 0.1
/** Requests that may go out at once after a while of silence: one pass over the usual windows. */
const capacity = 30
/** What each answer without a complaint adds to the rate. */
const recovery = 0.02

export interface Pacer {
  /** Resolves when a request may leave, or at once when the signal aborts. */
  turn(signal: AbortSignal): Promise<void>
  /** The service asked for fewer requests. */
  slower(): void
  /** The service answered. */
  answered(): void
  /**
   * How many reads may be under way at once, of those that are wished for: all of them until the
   * service first asks for fewer, then one. Reads that run side by side take no turns.
   */
  atOnce(wished: number): number
  /** Requests a second that are allowed at present. */
  rate(): number
}

export function createPacer(clock: Clock): Pacer {
  let rate = usualRate
  let tokens = capacity
  let countedAt = clock.monotonic()
  let complained = false

  function refill(): void {
    const now = clock.monotonic()
    tokens = Math.min(capacity, tokens + ((now - countedAt) / 1_000) * rate)
    countedAt = now
  }

  return {
    async turn(signal) {
      refill()
      // Taken before the wait, so that whoever comes next waits behind.
      tokens -= 1
      if (tokens >= 0 || signal.aborted) return
      await clock.sleep((-tokens / rate) * 1_000, signal)
    },
    slower() {
      refill()
      complained = true
      rate = Math.max(slowestRate, rate / 2)
      tokens = Math.min(tokens, 1)
    },
    answered() {
      if (rate < usualRate) {
        refill()
        rate = Math.min(usualRate, rate + recovery)
      }
    },
    atOnce: (wished) => (complained ? 1 : wished),
    rate: () => rate,
  }
}
