/**
 * Abort listeners that cost little and are removed when they are not needed any more: a process of
 * a world waits hundreds of times with one signal, and a signal looks through all its listeners
 * each time. Node keeps a signal that follows several for as long as it has a listener, and with it
 * the world.
 */
export interface Signals {
  /** Runs once when the signal aborts; the returned function cancels it. */
  whenAborted(signal: AbortSignal, run: () => void): () => void
  /** Drops all listeners: what dead processes waited for does not come. */
  forget(): void
}

export function makeSignals(): Signals {
  const known = new Map<AbortSignal, { all: Set<() => void>; listener: () => void }>()

  function listen(signal: AbortSignal) {
    const all = new Set<() => void>()
    const listener = () => [...all].forEach((one) => one())
    signal.addEventListener('abort', listener, { once: true })
    const waiting = { all, listener }
    known.set(signal, waiting)
    return waiting
  }

  return {
    whenAborted(signal, run) {
      const { all } = known.get(signal) ?? listen(signal)
      all.add(run)
      return () => void all.delete(run)
    },
    forget() {
      for (const [signal, { listener }] of known) signal.removeEventListener('abort', listener)
      known.clear()
    },
  }
}
