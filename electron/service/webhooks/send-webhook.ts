/** Sends one delivery over HTTP: to a checked address, without redirects, within limits. */
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, literalAddress } from './public-address.ts'
import {
  createHostResolver,
  lookupTimeout,
  type ResolvedHost,
  type ResolveHost,
} from './resolve-host.ts'

/** From the connection to the response, milliseconds; the look-up has a time of its own. */
const exchangeTimeout = 10_000
/** Maximum for the look-up and the exchange together, milliseconds. */
export const webhookTimeout = lookupTimeout + exchangeTimeout
/** Maximum bytes that are read of a response, of which only the status counts. */
const maximumResponseBytes = 64 * 1024

export interface WebhookRequest {
  uri: string
  headers: Record<string, string>
  body: string
  allowPrivate: boolean
  /** Called when the look-up has ended, also without an address; the connection follows. */
  onLookedUp?: () => void
}

/** `unreached`: the receiver did not respond, or its address is not allowed. */
export type WebhookSendOutcome = { is: 'answer'; status: number } | { is: 'unreached'; why: string }

export type SendWebhook = (delivery: WebhookRequest) => Promise<WebhookSendOutcome>

/** Creates a function that sends a delivery and never throws. */
export function createWebhookSender(resolveHost: ResolveHost): SendWebhook {
  return async ({ uri, headers, body, allowPrivate, onLookedUp }) => {
    const url = URL.parse(uri)
    if (url === null || !/^https?:$/.test(url.protocol)) {
      return { is: 'unreached', why: 'The URL must start with http:// or https://' }
    }
    const host = await addressesFor(url, resolveHost)
    onLookedUp?.()
    if (host.is === 'unresolved') return { is: 'unreached', why: host.why }
    const addresses = oneOfEachFamily(
      host.addresses.filter((address) => allowPrivate || isPublicAddress(address)),
    )
    if (addresses.length === 0) {
      return { is: 'unreached', why: 'The address leads into a private network' }
    }
    const limit = AbortSignal.timeout(exchangeTimeout)
    try {
      const status = await exchangeWithFirst(addresses, (address) =>
        exchange(url, address, headers, body, limit),
      )
      return { is: 'answer', status }
    } catch (cause) {
      return { is: 'unreached', why: reasonOf(cause, limit) }
    }
  }
}

export const sendWebhook = createWebhookSender(createHostResolver())

/**
 * The addresses to connect to: the name is resolved once, so that the address that is used was
 * checked.
 */
async function addressesFor(url: URL, resolveHost: ResolveHost): Promise<ResolvedHost> {
  const literal = literalAddress(url)
  return literal === undefined
    ? resolveHost(url.hostname)
    : { is: 'resolved', addresses: [literal] }
}

/** The first IPv4 and the first IPv6 address: DNS does not know which of them this network has. */
const oneOfEachFamily = (addresses: readonly string[]): string[] =>
  [4, 6].flatMap((family) => addresses.find((address) => isIP(address) === family) ?? [])

/** Goes on to the next address only while there was no connection, so nothing is sent twice. */
async function exchangeWithFirst(
  addresses: readonly string[],
  attempt: (address: string) => Promise<number>,
): Promise<number> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await attempt(address)
    } catch (cause) {
      const { code = '' } = cause as { code?: string }
      if (!withoutConnection.has(code)) throw cause
      // A host that refuses says more than a network that has no route for the other family.
      if (failure === undefined || code === 'ECONNREFUSED') failure = cause
    }
  }
  throw failure
}

const withoutConnection: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

function exchange(
  url: URL,
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const content = Buffer.from(body)
  const family = isIP(address)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': content.length },
    // A connection of its own: a pooled one was checked for another delivery.
    agent: false,
    signal,
    lookup: (_name, asked, found) =>
      // Node requests all of them when it would try one after the other.
      asked.all ? found(null, [{ address, family }]) : found(null, address, family),
  }
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? secureRequest : plainRequest
    let answer: IncomingMessage | undefined
    let failure = new Error('The host closed the connection')
    const request = begin(url, options, (response) => {
      answer = response
      discard(response)
    })
    request.on('error', (cause) => (failure = cause))
    // Not with the status: connections that outlive their attempts would be unlimited.
    request.on('close', () => (answer ? resolve(answer.statusCode ?? 0) : reject(failure)))
    request.end(content)
  })
}

/** Reads a little of a response and then disconnects. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > maximumResponseBytes) response.destroy()
  })
  response.on('error', () => undefined)
}

function reasonOf(cause: unknown, limit: AbortSignal): string {
  if (limit.aborted) return `No response within ${exchangeTimeout / 1000} seconds`
  const { code, message } = cause as { code?: string; message?: string }
  switch (code) {
    case 'ECONNREFUSED':
      return 'The host doesn’t accept connections on this port'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The host closed the connection without responding'
    default:
      return `${code ?? message ?? 'The host didn’t respond'}`
  }
}
