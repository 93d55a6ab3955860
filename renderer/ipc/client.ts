/**
 * The window's side of the contract. The one folder that knows the wire: Electron's bridge when
 * the preload script put one on the window, else the browser host's socket.
 */
import { inject, type InjectionKey } from 'vue'
import type { CallName, CallParameters, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import { unwrap } from '#shared/errors.ts'
import { openSocket } from './socket.ts'
import type { Connection, Wire } from './wire.ts'

export interface Client {
  /** Makes a call of the contract. Throws a `FailureError` when the core answers a failure. */
  call<Name extends CallName>(name: Name, ...input: CallParameters<Name>): Promise<CallValue<Name>>
  /** The same for a call that changes something: with what takes exactly this back. */
  write<Name extends CallName>(name: Name, ...input: CallParameters<Name>): Promise<Written<Name>>
  /** After a lost connection an `app` event says that everything is to be read again. */
  on(listener: (event: CoreEvent) => void): () => void
  onConnection(listener: (connection: Connection) => void): () => void
}

/** `change` is undefined where everything stood like that already. */
export interface Written<Name extends CallName> {
  value: CallValue<Name>
  change: number | undefined
}

declare global {
  interface Window {
    /** Put there by Electron's preload script. */
    stint?: Wire
  }
}

export const createClient = (wire: Wire): Client => ({
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

/** The wire of this window. Takes the launch token out of the address, so call it first. */
export const openWire = (page: Window): Wire => page.stint ?? openSocket(page)

export const clientKey: InjectionKey<Client> = Symbol('client')

/** The client of the running app; for stores and component setup. */
export function useClient(): Client {
  const client = inject(clientKey)
  if (!client) throw new Error('The client is provided by main.ts before anything mounts')
  return client
}
