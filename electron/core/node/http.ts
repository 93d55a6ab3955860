import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ProxyTrouble } from '#shared/ipc/proxy.ts'
import type { Http, HttpOutcome, HttpRequest } from '../ports.ts'
import { openConnections, type Begin, type Connections, type WayOut } from './connections.ts'
import { proxyRefusal } from './proxy.ts'
import {
  ProxyProblem,
  proxyUnreached,
  reasonOf,
  SystemSignIn,
  wantsAuthorities,
} from './reasons.ts'

/** More than any page of records needs, and little enough to hold in memory. */
export const maximumResponseBytes = 16 * 1024 * 1024

/**
 * HTTP over Node's own client. One exchange a call: redirects are answers, nothing is tried
 * again.
 *
 * A request counts as `unreached` until its connection stands (for https: is encrypted): Node
 * writes nothing before. From then on whatever goes wrong is `lost`. Through a proxy the same
 * holds: for https nothing of the request leaves before the service itself is reached, and what
 * a proxy refuses, it has not passed on.
 * @param way proxy and authorities; the environment's unless given
 */
export function nodeHttp(way: WayOut = {}): Http {
  let connections: Connections | undefined

  return async (request) => {
    const url = URL.parse(request.url)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      return { is: 'unreached', why: 'The URL must start with http:// or https://' }
    }
    connections ??= openConnections(way)
    const begin = await connections.to(url)
    if (typeof begin === 'string') return { is: 'unreached', why: begin, proxy: 'away' }
    // What lacks something has not left, not a byte of it. With more authorities the handshake may
    // stand, and where Node cannot sign in at the proxy, the system may.
    let tried = await exchange(request, begin, way.onChange)
    if (tried.lacks === 'authorities' && connections.widen()) {
      tried = await exchange(request, begin, way.onChange)
    }
    if (tried.lacks === 'sign-in' && way.bySystem && begin.through !== null) {
      return way.bySystem(request, begin.through)
    }
    return tried.outcome
  }
}

/** What would have made a request that never left come through. */
type Lack = 'authorities' | 'sign-in'

function lackBehind(reason: unknown): Lack | undefined {
  if (reason instanceof SystemSignIn) return 'sign-in'
  return wantsAuthorities(reason) ? 'authorities' : undefined
}

function exchange(
  { method, headers, body, timeout, signal }: HttpRequest,
  begin: Begin,
  onChange: WayOut['onChange'],
): Promise<{ outcome: HttpOutcome; lacks: Lack | undefined }> {
  return new Promise((resolve) => {
    let sending = false
    let lacks: Lack | undefined
    let request: ClientRequest | undefined

    const finish = (outcome: HttpOutcome) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      ignore?.()
      resolve({ outcome, lacks })
    }
    const giveUp = (why: string, proxy?: ProxyTrouble) => {
      finish(sending ? { is: 'lost', why } : { is: 'unreached', why, ...(proxy ? { proxy } : {}) })
      request?.destroy()
    }
    // Once it is on its way it ends as it began: whether it arrived would not be known.
    const ignore = onChange?.(() => {
      if (!sending) giveUp('The network settings changed in the meantime')
    })
    const stop = () => giveUp('The request was canceled')
    const timer = setTimeout(() => giveUp(`No response within ${timeout / 1000} seconds`), timeout)

    if (signal?.aborted) {
      giveUp('The request was canceled')
      return
    }
    signal?.addEventListener('abort', stop, { once: true })

    const content = body === undefined ? undefined : Buffer.from(body)
    try {
      // Without a length Node would send the body in chunks, which some servers do not take.
      const length = content === undefined ? {} : { 'content-length': String(content.length) }
      request = begin.request({ method, headers: { ...headers, ...length } })
    } catch (reason) {
      giveUp(reasonOf(reason))
      return
    }

    request.on('socket', (socket) => {
      const reused = !socket.connecting
      if (reused) sending = true
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => (sending = true))
    })
    request.on('error', (reason) => {
      if (!sending) lacks = lackBehind(reason)
      const said = begin.forwarding && !sending ? proxyUnreached(reason) : reason
      giveUp(reasonOf(said), said instanceof ProxyProblem ? said.trouble : undefined)
    })
    request.on('response', (response) => {
      if (begin.forwarding && response.statusCode === 407) {
        const refusal = proxyRefusal(response, begin.forwarding)
        lacks = lackBehind(refusal)
        finish({ is: 'unreached', why: refusal.message, proxy: refusal.trouble })
        request?.destroy()
      } else {
        readAnswer(response, finish, giveUp)
      }
    })
    request.end(content)
  })
}

/** What Node's answers and Chromium's have in common. */
interface AnswerStream extends Pick<IncomingMessage, 'headers'> {
  statusCode?: number
  on(event: 'data', listener: (part: Buffer) => void): unknown
  on(event: 'error', listener: (reason: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
}

/** Reads an answer to its end, or gives it up where it is too large or breaks off. */
export function readAnswer(
  response: AnswerStream,
  finish: (outcome: HttpOutcome) => void,
  giveUp: (why: string) => void,
): void {
  const parts: Buffer[] = []
  let size = 0
  response.on('data', (part: Buffer) => {
    size += part.length
    if (size > maximumResponseBytes) giveUp('The response is larger than 16 MiB')
    else parts.push(part)
  })
  // Also when the connection ends in the middle of the answer.
  response.on('error', (reason) => giveUp(reasonOf(reason)))
  response.on('end', () => {
    finish({
      is: 'answer',
      status: response.statusCode ?? 0,
      headers: flat(response.headers),
      body: Buffer.concat(parts).toString('utf8'),
    })
  })
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  )
  return Object.fromEntries(pairs)
}
