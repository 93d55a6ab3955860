import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'

/**
 * The state of the connection to the core. `other-start`: the core is running but refuses this
 * window, because it no longer knows the window, the window took too long to open, or its pages are
 * of another build. `used-twice`: refused, because the address that opened this window was used a
 * second time.
 */
export type ConnectionState = 'open' | 'away' | 'other-start' | 'used-twice'

/** The interface of both transports. */
export interface IpcTransport {
  call(name: string, input: unknown): Promise<CallResult<unknown>>
  /** Returns a function that unsubscribes. */
  on(listener: (event: CoreEvent) => void): () => void
  /** Calls the listener when the connection to the core is lost or restored. */
  onConnection?(listener: (connection: ConnectionState) => void): () => void
}
