/**
 * Limits how fast requests follow each other.
 *
 * A request takes a token from a bucket that fills at the current rate; a full bucket lets one pass
 * over the usual windows through at once. The rules of the rate:
 *
 * - It rises only while the bucket is empty: a sender that does not wait learns nothing of what the
 *   service takes. A slow service needs no rule of its own for the same reason, since one write is
 *   under way at a time.
 * - A service that tells its limit in headers is asked for what remains, less a tenth for the other
 *   programs of the same person, spread over the time to the reset. Every reply tells again, so that
 *   the rate falls with what remains, and nothing is used up.
 * - A service that tells nothing is tried with care, because the first refusal costs the rest of its
 *   minute: slowly up to four a second, and beyond only after five minutes without one.
 * - A 429 shows what the service takes: what it accepted in the last minute. The rate falls below
 *   that, and rises above it only after five minutes, slowly. All 429 within a minute are one,
 *   because they tell the same: the minute is used up.
 * - After a `Retry-After` nothing is sent until then, for up to an hour: a mistyped header would
 *   otherwise silence an account for a year.
 * - A problem of the service (5xx) halves the rate; it rises again as above.
 */
import type { Clock } from '../../ports.ts'
import type { ServiceReply } from '../decide/classify.ts'
import { readRateLimit, type ReportedLimit } from './rate-limit-headers.ts'

const minute = 60_000

/** Requests per second. */
const firstRate = 2
const slowestRate = 0.1
/** The most for a service that tells no limit: at first, and when it has refused nothing for long. */
const firstCeiling = 4
const highestRate = 10
/** The first and the most for one that tells a high limit. */
const firstReportedRate = 20
const highestReportedRate = 50
/** A limit below which one request is under way at a time. */
const smallLimit = 100
/** What the rate gains in a second with an empty bucket. */
const rise = 0.25
const reportedRise = 4

/** Requests that may be sent at once after a pause: one pass over the usual windows. */
const capacity = 30
/** The same in seconds of the current rate, once the service has refused requests. */
const capacityAfterRefusal = 5

/** How long the ceiling stays after a 429, and at first; then it rises by a tenth a minute. */
const ceilingRests = 5 * minute
const ceilingRise = 1.1

/** The window of a limit without a reset, and the longest that a rate is spread over. */
const usualReset = minute / 2
const longestReset = 5 * minute

export interface Pacer {
  /**
   * Resolves when a request may be sent, or at once when the signal aborts.
   * @param atOnce it is one of several reads: it takes no token, unless little is left of a limit
   *   that the service tells
   */
  waitForTurn(signal: AbortSignal, atOnce?: boolean): Promise<void>
  /** Returns the milliseconds for which the service asked to be left alone; 0: it did not. */
  millisecondsHeld(): number
  /**
   * Called with each reply of the service.
   * @param headers by their names in lower case
   */
  noteReply(reply: ServiceReply, headers: Readonly<Record<string, string>>): void
  /**
   * Returns how many of the wanted reads may be under way at once: all of them until the service
   * first asks for fewer, then one. One also for a small limit, because what a reply tells does not
   * count the others that are under way.
   */
  concurrencyFor(wished: number): number
  /** Returns the requests per second that are allowed at present. */
  rate(): number
}

/** @param clock times below are those of its `monotonic` */
export function createPacer(clock: Clock): Pacer {
  /** The rate without the limits below, which rises while the bucket is empty. */
  let aim = firstRate
  /** The rate that the service is not known to refuse. */
  let ceiling = firstCeiling
  let ceilingRestsUntil = clock.monotonic() + ceilingRests
  let tokens = capacity
  let countedAt = clock.monotonic()
  let reportedLimit: (ReportedLimit & { until: number }) | null = null
  let hasRefused = false
  let loweredAt = -Infinity
  let heldUntil = 0
  /** When the service accepted requests in the last minute. */
  const accepted: number[] = []

  /** Returns how many requests are left in the window that the service tells, less the tenth. */
  const spare = ({ remaining, limit }: ReportedLimit) => Math.max(0, remaining - limit / 10)

  function rate(): number {
    if (!reportedLimit) return Math.min(aim, ceiling, highestRate)
    const share = (spare(reportedLimit) / (reportedLimit.until - countedAt)) * 1_000
    return Math.min(aim, ceiling, highestReportedRate, share)
  }

  /** Counts the time since the last call: the bucket fills, and the rate rises. */
  function count(): void {
    const now = clock.monotonic()
    const seconds = (now - countedAt) / 1_000
    const current = rate()
    const emptyFor = tokens < 1 ? Math.min(seconds, (1 - tokens) / current) : 0
    const rising = Math.max(0, now - Math.max(countedAt, ceilingRestsUntil))
    ceiling = Math.min(highestReportedRate, ceiling * ceilingRise ** (rising / minute))
    aim = Math.min(ceiling, aim + emptyFor * (reportedLimit ? reportedRise : rise))
    const most = hasRefused ? Math.min(capacity, current * capacityAfterRefusal) : capacity
    tokens = Math.min(Math.max(1, most), tokens + seconds * current)
    countedAt = now
    if (reportedLimit && now >= reportedLimit.until) reportedLimit = null
  }

  function noteLimit(limit: ReportedLimit): void {
    if (!reportedLimit && !hasRefused) {
      ceiling = highestReportedRate
      aim = Math.max(aim, Math.min(firstReportedRate, spare(limit) / 60 / 2))
    }
    reportedLimit = {
      ...limit,
      until: countedAt + Math.min(limit.reset ?? usualReset, longestReset),
    }
    tokens = Math.min(tokens, spare(reportedLimit))
  }

  /** The service refused a request because there were too many. */
  function noteRefusal(retryAfter: number): void {
    hasRefused = true
    heldUntil = Math.max(heldUntil, countedAt + retryAfter)
    tokens = Math.min(tokens, 1)
    const isTheSame = countedAt - loweredAt < minute
    // A limit that is used up, as the service tells, says nothing about the rate.
    if (isTheSame || (reportedLimit && spare(reportedLimit) === 0)) return
    loweredAt = countedAt
    const current = Math.min(aim, ceiling)
    const accepts = accepted.length / 60
    aim = Math.max(slowestRate, Math.min(0.8 * current, Math.max(0.8 * accepts, current / 2)))
    ceiling = aim
    ceilingRestsUntil = countedAt + ceilingRests
  }

  return {
    async waitForTurn(signal, atOnce = false) {
      count()
      if (reportedLimit) reportedLimit.remaining--
      if (
        atOnce &&
        (!reportedLimit || reportedLimit.remaining > Math.max(capacity, reportedLimit.limit / 4))
      )
        return
      // Taken before the wait, so that the next request waits behind this one.
      tokens -= 1
      if (tokens >= 0 || signal.aborted) return
      const untilReset = reportedLimit ? reportedLimit.until - countedAt : Infinity
      await clock.sleep(Math.min((-tokens / rate()) * 1_000, untilReset), signal)
    },
    millisecondsHeld: () => Math.max(0, heldUntil - clock.monotonic()),
    noteReply(reply, headers) {
      count()
      while (accepted.length > 0 && accepted[0]! <= countedAt - minute) accepted.shift()
      const limit = readRateLimit(headers, clock.now())
      if (limit) noteLimit(limit)
      if (reply.is === 'retry' && reply.cause === 'busy') noteRefusal(reply.after ?? 0)
      else if (reply.is === 'unknown' && reply.cause === 'service') {
        aim = Math.max(slowestRate, Math.min(aim, ceiling) / 2)
      } else accepted.push(countedAt)
    },
    concurrencyFor: (wished) =>
      hasRefused || (reportedLimit && reportedLimit.limit < smallLimit) ? 1 : wished,
    rate() {
      count()
      return rate()
    },
  }
}
