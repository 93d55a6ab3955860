import type { Clock } from '../ports.ts'

/** The machine's own clock, zone and timers. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    sleep,
  }
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

/** A timer of nothing would still wait for a millisecond: then it is the next turn. */
function later(milliseconds: number, run: () => void): () => void {
  if (milliseconds <= 0) {
    const turn = setImmediate(run)
    return () => clearImmediate(turn)
  }
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
