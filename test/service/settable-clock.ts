/** A clock that a test sets: sleeping callers wake when `at` has reached their moment. */
import type { Clock } from '#core/ports.ts'

export interface SettableClock extends Pick<Clock, 'now' | 'zone' | 'sleep'> {
  /** Epoch milliseconds; may be set. */
  at: number
}

export function settableClock(start: number): SettableClock {
  let at = start
  const sleepers = new Set<{ until: number; wake(): void }>()
  return {
    now: () => at,
    zone: () => 'UTC',
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { until: at + milliseconds, wake }
        if (signal?.aborted || milliseconds <= 0) return resolve()
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake, { once: true })
      }),
    get at() {
      return at
    },
    set at(moment) {
      at = moment
      for (const sleeper of [...sleepers]) if (sleeper.until <= at) sleeper.wake()
    },
  }
}
