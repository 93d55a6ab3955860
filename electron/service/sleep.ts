/** Waits in real time, outside of tests. */
import { setTimeout as timeout } from 'node:timers/promises'

/**
 * Resolves after the wait, or at once when the signal aborts. Never rejects, and does not keep the
 * process alive.
 */
export const interruptibleSleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  timeout(milliseconds, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined)
