/**
 * The window's IPC client. This is the only folder that knows the transport: Electron's bridge
 * where the preload script has put it on the window, else the browser host's socket.
 */
import { inject, type InjectionKey } from 'vue'
import type { CallName, CallParameters, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import { unwrap } from '#shared/errors.ts'
import { openSocketTransport } from './socket-transport.ts'
import type { ConnectionState, IpcTransport } from './transport.ts'

export interface IpcClient {
  /** Makes a call of the contract. Throws a `FailureError` when the core returns a failure. */
  call<Name extends CallName>(name: Name, ...input: CallParameters<Name>): Promise<CallValue<Name>>
  /** Like `call`, for calls that change data: returns the change too, which undo can revert. */
  write<Name extends CallName>(
    name: Name,
    ...input: CallParameters<Name>
  ): Promise<WriteResult<Name>>
  /**
   * After a lost connection, an `app-state-changed` event signals that everything has to be read
   * again.
   */
  on(listener: (event: CoreEvent) => void): () => void
  onConnection(listener: (connection: ConnectionState) => void): () => void
}

/** `change` is undefined where nothing was changed. */
export interface WriteResult<Name extends CallName> {
  value: CallValue<Name>
  change: number | undefined
}

declare global {
  interface Window {
    /** Set by Electron's preload script. */
    stint?: IpcTransport
  }
}

export const createIpcClient = (wire: IpcTransport): IpcClient => ({
  call: async <Name extends CallName>(name: Name, ...input: CallParameters<Name>) =>
    unwrap(await wire.call(name, input[0])) as CallValue<Name>,
  write: async <Name extends CallName>(name: Name, ...input: CallParameters<Name>) => {
    const result = await wire.call(name, input[0])
    const value = unwrap(result) as CallValue<Name>
    return { value, change: result.ok ? result.change : undefined }
  },
  on: (listener) => wire.on(listener),
  onConnection: (listener) => wire.onConnection?.(listener) ?? (() => {}),
})

/** Opens the window's transport. Removes the launch token from the address, so call it first. */
export const openIpcTransport = (page: Window): IpcTransport =>
  page.stint ?? openSocketTransport(page)

export const ipcClientKey: InjectionKey<IpcClient> = Symbol('client')

/** The client of the running app; for stores and component setup. */
export function useIpcClient(): IpcClient {
  const client = inject(ipcClientKey)
  if (!client) throw new Error('The client is provided by main.ts before anything mounts')
  return client
}
