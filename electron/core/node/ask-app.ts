/** The command line's end of the line to the app (app-line.ts). */
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/views.ts'
import { z } from '#shared/resources/zod.ts'
import {
  lineAddress,
  lineFile,
  linePage,
  parsed,
  type LineHost,
  type LineQuestion,
} from './app-line.ts'

/** What became of the question. */
export type Asked =
  | { is: 'synced'; result: Result<SyncReport> }
  /** It has another account open, or none. */
  | { is: 'elsewhere' }
  /** It is there and does not answer. */
  | { is: 'silent'; pid: number }
  /** It ended before it had answered. */
  | { is: 'ended' }
  /** It does not run. */
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

/** Milliseconds in which a host that runs says that it has heard. */
const patience = 10_000
/** Milliseconds from one question about how far it is to the next. */
const lookEvery = 300

/**
 * Asks a host that runs on the data folder to sync an account once, and waits for its report, as
 * long as it takes.
 * @param signal ends the waiting, with `ended`; the sync goes on there
 * @param told hears now and then which page it fetches; an app of an earlier version does not tell
 */
export async function askApp(
  home: string,
  host: LineHost,
  question: LineQuestion,
  signal?: AbortSignal,
  told: (page: number, pages: number) => void = () => {},
): Promise<Asked> {
  const file = await readFile(lineFile(home, host), 'utf8').catch(() => '')
  const address = lineAddress.safeParse(parsed(file))
  if (!address.success) return { is: 'absent' }
  const { pid, port, token } = address.data
  const line = { port, token, signal }
  const head = await headOf(line, 'POST', '/sync', JSON.stringify(question))
  if (signal?.aborted) return { is: 'ended' }
  if (head === 'silent') return { is: 'silent', pid }
  // Left over from a crash: nobody is there, or another program has the port by now.
  if (head === 'refused' || head.statusCode !== 200) return { is: 'absent' }
  const isOver = new AbortController()
  void tellPages({ ...line, signal: isOver.signal }, told)
  const text = await textOf(head).catch(() => null)
  isOver.abort()
  if (text === null) return { is: 'ended' }
  const answer = reply.safeParse(parsed(text))
  return answer.success ? (answer.data as Asked) : { is: 'absent' }
}

/** Asks which page is being fetched, again and again, until it is over or the app does not know. */
async function tellPages(line: Line, told: (page: number, pages: number) => void): Promise<void> {
  while (await slept(lookEvery, line.signal)) {
    const head = await headOf(line, 'GET', '/page')
    if (typeof head === 'string' || head.statusCode !== 200) return
    const answer = linePage.safeParse(parsed(await textOf(head).catch(() => '')))
    if (!answer.success || line.signal?.aborted) return
    const { page } = answer.data
    if (page) told(page.page, page.pages)
  }
}

/** False where it is over. */
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
