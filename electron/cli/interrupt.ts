/** Handles Ctrl+C during work that has to clean up before the command ends. */

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs work that checks the abort signal between its steps. Ctrl+C aborts it. When it has cleaned
 * up, the process ends by that signal after all, which is what shells and scripts check. A second
 * Ctrl+C ends the program at once.
 */
export async function runInterruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController()
  const onSignal = (name: NodeJS.Signals) => {
    release()
    process.once('exit', () => process.kill(process.pid, name))
    stop.abort()
  }
  const release = () => {
    for (const signal of signals) process.removeListener(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    release()
  }
}
