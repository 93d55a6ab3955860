import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'

/**
 * Whether the core answers. `other-start`: it does, but not to this window, which belongs to an
 * earlier start of the program.
 */
export type Connection = 'open' | 'away' | 'other-start'

/** What both wires offer. */
export interface Wire {
  call(name: string, input: unknown): Promise<CallResult<unknown>>
  /** Returns the function that stops listening. */
  on(listener: (event: CoreEvent) => void): () => void
  /** Told when the core goes away and comes back. */
  onConnection?(listener: (connection: Connection) => void): () => void
}
