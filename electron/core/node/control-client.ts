/** The command line's client of the app's control channel (control-channel.ts). */
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/call-results.ts'
import { z } from '#shared/resources/zod.ts'
import {
  channelAddress,
  channelFile,
  linePage,
  parseJsonOrNull,
  type ChannelHost,
  type ChannelRequest,
} from './control-channel.ts'

/** The outcome of the request. */
export type AppSyncOutcome =
  | { is: 'synced'; result: Result<SyncReport> }
  /** The app has another account open, or none. */
  | { is: 'elsewhere' }
  /** The app is running and does not reply. */
  | { is: 'silent'; pid: number }
  /** The app ended before it had replied. */
  | { is: 'ended' }
  /** The app is not running. */
  | { is: 'absent' }

const count = z.int()
const reply = z.discriminatedUnion('is', [
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

/** How long a running host may take to send its response headers, milliseconds. */
const patience = 10_000
/** Interval between two progress requests, milliseconds. */
const lookEvery = 300

/**
 * Asks a host that runs on the data folder to sync an account once, and waits for its report, as
 * long as it takes.
 * @param signal ends the wait with `ended`; the sync continues in the app
 * @param told called now and then with the page being fetched; earlier versions do not report it
 */
export async function requestAppSync(
  home: string,
  host: ChannelHost,
  question: ChannelRequest,
  signal?: AbortSignal,
  told: (page: number, pages: number) => void = () => {},
): Promise<AppSyncOutcome> {
  const file = await readFile(channelFile(home, host), 'utf8').catch(() => '')
  const address = channelAddress.safeParse(parseJsonOrNull(file))
  if (!address.success) return { is: 'absent' }
  const { pid, port, token } = address.data
  const line = { port, token, signal }
  const head = await headOf(line, 'POST', '/sync', JSON.stringify(question))
  if (signal?.aborted) return { is: 'ended' }
  if (head === 'silent') return { is: 'silent', pid }
  // Left over from a crash: no app listens, or another program has the port by now.
  if (head === 'refused' || head.statusCode !== 200) return { is: 'absent' }
  const isOver = new AbortController()
  void tellPages({ ...line, signal: isOver.signal }, told)
  const text = await textOf(head).catch(() => null)
  isOver.abort()
  if (text === null) return { is: 'ended' }
  const answer = reply.safeParse(parseJsonOrNull(text))
  return answer.success ? (answer.data as AppSyncOutcome) : { is: 'absent' }
}

/**
 * Polls which page is being fetched, until the sync is over or the app turns out not to support it.
 */
async function tellPages(line: Line, told: (page: number, pages: number) => void): Promise<void> {
  while (await slept(lookEvery, line.signal)) {
    const head = await headOf(line, 'GET', '/page')
    if (typeof head === 'string' || head.statusCode !== 200) return
    const answer = linePage.safeParse(parseJsonOrNull(await textOf(head).catch(() => '')))
    if (!answer.success || line.signal?.aborted) return
    const { page } = answer.data
    if (page) told(page.page, page.pages)
  }
}

/** Waits. Returns false once the sync is over. */
const slept = (milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> =>
  pause(milliseconds, true, { signal, ref: false }).catch(() => false)

interface Line {
  port: number
  token: string
  signal: AbortSignal | undefined
}

function headOf(
  { port, token, signal }: Line,
  method: 'GET' | 'POST',
  path: string,
  body = '',
): Promise<IncomingMessage | 'silent' | 'refused'> {
  return new Promise((resolve) => {
    const asking = request({
      ...{ host: '127.0.0.1', port, path, method, agent: false, signal },
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    const impatience = setTimeout(() => {
      resolve('silent')
      asking.destroy()
    }, patience)
    asking.on('response', (head) => {
      clearTimeout(impatience)
      resolve(head)
    })
    asking.on('error', () => {
      clearTimeout(impatience)
      resolve('refused')
    })
    asking.end(body)
  })
}
