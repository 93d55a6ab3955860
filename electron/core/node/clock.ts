import { fail, ok, type Result } from '#shared/errors.ts'
import type { Clock } from '../ports.ts'

/**
 * The clock of this process: the computer's wall clock or the one that STINT_NOW sets, and the
 * computer's zone and timers. No other file reads the wall clock, so STINT_NOW holds everywhere.
 *
 * STINT_NOW is an ISO 8601 instant, such as `2026-03-29T01:59:00Z`: the time at which the clock
 * starts with the process. From there it runs on, in every thread alike. Fails with `usage` when it
 * is no instant.
 */
export function createSystemClock(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Result<Clock> {
  const now = wallClock(env['STINT_NOW'])
  if (!now.ok) return now
  return ok({
    now: now.value,
    monotonic: () => performance.now(),
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    sleep,
  })
}

function wallClock(set: string | undefined): Result<Clock['now']> {
  if (set === undefined || set === '') return ok(Date.now)
  const start = isInstant(set) ? Date.parse(set) : Number.NaN
  if (Number.isNaN(start)) {
    return fail(
      'usage',
      'STINT_NOW needs an instant with its time zone, like 2026-03-29T01:59:00Z, not “{text}”',
      { text: set },
    )
  }
  return ok(() => Math.floor(start + process.uptime() * 1000))
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** `Date.parse` alone accepts much else, and takes 30 February for 2 March. */
function isInstant(text: string): boolean {
  const day = text.slice(0, 10)
  const midnight = instantForm.test(text) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve()
      return
    }
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = later(milliseconds, done)
    signal?.addEventListener('abort', done, { once: true })
  })
}

/**
 * A timer of 0 still waits for a millisecond, so no delay means the next round of the event loop.
 */
function later(milliseconds: number, run: () => void): () => void {
  if (milliseconds <= 0) {
    const turn = setImmediate(run)
    return () => clearImmediate(turn)
  }
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
