/** The callers' end of the app's control channel (control-protocol.ts). */
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/call-results.ts'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import {
  addressOf,
  challenge,
  channelAddress,
  channelFile,
  createFrameReader,
  maximumBytes,
  pageProgress,
  protocolVersion,
  sendFrame,
  type ChannelHost,
  type ChannelRequest,
  type PageProgress,
  type ReadFrame,
} from './control-protocol.ts'
import { computeProof, createLaunchToken, isSameSecret } from './launch-token.ts'

/** Why an app gave no result. */
export type NoAnswer =
  /** It is running and does not reply. */
  | { is: 'silent'; pid: number }
  /** It ended before it had replied, or the caller's signal ended the wait. */
  | { is: 'ended' }
  /** It is not running: no program of this data folder proves itself at its address. */
  | { is: 'absent' }

/** The outcome of a sync request. */
export type AppSyncOutcome =
  | { is: 'synced'; result: Result<SyncReport> }
  /** The app has another account open, or none. */
  | { is: 'elsewhere' }
  | NoAnswer

const count = z.int()
const syncAnswer = z.discriminatedUnion('is', [
  z.object({ is: z.literal('elsewhere') }),
  z.object({
    is: z.literal('synced'),
    result: z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        value: z.object({
          pushed: count,
          pulled: count,
          pending: count,
          inbox: count,
          requests: count,
        }),
      }),
      z.object({
        ok: z.literal(false),
        error: z.object({
          code: z.string(),
          message: z.string(),
          fields: z.record(z.string(), z.array(z.string())).optional(),
        }),
      }),
    ]),
  }),
])

/** A ticket is 32 random bytes in base64url (launch-token.ts). */
const windowAnswer = z.object({ ticket: z.string().regex(/^[\w-]{43}$/) })

/**
 * How long a host may take to prove itself, milliseconds. One that runs may be busy for seconds.
 * Where its process is gone, another program has its port; but a process that exists may not be
 * visible from here, as from inside a sandbox, so it gets some time as well.
 */
const patience = { running: 10_000, gone: 1_500 }

/**
 * Asks a host that runs on the data folder to sync an account once, and waits for its report, as
 * long as it takes.
 * @param signal ends the wait with `ended`; the sync continues in the app
 * @param told called now and then with the page being fetched
 */
export async function requestAppSync(
  home: string,
  host: ChannelHost,
  question: { account: string; wait: boolean },
  signal?: AbortSignal,
  told: (page: number, pages: number) => void = () => {},
): Promise<AppSyncOutcome> {
  const reply = await ask(home, host, { call: 'sync', ...question }, syncAnswer, {
    signal,
    told: ({ page, pages }) => told(page, pages),
  })
  return reply.is === 'answered' ? (reply.answer as AppSyncOutcome) : reply
}

/** Asks a host that runs on the data folder for a ticket that opens one window of it. */
export async function requestWindow(
  home: string,
  host: ChannelHost,
  signal: AbortSignal,
): Promise<{ is: 'issued'; ticket: string } | NoAnswer> {
  const reply = await ask(home, host, { call: 'openWindow' }, windowAnswer, { signal })
  return reply.is === 'answered' ? { is: 'issued', ...reply.answer } : reply
}

interface Waiting {
  signal?: AbortSignal | undefined
  told?: (progress: PageProgress) => void
}

async function ask<Answer>(
  home: string,
  host: ChannelHost,
  request: ChannelRequest,
  schema: z.ZodType<Answer>,
  { signal, told = () => {} }: Waiting,
): Promise<{ is: 'answered'; answer: Answer } | NoAnswer> {
  const address = await readAddress(home, host)
  if (address === null) return { is: 'absent' }
  const { pid, port, key } = address
  const socket = connect({ host: '127.0.0.1', port, signal })
  const read = createFrameReader(socket)
  try {
    const isGone = isProcessGone(pid)
    const limit = isGone ? patience.gone : patience.running
    const admission = await admit(socket, read, { port, key }, limit)
    if (signal?.aborted) return { is: 'ended' }
    if (admission === 'silent' && !isGone) return { is: 'silent', pid }
    // Left over from a crash: no app listens, or another program has the port by now.
    if (admission !== 'admitted') return { is: 'absent' }
    sendFrame(socket, request)
    const answer = await receiveAnswer(read, schema, told)
    return answer === null ? { is: 'ended' } : { is: 'answered', answer }
  } finally {
    socket.destroy()
  }
}

async function readAddress(home: string, host: ChannelHost) {
  const text = await readFile(channelFile(home, host), 'utf8').catch(() => '')
  try {
    return channelAddress.parse(parseJson(text))
  } catch {
    return null
  }
}

function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Has the host prove itself, and proves to it that this is a program of the data folder. */
async function admit(
  socket: Socket,
  read: ReadFrame,
  { port, key }: { port: number; key: string },
  limit: number,
): Promise<'admitted' | 'stranger' | 'silent'> {
  let isSilent = false
  const timer = setTimeout(() => {
    isSilent = true
    socket.destroy()
  }, limit)
  try {
    const nonce = createLaunchToken()
    sendFrame(socket, { v: protocolVersion, nonce })
    const theirs = challenge.parse(await read(maximumBytes.unproved))
    const meeting = { nonce, challenge: theirs.challenge, address: addressOf(port) }
    if (!isSameSecret(theirs.proof, computeProof(key, 'host', meeting))) return 'stranger'
    sendFrame(socket, { proof: computeProof(key, 'command', meeting) })
    return 'admitted'
  } catch {
    return isSilent ? 'silent' : 'stranger'
  } finally {
    clearTimeout(timer)
  }
}

/** Receives the answer; null when the connection ends first, or the answer is none. */
async function receiveAnswer<Answer>(
  read: ReadFrame,
  schema: z.ZodType<Answer>,
  told: (progress: PageProgress) => void,
): Promise<Answer | null> {
  const frame = z.union([
    z.strictObject({ progress: pageProgress }),
    z.strictObject({ result: schema }),
  ])
  try {
    for (;;) {
      const message = frame.parse(await read(maximumBytes.proved))
      if ('result' in message) return message.result
      told(message.progress)
    }
  } catch {
    return null
  }
}
