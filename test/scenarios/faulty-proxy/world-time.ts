/**
 * Time of a world whose requests travel over real connections: it passes only while nothing is
 * really under way, so that a busy machine makes no request late and waiting costs nothing.
 */
import type { Clock } from '#core/ports.ts'

/** Something that is really under way. */
export interface Movement {
  /** It waits for this clock from now on, and so holds nothing up. */
  hold(): void
  release(): void
  end(): void
}

export interface WorldTime extends Clock {
  move(what: string): Movement
  /** Lets so much time pass, waking whoever sleeps until then. */
  advance(milliseconds: number): Promise<void>
  /** Lets time pass until the promise settles. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Nothing is under way and nobody has anything left to do before time passes. */
  rest(): Promise<void>
}

interface Sleeper {
  at: number
  order: number
  wake(): void
}

/** Real milliseconds after which something under way counts as stuck. */
const patience = 60_000

export function worldTime(start: number): WorldTime {
  let elapsed = 0
  let order = 0
  const sleepers = new Set<Sleeper>()
  const moving = new Map<symbol, string>()
  let turns = 0

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
    sleepers.delete(sleeper)
    sleeper.wake()
  }

  async function rest(): Promise<void> {
    const from = performance.now()
    for (let still = 0; still < 3;) {
      const before = turns
      await new Promise((resolve) => setImmediate(resolve))
      still = moving.size === 0 && turns === before ? still + 1 : 0
      if (moving.size > 0 && performance.now() - from > patience) {
        throw new Error(`Still under way: ${[...moving.values()].join(', ')}`)
      }
    }
  }

  return {
    now: () => Math.floor(start + elapsed),
    monotonic: () => elapsed,
    zone: () => 'UTC',
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve()
          return
        }
        const done = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', done)
          turns++
          resolve()
        }
        const sleeper = { at: elapsed + Math.max(0, milliseconds), order: order++, wake: done }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', done, { once: true })
      }),
    move(what) {
      const mark = Symbol(what)
      let over = false
      const go = () => {
        turns++
        if (!over) moving.set(mark, what)
      }
      go()
      return {
        hold() {
          turns++
          moving.delete(mark)
        },
        release: go,
        end() {
          over = true
          turns++
          moving.delete(mark)
        },
      }
    },
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
      let settled = false
      const done = () => {
        settled = true
      }
      promise.then(done, done)
      for (;;) {
        await rest()
        if (settled) return promise
        const sleeper = next()
        if (!sleeper) throw new Error('Nobody sleeps, and still it is not done')
        wake(sleeper)
      }
    },
    rest,
  }
}
