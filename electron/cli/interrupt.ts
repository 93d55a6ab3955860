/** Ctrl+C during work that has something to put in order before the command ends. */

/**
 * Runs work that looks at the signal between two steps. Ctrl+C aborts it; a second one ends the
 * program as ever.
 */
export async function interruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.removeListener(signal, onSignal)
  }
}
