/**
 * The control channel of a running app, over which the command line asks the app to sync an
 * account, and another launch asks it for a window (control-protocol.ts).
 */
import { readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#shared/errors.ts'
import type { CallValue } from '#shared/ipc/contract.ts'
import type { Log } from '../ports.ts'
import {
  addressOf,
  channelFile,
  channelRequest,
  createFrameReader,
  hello,
  maximumBytes,
  proof,
  sendFrame,
  type ChannelHost,
  type ChannelRequest,
  type PageProgress,
} from './control-protocol.ts'
import { computeProof, createLaunchToken, isSameSecret } from './launch-token.ts'
import { writePrivateFile } from './private-file.ts'

export interface ControlChannel {
  /**
   * Accepts no more requests, ends the core (which answers those in progress), and closes the
   * connections once the replies are sent.
   */
  close(endCore: () => Promise<void>): Promise<void>
}

/** Invokes a call of the core by name, as its hosts do. */
type Call = (name: string, input: unknown, account?: string) => Promise<Result<unknown>>

interface Options {
  home: string
  host: ChannelHost
  call: Call
  /** Issues a ticket that opens one window, where windows are opened by tickets. */
  issueTicket?: () => string
  log: Log
}

/** How long a caller may take to prove itself and send its request, milliseconds. */
const patience = 10_000
/** Interval between two reports of progress, milliseconds. */
const progressEvery = 300

/**
 * Opens the control channel of a host. When that fails (no free port, a folder that is not
 * writable), the app runs without one and logs the reason.
 */
export async function openControlChannel(options: Options): Promise<ControlChannel> {
  const { home, host, log } = options
  const key = createLaunchToken()
  const open = new Set<Socket>()
  const answering = new Set<Promise<void>>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    void serve(socket, key, options, answering)
  })

  const file = channelFile(home, host)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: '127.0.0.1', port: 0 }, resolve)
    })
    const { port } = server.address() as AddressInfo
    await writePrivateFile(file, JSON.stringify({ pid: process.pid, port, key }))
  } catch (reason) {
    log.warn('the command line can’t reach this app', { reason: String(reason) })
  }
  server.on('error', (reason) =>
    log.warn('the connection to the command line failed', { reason: String(reason) }),
  )

  return {
    async close(endCore) {
      // A later launch may have replaced the file; then it must stay.
      if ((await contentOf(file)).includes(key)) await rm(file, { force: true })
      server.close()
      try {
        await endCore()
        await Promise.all(answering)
      } finally {
        for (const socket of open) socket.destroy()
      }
    },
  }
}

/** Answers the request of a caller that proves itself; closes the connection of any other. */
async function serve(
  socket: Socket,
  key: string,
  options: Options,
  answering: Set<Promise<void>>,
): Promise<void> {
  const request = await receiveRequest(socket, key)
  if (request === null) {
    socket.destroy()
    return
  }
  const answered = answer(socket, request, options).catch((reason: unknown) => {
    options.log.warn('a request from the command line threw', { reason: String(reason) })
    socket.destroy()
  })
  answering.add(answered)
  await answered
  answering.delete(answered)
}

/** Receives the request of a caller; null when it does not prove itself, or not in time. */
async function receiveRequest(socket: Socket, key: string): Promise<ChannelRequest | null> {
  const read = createFrameReader(socket)
  const timer = setTimeout(() => socket.destroy(), patience)
  try {
    const { nonce } = hello.parse(await read(maximumBytes.unproved))
    const meeting = { nonce, challenge: createLaunchToken(), address: addressOf(socket.localPort) }
    sendFrame(socket, {
      challenge: meeting.challenge,
      proof: computeProof(key, 'host', meeting),
    })
    const theirs = proof.parse(await read(maximumBytes.unproved))
    if (!isSameSecret(theirs.proof, computeProof(key, 'command', meeting))) return null
    return channelRequest.parse(await read(maximumBytes.proved))
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Answers a request. The caller may disconnect; the request is carried out all the same. */
async function answer(
  socket: Socket,
  request: ChannelRequest,
  { call, issueTicket }: Options,
): Promise<void> {
  if (request.call === 'openWindow') {
    // A host without tickets ends the connection.
    if (issueTicket) sendFrame(socket, { result: { ticket: issueTicket() } })
  } else {
    const isOver = new AbortController()
    void reportProgress(socket, call, isOver.signal)
    const result = await syncNow(call, request).finally(() => isOver.abort())
    sendFrame(socket, { result })
  }
  await new Promise<void>((resolve) => socket.end(resolve))
}

async function syncNow(
  call: Call,
  { account, wait }: Extract<ChannelRequest, { call: 'sync' }>,
): Promise<{ is: 'elsewhere' } | { is: 'synced'; result: Result<unknown> }> {
  const state = (await call('app.state', undefined)) as Result<CallValue<'app.state'>>
  if (!state.ok || state.value.account?.account !== account) return { is: 'elsewhere' }
  return { is: 'synced', result: await call('sync.now', wait ? { wait } : {}, account) }
}

/** Sends which page is being fetched, now and then until the sync is over. */
async function reportProgress(socket: Socket, call: Call, signal: AbortSignal): Promise<void> {
  while (await slept(progressEvery, signal)) {
    const progress = await pageOf(call)
    if (progress && !signal.aborted) sendFrame(socket, { progress })
  }
}

/** Waits. Returns false once the sync is over. */
const slept = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  pause(milliseconds, true, { signal, ref: false }).catch(() => false)

/** Returns the page of a list that is being fetched and the number of pages; null when none is. */
async function pageOf(call: Call): Promise<PageProgress | null> {
  const status = (await call('sync.status', undefined)) as Result<CallValue<'sync.status'>>
  const phase = status.ok ? status.value.phase : null
  return phase?.is === 'fetching' && phase.pages !== null
    ? { page: phase.page, pages: phase.pages }
    : null
}

async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
