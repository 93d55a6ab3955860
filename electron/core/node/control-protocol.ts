/**
 * What both ends of the control channel agree on (control-channel.ts, control-client.ts). One
 * connection to 127.0.0.1 carries frames: a length of four bytes, then that many bytes of JSON.
 *
 * 1. The caller sends `{v, nonce}`,
 * 2. the app `{challenge, proof}`,
 * 3. the caller `{proof}`, and its request, once it has checked the app's proof;
 * 4. the app any number of `{progress}`, and `{result}`.
 *
 * The proofs show that both know the key, which is in a private file and never sent. So a program
 * that has taken the port of an app which was killed is neither told anything nor believed, and
 * neither are other users' programs or web pages, whose first bytes are no frame.
 */
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'

/** The hosts that may run at once on one data folder, the one with access to the keychain first. */
export const channelHosts = ['electron', 'browser'] as const
export type ChannelHost = (typeof channelHosts)[number]

/** The file in which a host publishes the address of its control channel. */
export const channelFile = (home: string, host: ChannelHost): string => join(home, `${host}.line`)

/** The content of that file. */
export const channelAddress = z.object({ pid: z.int(), port: z.int(), key: z.string() })

/** Names the address in proofs. */
export const addressOf = (port: number | undefined): string => `127.0.0.1:${port}`

export const protocolVersion = 1
const secret = z.string().length(43)
export const hello = z.strictObject({ v: z.literal(protocolVersion), nonce: secret })
export const challenge = z.strictObject({ challenge: secret, proof: z.string() })
export const proof = z.strictObject({ proof: z.string() })

export const channelRequest = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('sync'), account: z.string(), wait: z.boolean() }),
  z.strictObject({ call: z.literal('openWindow') }),
])
export type ChannelRequest = z.output<typeof channelRequest>

/** The page of a list that is being fetched, and the number of pages. */
export const pageProgress = z.object({ page: z.int(), pages: z.int() })
export type PageProgress = z.output<typeof pageProgress>

/** Bytes of a frame before and after the other end has proved itself. */
export const maximumBytes = { unproved: 1024, proved: 64 * 1024 }

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
  let unread = Buffer.alloc(0)
  const receive = async (bytes: number) => {
    while (unread.length < bytes) {
      const next = await chunks.next()
      if (next.done) throw new Error('The connection ended')
      unread = Buffer.concat([unread, next.value])
    }
  }
  return async (maximum) => {
    await receive(4)
    const length = unread.readUInt32BE()
    if (length > maximum) throw new Error(`A frame has ${length} bytes, at most ${maximum} may be`)
    await receive(4 + length)
    const text = unread.toString('utf8', 4, 4 + length)
    unread = unread.subarray(4 + length)
    return parseJson(text)
  }
}
