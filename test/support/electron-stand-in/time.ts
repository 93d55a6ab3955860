/** The program's time, as far as a test lets it pass at once. */
import { createRequire } from 'node:module'

const { setInterval: begin, clearInterval: end } = globalThis

const intervals = new Map<unknown, () => void>()

globalThis.setInterval = Object.assign(
  (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    const interval = begin(run, milliseconds, ...given)
    if (milliseconds >= 1_000) intervals.set(interval, () => run(...given))
    return interval
  },
  begin,
)
globalThis.clearInterval = (interval) => {
  intervals.delete(interval)
  end(interval)
}

type Wait = (milliseconds: number, ...more: unknown[]) => Promise<unknown>

// The bundle looks it up there each time.
if (process.env['STAND_IN_WAITS'] === 'none') {
  const promises = createRequire(import.meta.url)('node:timers/promises') as { setTimeout: Wait }
  const { setTimeout: wait } = promises
  promises.setTimeout = (_milliseconds, ...more) => wait(0, ...more)
}

export const timeOperations = {
  /** Each interval of a second or more passes once; it also goes on in real time. */
  passIntervals: (): void => {
    for (const run of [...intervals.values()]) run()
  },
}
