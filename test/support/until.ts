import { vi } from 'vitest'

/**
 * Waits for a state as long as a busy machine takes to come to it; Vitest's own `vi.waitFor` gives
 * up after a second.
 * @param holds throws, or answers a promise that rejects, as long as it is not so
 * @returns what `holds` answers in the end
 */
export const until = <Value>(holds: () => Value | Promise<Value>): Promise<Value> =>
  // eslint-disable-next-line no-restricted-syntax -- the one place
  vi.waitFor(holds, { timeout: 150_000 })
