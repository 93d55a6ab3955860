/**
 * The line on which the command line reaches the app that runs on the same data folder: HTTP on
 * 127.0.0.1 that carries one question, whether the app syncs an account now, and how far it is with
 * that. Where it is, and the token of this launch, stand in a file of mode 0600, so only this person's programs get in;
 * pages, which name an origin or reach this machine by a name of their own, never.
 */
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { Result } from '#shared/errors.ts'
import type { CallValue } from '#shared/ipc/contract.ts'
import { z } from '#shared/resources/zod.ts'
import type { Log } from '../ports.ts'
import { launchToken, sameText } from './launch-token.ts'
import { writePrivateFile } from './private-file.ts'

/** The hosts that may run at once on one data folder, the one with the keychain first. */
export const lineHosts = ['electron', 'browser'] as const
export type LineHost = (typeof lineHosts)[number]

/** Where a host says how it is reached. */
export const lineFile = (home: string, host: LineHost): string => join(home, `${host}.line`)

/** What stands in that file. */
export const lineAddress = z.object({ pid: z.int(), port: z.int(), token: z.string() })

/** What is asked. */
const lineQuestion = z.strictObject({ account: z.string(), wait: z.boolean() })
export type LineQuestion = z.output<typeof lineQuestion>

/** What is answered: `elsewhere` where this account is not the one that the app has open. */
type LineAnswer = { is: 'elsewhere' } | { is: 'synced'; result: Result<unknown> }

/** What is answered about how far a sync is. */
export const linePage = z.object({
  is: z.literal('page'),
  page: z.object({ page: z.int(), pages: z.int() }).nullable(),
})
type LinePage = z.output<typeof linePage>

export interface AppLine {
  /**
   * Takes nothing more, lets the core end (which answers what is under way), and hangs up when
   * the answers are out.
   */
  close(endCore: () => Promise<void>): Promise<void>
}

/** The core's calls, as its hosts have them. */
type Call = (name: string, input: unknown, account?: string) => Promise<Result<unknown>>

/**
 * Opens the line of a host. An app that cannot have one (no free port, a folder that is not to be
 * written) runs without, and the log says so.
 */
export async function openLine(options: {
  home: string
  host: LineHost
  call: Call
  log: Log
}): Promise<AppLine> {
  const { home, host, call, log } = options
  const token = launchToken()
  const answering = new Set<Promise<void>>()
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 })
  server.on('request', (request, response) => {
    const answered = answer(request, response, { token, call }).catch((reason: unknown) => {
      log.warn('a request of the command line threw', { reason: String(reason) })
      response.destroy()
    })
    answering.add(answered)
    void answered.then(() => answering.delete(answered))
  })

  const file = lineFile(home, host)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: '127.0.0.1', port: 0 }, resolve)
    })
    const { port } = server.address() as AddressInfo
    await writePrivateFile(file, JSON.stringify({ pid: process.pid, port, token }))
  } catch (reason) {
    log.warn('the command line cannot reach this app', { reason: String(reason) })
  }
  server.on('error', (reason) => log.warn('the line had trouble', { reason: String(reason) }))

  return {
    async close(endCore) {
      // After a launch that did not see this one the file is somebody else's.
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
  if (origin !== undefined || !sameText(authorization, `Bearer ${token}`)) return refuse(403)
  if (request.method === 'GET' && request.url === '/page') {
    return hear(response, { is: 'page', page: await pageOf(call) })
  }
  if (request.method !== 'POST' || request.url !== '/sync') return refuse(404)
  const question = lineQuestion.safeParse(parsed(await bodyOf(request)))
  if (!question.success) return refuse(422)

  // The head goes first: it says that somebody is there, however long the sync takes.
  response.writeHead(200, answerHead)
  response.flushHeaders()
  await hear(response, await syncNow(call, question.data))
}

const answerHead = { 'content-type': 'application/json', connection: 'close' }

/** Whoever asked may have left; what was asked for went on all the same. */
function hear(response: ServerResponse, answer: LineAnswer | LinePage): Promise<void> {
  if (!response.headersSent) response.writeHead(200, answerHead)
  return new Promise<void>((resolve) => {
    response.once('close', resolve)
    if (response.destroyed) resolve()
    else response.end(JSON.stringify(answer))
  })
}

/** The page of a list that is being fetched, of so many; null where none is. */
async function pageOf(call: Call): Promise<LinePage['page']> {
  const status = (await call('sync.status', undefined)) as Result<CallValue<'sync.status'>>
  const phase = status.ok ? status.value.phase : null
  return phase?.is === 'fetching' && phase.pages !== null
    ? { page: phase.page, pages: phase.pages }
    : null
}

async function syncNow(call: Call, { account, wait }: LineQuestion): Promise<LineAnswer> {
  const state = (await call('app.state', undefined)) as Result<CallValue<'app.state'>>
  if (!state.ok || state.value.account?.account !== account) return { is: 'elsewhere' }
  return { is: 'synced', result: await call('sync.now', wait ? { wait } : {}, account) }
}

const largestBody = 10_000

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Number(request.headers['content-length']) <= largestBody ? textOf(request) : ''
}

/** Null for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
