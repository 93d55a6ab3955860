/**
 * What both ends of the control channel agree on (control-channel.ts, control-client.ts). One
 * connection to 127.0.0.1 carries frames: a length of four bytes, then that many bytes of JSON.
 *
 * 1. The caller sends `{v, nonce}`,
 * 2. the app `{challenge, proof}`,
 * 3. the caller `{proof}`, once it has checked the app's proof,
 * 4. the app {@link AppFacts}, once it has checked the caller's.
 * 5. From then on the caller sends calls, `{id, call, input, account, zone}`, and the app answers each
 *    with `{id, result}`, or with `{id, closing}` if it is closing and has not begun with it. Before
 *    that it sends `{id, event}` for progress, and `{id, alive}` every second.
 *
 * The proofs show that both know the key, which is in a private file and never sent. So a program
 * that has taken the port of an app which was killed is neither told anything nor believed, and
 * neither are other users' programs or web pages, whose first bytes are no frame. Nothing here loads
 * a package: a command that asks an app is done before its schemas would be.
 */
import type { Socket } from 'node:net'
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import { parseJson } from '#shared/rules/parse-json.ts'

declare const __CONTRACT__: string | undefined

/**
 * Identifies what calls take and return, so that a command does not ask an app of another version;
 * set at build time, and empty for sources.
 */
export const builtContract: string = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : ''

/** Names the address in proofs. */
export const addressOf = (port: number | undefined): string => `127.0.0.1:${port}`

export const protocolVersion = 2

/** What an app tells a caller that has proved itself. */
export interface AppFacts {
  /** See {@link builtContract}. */
  contract: string
  version: string
  /** The time zone that its environment sets (`TZ`); empty where it follows the system. */
  environmentZone: string
}

export const environmentZone = (): string => process.env['TZ'] ?? ''
export const processZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What an app answers to `app.openWindow`: how to open one, or null where it shows its own. */
export type WindowAccess = { port: number; token: string; ticket: string } | null

/** A call of the contract, or of a host: `app.openWindow`. */
export interface ChannelCall {
  id: number
  call: string
  input?: unknown
  /** The account that the call is about. */
  account?: string | undefined
  /** The caller's time zone, where it may be another than the app's. */
  zone?: string | undefined
}

/** What the app sends about a call. */
export type ChannelAnswer =
  | { id: number; result: CallResult<unknown> }
  | { id: number; closing: true }
  | { id: number; event: CoreEvent }
  | { id: number; alive: true }

/** How often the app says that it is still at a call, milliseconds. */
export const aliveEvery = 1_000

/**
 * Bytes of a frame, before the other end has proved itself and after. Calls have at most as much as
 * those of windows.
 */
export const maximumBytes = { unproved: 1024, call: 1024 * 1024, answer: 64 * 1024 * 1024 }

/** Returns the value as an object; throws where it is none. */
export function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('Not an object')
  return value as Record<string, unknown>
}

/** Returns texts of an object that has these and no others; throws where it is another. */
export function textsIn<Name extends string>(
  value: unknown,
  ...names: readonly Name[]
): Record<Name, string> {
  const object = objectIn(value)
  const isWhole =
    Object.keys(object).length === names.length &&
    names.every((name) => typeof object[name] === 'string')
  if (!isWhole) throw new Error(`Not an object with the texts ${names.join(', ')}`)
  return object as Record<Name, string>
}

/** Sends a frame; a connection that has ended drops it. */
export function sendFrame(socket: Socket, message: unknown): void {
  const body = Buffer.from(JSON.stringify(message))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  socket.write(Buffer.concat([length, body]))
}

/** Reads the next frame, of at most so many bytes. */
export type ReadFrame = (maximum: number) => Promise<unknown>

/**
 * Reads the frames of a connection, one at a time. A read throws when the connection ends first,
 * and when the frame is too long or is not JSON.
 */
export function createFrameReader(socket: Socket): ReadFrame {
  // Without a listener, a connection that breaks would end the program.
  socket.on('error', () => undefined)
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let unread: Buffer = Buffer.alloc(0)
  const take = async (bytes: number) => {
    const parts: Buffer[] = [unread]
    for (let length = unread.length; length < bytes;) {
      const next = await chunks.next()
      if (next.done) throw new Error('The connection ended')
      parts.push(next.value)
      length += next.value.length
    }
    const all = parts.length === 1 ? unread : Buffer.concat(parts)
    unread = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
  return async (maximum) => {
    const length = (await take(4)).readUInt32BE()
    if (length > maximum) throw new Error(`A frame has ${length} bytes, at most ${maximum} may be`)
    return parseJson((await take(length)).toString('utf8'))
  }
}
