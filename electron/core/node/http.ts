import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ProxyFailure } from '#shared/ipc/proxy.ts'
import type { Http, HttpOutcome, HttpRequest } from '../ports.ts'
import {
  openConnections,
  type OutboundRequest,
  type Connections,
  type OutboundOptions,
} from './connections.ts'
import { toProxyRefusal } from './proxy.ts'
import {
  ProxyProblem,
  toProxyProblem,
  connectionErrorMessage,
  isClientCertificateWanted,
  SystemSignIn,
  isUntrustedCertificate,
} from './connection-errors.ts'

/** More than any page of records needs, and little enough to hold in memory. */
export const maximumResponseBytes = 16 * 1024 * 1024

/**
 * HTTP over Node's own client. Each call is one exchange: redirects are returned as responses, and
 * nothing is retried.
 *
 * A request counts as `unreached` until its connection is established (for https: encrypted), since
 * Node writes nothing before. Any failure after that is `lost`. The same holds through a proxy: for
 * https, nothing of the request is sent before the service itself is reached, and a request that a
 * proxy refuses was not forwarded.
 * @param way proxy and authorities; defaults to the environment's
 */
export function createNodeHttp(way: OutboundOptions = {}): Http {
  let connections: Connections | undefined

  return async (request) => {
    const url = URL.parse(request.url)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      return { is: 'unreached', why: 'The URL must start with http:// or https://' }
    }
    connections ??= openConnections(way)
    const begin = await connections.to(url)
    if (typeof begin === 'string') return { is: 'unreached', why: begin, proxy: 'away' }
    // Of a request that lacks something, not a byte was sent. With more authorities the handshake
    // may succeed, and where Node cannot sign in to the proxy, the system may.
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

/** What a request that was never sent lacked. */
type Lack = 'authorities' | 'sign-in'

function lackBehind(reason: unknown): Lack | undefined {
  if (reason instanceof SystemSignIn) return 'sign-in'
  return isUntrustedCertificate(reason) ? 'authorities' : undefined
}

function exchange(
  { method, headers, body, timeout, signal }: HttpRequest,
  begin: OutboundRequest,
  onChange: OutboundOptions['onChange'],
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
    const giveUp = (why: string, proxy?: ProxyFailure) => {
      finish(sending ? { is: 'lost', why } : { is: 'unreached', why, ...(proxy ? { proxy } : {}) })
      request?.destroy()
    }
    // Once it is being sent, the request is left to finish: if aborted, it may have arrived or not.
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
      // Without a length Node would send the body in chunks, which some servers reject.
      const length = content === undefined ? {} : { 'content-length': String(content.length) }
      request = begin.request({ method, headers: { ...headers, ...length } })
    } catch (reason) {
      giveUp(connectionErrorMessage(reason))
      return
    }

    request.on('socket', (socket) => {
      const reused = !socket.connecting
      if (reused) sending = true
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => (sending = true))
    })
    request.on('error', (reason) => {
      if (isClientCertificateWanted(reason)) sending = false
      if (!sending) lacks = lackBehind(reason)
      const said = begin.forwarding && !sending ? toProxyProblem(reason) : reason
      giveUp(connectionErrorMessage(said), said instanceof ProxyProblem ? said.trouble : undefined)
    })
    request.on('response', (response) => {
      if (begin.forwarding && response.statusCode === 407) {
        const refusal = toProxyRefusal(response, begin.forwarding)
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

/** What the responses of Node and of Chromium have in common. */
interface AnswerStream extends Pick<IncomingMessage, 'headers'> {
  statusCode?: number
  on(event: 'data', listener: (part: Buffer) => void): unknown
  on(event: 'error', listener: (reason: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
}

/** Reads a response to its end; gives up when it is too large or breaks off. */
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
  // Also emitted when the connection ends in the middle of the response.
  response.on('error', (reason) => giveUp(connectionErrorMessage(reason)))
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
