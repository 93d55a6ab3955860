import { vi } from 'vitest'

/**
 * Waits for a state as long as a busy machine takes to reach it; Vitest's own `vi.waitFor` gives up
 * after a second.
 * @param holds throws, or returns a promise that rejects, until the state is reached
 * @returns the last result of `holds`
 */
export const until = <Value>(holds: () => Value | Promise<Value>): Promise<Value> =>
  // eslint-disable-next-line no-restricted-syntax -- the one place
  vi.waitFor(holds, { timeout: 150_000 })
