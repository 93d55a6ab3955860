/**
 * The clock of a world whose requests travel over real connections: it moves only while nothing is
 * really under way, so that a busy machine makes no request late and waiting costs nothing.
 */
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

/** Something that is really under way. */
export interface Movement {
  /** It waits for this clock from now on, and so blocks nothing. */
  hold(): void
  release(): void
  end(): void
}

export interface WorldTime extends Omit<VirtualClock, 'jump'> {
  move(what: string): Movement
  /** Resolves when nothing is under way and nothing is left to do before time passes. */
  rest(): Promise<void>
}

/** Real milliseconds after which something under way counts as stuck. */
const patience = 60_000

export function worldTime(start: number): WorldTime {
  const moving = new Map<symbol, string>()
  let turns = 0

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

  const clock = virtualClock(start, 'UTC', rest)
  return {
    ...clock,
    async sleep(milliseconds, signal) {
      await clock.sleep(milliseconds, signal)
      turns++
    },
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
    rest,
  }
}
