/** Signals that ask a program to end, and what counts as asking twice. */

/** What {@link onTermination} uses of the process. */
export interface SignalPorts {
  source: Pick<NodeJS.EventEmitter, 'on' | 'off'>
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Ends the process by a signal, as the system does where no one listens. */
  end(name: NodeJS.Signals): void
}

const ofThisProcess: SignalPorts = {
  source: process,
  now: () => performance.now(),
  end: (name) => process.kill(process.pid, name),
}

/**
 * Milliseconds in which several signals count as one. A terminal sends Ctrl+C to every process of a
 * command, and npm and launchers pass it on to their children as well.
 */
const sameSignal = 500

/**
 * Calls `onFirst` at the first of the signals. One that comes at least half a second later ends the
 * process at once: a person who signals twice does not want to wait. Returns a function that stops
 * listening.
 */
export function onTermination(
  names: readonly NodeJS.Signals[],
  onFirst: (name: NodeJS.Signals) => void,
  { source, now, end }: SignalPorts = ofThisProcess,
): () => void {
  let first: number | undefined
  const onSignal = (name: NodeJS.Signals) => {
    if (first === undefined) {
      first = now()
      onFirst(name)
    } else if (now() - first >= sameSignal) {
      stop()
      end(name)
    }
  }
  const stop = () => {
    for (const name of names) source.off(name, onSignal)
  }
  for (const name of names) source.on(name, onSignal)
  return stop
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. */
export function waitForTermination(): Promise<void> {
  return new Promise((resolve) => {
    onTermination(['SIGINT', 'SIGTERM', 'SIGHUP'], () => resolve())
  })
}
