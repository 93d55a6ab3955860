/** Sends one delivery over HTTP: to a checked address, without redirects, within limits. */
import { lookup } from 'node:dns/promises'
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isPublicAddress, literalAddress } from './public-address.ts'

/** For the whole exchange, milliseconds. */
export const webhookTimeout = 10_000
/** Maximum bytes that are read of a response, of which only the status counts. */
const maximumResponseBytes = 64 * 1024

export interface WebhookRequest {
  uri: string
  headers: Record<string, string>
  body: string
  allowPrivate: boolean
}

/** `unreached`: the receiver did not respond, or its address is not allowed. */
export type WebhookSendOutcome = { is: 'answer'; status: number } | { is: 'unreached'; why: string }

export type SendWebhook = (delivery: WebhookRequest) => Promise<WebhookSendOutcome>

/** Sends a delivery. Never throws. */
export const sendWebhook: SendWebhook = async ({ uri, headers, body, allowPrivate }) => {
  const url = URL.parse(uri)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { is: 'unreached', why: 'The URL must start with http:// or https://' }
  }
  const limit = AbortSignal.timeout(webhookTimeout)
  try {
    const address = await addressFor(url, allowPrivate)
    if (address === undefined) {
      return { is: 'unreached', why: 'The address leads into a private network' }
    }
    return { is: 'answer', status: await exchange(url, address, headers, body, limit) }
  } catch (cause) {
    return { is: 'unreached', why: reasonOf(cause, limit) }
  }
}

interface Address {
  address: string
  family: number
}

/**
 * The address to connect to: the name is resolved once, so that the address that is used was
 * checked.
 */
async function addressFor(url: URL, allowPrivate: boolean): Promise<Address | undefined> {
  const literal = literalAddress(url)
  const found: Address[] =
    literal === undefined
      ? await lookup(url.hostname, { all: true })
      : [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
  return found.find(({ address }) => allowPrivate || isPublicAddress(address))
}

function exchange(
  url: URL,
  { address, family }: Address,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const content = Buffer.from(body)
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
    const request = begin(url, options, (response) => {
      resolve(response.statusCode ?? 0)
      discard(response)
    })
    request.on('error', reject)
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
  if (limit.aborted) return `No response within ${webhookTimeout / 1000} seconds`
  const { code, message } = cause as { code?: string; message?: string }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name is unknown'
    case 'ECONNREFUSED':
      return 'The host doesn’t accept connections on this port'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The host closed the connection without responding'
    default:
      return `${code ?? message ?? 'The host didn’t respond'}`
  }
}
