/** Ctrl+C during work that has something to put in order before the command ends. */

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs work that looks at the signal between two steps. Ctrl+C aborts it, and when it has put its
 * things in order the command ends by the signal after all, which is what shells and scripts look
 * for. A second Ctrl+C ends the program at once.
 */
export async function interruptible<Value>(
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
