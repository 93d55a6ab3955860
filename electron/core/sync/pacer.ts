/**
 * Limits how fast requests follow each other: a token bucket that refills by two per second, more
 * slowly after the service asked for fewer requests, and gradually faster again.
 */
import type { Clock } from '../ports.ts'

/** Requests per second. */
const usualRate = 2
const slowestRate = 0.1
/** Requests that may be sent at once after a pause: one pass over the usual windows. */
const capacity = 30
/** What each reply that does not ask for fewer requests adds to the rate. */
const recovery = 0.02

export interface Pacer {
  /** Resolves when a request may be sent, or at once when the signal aborts. */
  waitForTurn(signal: AbortSignal): Promise<void>
  /** Called when the service asked for fewer requests. */
  slowDown(): void
  /** Called when the service replied. */
  noteReply(): void
  /**
   * Returns how many of the wanted reads may be under way at once: all of them until the service
   * first asks for fewer, then one. Concurrent reads do not wait for tokens.
   */
  concurrencyFor(wished: number): number
  /** Returns the requests per second that are allowed at present. */
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
    async waitForTurn(signal) {
      refill()
      // Taken before the wait, so that the next request waits behind this one.
      tokens -= 1
      if (tokens >= 0 || signal.aborted) return
      await clock.sleep((-tokens / rate) * 1_000, signal)
    },
    slowDown() {
      refill()
      complained = true
      rate = Math.max(slowestRate, rate / 2)
      tokens = Math.min(tokens, 1)
    },
    noteReply() {
      if (rate < usualRate) {
        refill()
        rate = Math.min(usualRate, rate + recovery)
      }
    },
    concurrencyFor: (wished) => (complained ? 1 : wished),
    rate: () => rate,
  }
}
