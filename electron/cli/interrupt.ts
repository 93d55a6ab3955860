/** Handles Ctrl+C during work that has to clean up before the command ends. */

import { onTermination, type SignalPorts } from './termination-signal.ts'

/**
 * Runs work that checks the abort signal between its steps. Ctrl+C aborts it. When it has cleaned
 * up, the process ends by that signal after all, which is what shells and scripts check. A second
 * Ctrl+C ends the program at once.
 */
export async function runInterruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  ports?: SignalPorts,
): Promise<Value> {
  const abort = new AbortController()
  const onFirst = (name: NodeJS.Signals) => {
    process.once('exit', () => {
      stop()
      process.kill(process.pid, name)
    })
    abort.abort()
  }
  const stop = onTermination(['SIGINT', 'SIGTERM'], onFirst, ports)
  try {
    return await work(abort.signal)
  } finally {
    // After Ctrl+C it goes on listening until the end, since another process may pass on the same
    // Ctrl+C a moment later.
    if (!abort.signal.aborted) stop()
  }
}
