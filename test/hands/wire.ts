/**
 * A client of the app's IPC socket, like a window: to read the store, and to make changes as
 * another window.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { createLaunchToken } from '#core/node/launch-token.ts'
import type { CallInput, CallName, CallResult, CallValue } from '#shared/ipc/contract.ts'
import { withinMinute } from './within-minute.ts'

export interface CoreWire {
  /** @throws when the core returns a failure */
  call<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<CallValue<Name>>
  /** The same for calls that may be refused: then undefined. */
  attempt<Name extends CallName>(
    name: Name,
    input?: CallInput<Name>,
  ): Promise<CallValue<Name> | undefined>
  close(): void
}

/** @param url the address of the app, with the token of its launch in the fragment */
export async function openCoreWire(url: string): Promise<CoreWire> {
  const { host, origin, hash } = new URL(url)
  const socket = new WebSocket(`ws://${host}/ipc`, { origin })
  await once(socket, 'open')
  const ticket = new URLSearchParams(hash.slice(1)).get('token')
  socket.send(JSON.stringify({ session: createLaunchToken(), ticket }))
  const closed = once(socket, 'close').then(([code]) => {
    throw new Error(`The app closed the wire: ${code}`)
  })
  closed.catch(() => undefined)
  await Promise.race([once(socket, 'message'), closed])

  const waiting = new Map<number, (result: CallResult<unknown>) => void>()
  let last = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(String(data)) as { id?: number; result?: CallResult<unknown> }
    if (message.id === undefined) return
    waiting.get(message.id)?.(message.result!)
    waiting.delete(message.id)
  })
  const ask = (name: CallName, input: unknown) => {
    const reply = new Promise<CallResult<unknown>>((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, call: name, input }))
    })
    return withinMinute(Promise.race([reply, closed]), `${name} has no reply`)
  }

  return {
    async call(name, input) {
      const result = await ask(name, input)
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
      return result.value as never
    },
    async attempt(name, input) {
      const result = await ask(name, input)
      return result.ok ? (result.value as never) : undefined
    },
    close: () => socket.terminate(),
  }
}
