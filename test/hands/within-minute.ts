import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for a window or a program, and throws after a minute: one that hangs is a finding, and would
 * otherwise hang the exploration.
 */
export async function withinMinute<T>(work: Promise<T>, what: string): Promise<T> {
  const over = new AbortController()
  const late = pause(60_000, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} for a minute`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
    late.catch(() => undefined)
  }
}
