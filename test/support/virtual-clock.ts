/**
 * A clock that only tests move. Sleepers wake in the order of their time, and between two of them
 * everything that can run without waiting has run.
 */
import type { Clock } from '#core/ports.ts'
import { testNow } from './store.ts'

export interface VirtualClock extends Clock {
  /** Lets this much time pass, waking the sleepers that are due. */
  advance(milliseconds: number): Promise<void>
  /**
   * Lets time pass until the promise settles; throws when there is no sleeper left and it still has
   * not.
   */
  until<T>(promise: Promise<T>): Promise<T>
  /** Sets the wall clock forward or back; waiting is not affected. */
  jump(milliseconds: number): void
}

interface Sleeper {
  at: number
  order: number
  wake(): void
}

/** @param rest resolves when nothing is left to run before time passes */
export function virtualClock(start = testNow, zone = 'UTC', rest = quiet): VirtualClock {
  let elapsed = 0
  let jumped = 0
  let order = 0
  const sleepers = new Set<Sleeper>()

  function next(): Sleeper | undefined {
    let first: Sleeper | undefined
    for (const one of sleepers) {
      if (!first || one.at < first.at || (one.at === first.at && one.order < first.order)) {
        first = one
      }
    }
    return first
  }

  function wake(sleeper: Sleeper): void {
    elapsed = Math.max(elapsed, sleeper.at)
    sleeper.wake()
  }

  return {
    now: () => Math.floor(start + elapsed + jumped),
    monotonic: () => elapsed,
    zone: () => zone,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve()
          return
        }
        const done = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const sleeper = { at: elapsed + Math.max(0, milliseconds), order: order++, wake: done }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', done, { once: true })
      }),
    async advance(milliseconds) {
      const target = elapsed + milliseconds
      await rest()
      for (let sleeper = next(); sleeper && sleeper.at <= target; sleeper = next()) {
        wake(sleeper)
        await rest()
      }
      elapsed = target
    },
    async until(promise) {
      const outcome = { settled: false }
      const done = () => {
        outcome.settled = true
      }
      promise.then(done, done)
      for (;;) {
        await rest()
        if (outcome.settled) return promise
        const sleeper = next()
        if (!sleeper) throw new Error('Nobody sleeps, and still it is not done')
        wake(sleeper)
      }
    },
    jump(milliseconds) {
      jumped += milliseconds
    },
  }
}

/** Every microtask has run by the time of the next macrotask. */
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
