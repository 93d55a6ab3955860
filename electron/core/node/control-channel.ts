/**
 * The control channel of a running app: HTTP on 127.0.0.1, over which the command line asks the app
 * to sync an account, and how far it is. Port and launch token are in a file of mode 0600, so only
 * programs of this user can call; web pages cannot, because requests with an `Origin` or a foreign
 * `Host` are refused.
 */
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { Result } from '#shared/errors.ts'
import type { CallValue } from '#shared/ipc/contract.ts'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import type { Log } from '../ports.ts'
import { createLaunchToken, isSameSecret } from './launch-token.ts'
import { writePrivateFile } from './private-file.ts'

/** The hosts that may run at once on one data folder, the one with access to the keychain first. */
export const channelHosts = ['electron', 'browser'] as const
export type ChannelHost = (typeof channelHosts)[number]

/** The file in which a host publishes the address of its control channel. */
export const channelFile = (home: string, host: ChannelHost): string => join(home, `${host}.line`)

/** The content of that file. */
export const channelAddress = z.object({ pid: z.int(), port: z.int(), token: z.string() })

/** The body of a sync request. */
const lineQuestion = z.strictObject({ account: z.string(), wait: z.boolean() })
export type ChannelRequest = z.output<typeof lineQuestion>

/** The reply to a sync request: `elsewhere` when the app has another account open, or none. */
type LineAnswer = { is: 'elsewhere' } | { is: 'synced'; result: Result<unknown> }

/** The reply to a progress request. */
export const linePage = z.object({
  is: z.literal('page'),
  page: z.object({ page: z.int(), pages: z.int() }).nullable(),
})
type LinePage = z.output<typeof linePage>

export interface ControlChannel {
  /**
   * Accepts no more requests, ends the core (which answers those in progress), and closes the
   * connections once the replies are sent.
   */
  close(endCore: () => Promise<void>): Promise<void>
}

/** Invokes a call of the core by name, as its hosts do. */
type Call = (name: string, input: unknown, account?: string) => Promise<Result<unknown>>

/**
 * Opens the control channel of a host. When that fails (no free port, a folder that is not
 * writable), the app runs without one and logs the reason.
 */
export async function openControlChannel(options: {
  home: string
  host: ChannelHost
  call: Call
  log: Log
}): Promise<ControlChannel> {
  const { home, host, call, log } = options
  const token = createLaunchToken()
  const answering = new Set<Promise<void>>()
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 })
  server.on('request', (request, response) => {
    const answered = answer(request, response, { token, call }).catch((reason: unknown) => {
      log.warn('a request from the command line threw', { reason: String(reason) })
      response.destroy()
    })
    answering.add(answered)
    void answered.then(() => answering.delete(answered))
  })

  const file = channelFile(home, host)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: '127.0.0.1', port: 0 }, resolve)
    })
    const { port } = server.address() as AddressInfo
    await writePrivateFile(file, JSON.stringify({ pid: process.pid, port, token }))
  } catch (reason) {
    log.warn('the command line can’t reach this app', { reason: String(reason) })
  }
  server.on('error', (reason) =>
    log.warn('the connection to the command line failed', { reason: String(reason) }),
  )

  return {
    async close(endCore) {
      // A later launch may have replaced the file; then it must stay.
      if ((await contentOf(file)).includes(token)) await rm(file, { force: true })
      server.close()
      try {
        await endCore()
        await Promise.all(answering)
      } finally {
        server.closeAllConnections()
      }
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, call }: { token: string; call: Call },
): Promise<void> {
  const { localPort } = request.socket
  const refuse = (status: number) => void response.writeHead(status, { connection: 'close' }).end()
  const { host, origin, authorization = '' } = request.headers
  if (host !== `127.0.0.1:${localPort}`) return refuse(421)
  if (origin !== undefined || !isSameSecret(authorization, `Bearer ${token}`)) return refuse(403)
  if (request.method === 'GET' && request.url === '/page') {
    return hear(response, { is: 'page', page: await pageOf(call) })
  }
  if (request.method !== 'POST' || request.url !== '/sync') return refuse(404)
  const question = lineQuestion.safeParse(parseJsonOrNull(await bodyOf(request)))
  if (!question.success) return refuse(422)

  // The headers go first: they show that the app is running, however long the sync takes.
  response.writeHead(200, answerHead)
  response.flushHeaders()
  await hear(response, await syncNow(call, question.data))
}

const answerHead = { 'content-type': 'application/json', connection: 'close' }

/** Sends the reply. The caller may have disconnected; the sync was carried out all the same. */
function hear(response: ServerResponse, answer: LineAnswer | LinePage): Promise<void> {
  if (!response.headersSent) response.writeHead(200, answerHead)
  return new Promise<void>((resolve) => {
    response.once('close', resolve)
    if (response.destroyed) resolve()
    else response.end(JSON.stringify(answer))
  })
}

/** Returns the page of a list that is being fetched and the number of pages; null when none is. */
async function pageOf(call: Call): Promise<LinePage['page']> {
  const status = (await call('sync.status', undefined)) as Result<CallValue<'sync.status'>>
  const phase = status.ok ? status.value.phase : null
  return phase?.is === 'fetching' && phase.pages !== null
    ? { page: phase.page, pages: phase.pages }
    : null
}

async function syncNow(call: Call, { account, wait }: ChannelRequest): Promise<LineAnswer> {
  const state = (await call('app.state', undefined)) as Result<CallValue<'app.state'>>
  if (!state.ok || state.value.account?.account !== account) return { is: 'elsewhere' }
  return { is: 'synced', result: await call('sync.now', wait ? { wait } : {}, account) }
}

const largestBody = 10_000

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Number(request.headers['content-length']) <= largestBody ? textOf(request) : ''
}

/** Parses JSON. Returns null when the text is not JSON, or nested too deep. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
