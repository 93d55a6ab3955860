import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'

/**
 * Whether the core answers. `other-start`: it does, but not to this window, which it does not know
 * any more, which took too long to open, or whose pages are of another build. `used-twice`: nor does it here, since
 * the address that opened this window was used by somebody else too.
 */
export type Connection = 'open' | 'away' | 'other-start' | 'used-twice'

/** What both wires offer. */
export interface Wire {
  call(name: string, input: unknown): Promise<CallResult<unknown>>
  /** Returns the function that stops listening. */
  on(listener: (event: CoreEvent) => void): () => void
  /** Told when the core goes away and comes back. */
  onConnection?(listener: (connection: Connection) => void): () => void
}
