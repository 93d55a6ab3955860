import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Http, HttpOutcome, HttpRequest } from '../ports.ts'

/** More than any page of records needs, and little enough to hold in memory. */
export const maximumResponseBytes = 16 * 1024 * 1024

/** Connections that wait for the next request are given up before most services give them up. */
const idleMilliseconds = 4000

/**
 * HTTP over Node's own client. One exchange a call: redirects are answers, nothing is tried
 * again.
 *
 * A request counts as `unreached` until its connection stands (for https: is encrypted): Node
 * writes nothing before. From then on whatever goes wrong is `lost`.
 */
export function nodeHttp(): Http {
  let clients: Clients | undefined

  return (request) => {
    const url = URL.parse(request.url)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      return Promise.resolve({ is: 'unreached', why: 'The address is not one of http or https' })
    }
    clients ??= openClients()
    const begin = clients[url.protocol]
    return exchange(request, (options) => begin(url, options))
  }
}

type Clients = ReturnType<typeof openClients>

/**
 * Node's two clients with their connections. Fetched when first needed and not imported: an
 * import makes Node load all of its `fetch` too, and most commands ask no network at all.
 */
function openClients() {
  const plain = process.getBuiltinModule('node:http')
  const secure = process.getBuiltinModule('node:https')
  const shared = { keepAlive: true, maxSockets: 8, timeout: idleMilliseconds } as const
  const agents = { plain: new plain.Agent(shared), secure: new secure.Agent(shared) }
  return {
    'http:': (url: URL, options: RequestOptions) =>
      plain.request(url, { ...options, agent: agents.plain }),
    'https:': (url: URL, options: RequestOptions) =>
      secure.request(url, { ...options, agent: agents.secure }),
  }
}

function exchange(
  { method, headers, body, timeout, signal }: HttpRequest,
  begin: (options: RequestOptions) => ClientRequest,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    let sending = false
    let request: ClientRequest | undefined

    const finish = (outcome: HttpOutcome) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(outcome)
    }
    const giveUp = (why: string) => {
      finish({ is: sending ? 'lost' : 'unreached', why })
      request?.destroy()
    }
    const stop = () => giveUp('The request was stopped')
    const timer = setTimeout(() => giveUp(`No answer within ${timeout / 1000} seconds`), timeout)

    if (signal?.aborted) {
      giveUp('The request was stopped')
      return
    }
    signal?.addEventListener('abort', stop, { once: true })

    const content = body === undefined ? undefined : Buffer.from(body)
    try {
      // Without a length Node would send the body in chunks, which some servers do not take.
      const length = content === undefined ? {} : { 'content-length': String(content.length) }
      request = begin({ method, headers: { ...headers, ...length } })
    } catch (reason) {
      giveUp(reasonOf(reason))
      return
    }

    request.on('socket', (socket) => {
      const reused = !socket.connecting
      if (reused) sending = true
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => (sending = true))
    })
    request.on('error', (reason) => giveUp(reasonOf(reason)))
    request.on('response', (response) => read(response, finish, giveUp))
    request.end(content)
  })
}

function read(
  response: IncomingMessage,
  finish: (outcome: HttpOutcome) => void,
  giveUp: (why: string) => void,
): void {
  const parts: Buffer[] = []
  let size = 0
  response.on('data', (part: Buffer) => {
    size += part.length
    if (size > maximumResponseBytes) giveUp('The answer is larger than 16 MiB')
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

function reasonOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'The connection could not be used'
  // Several addresses were tried: the list's own message is empty.
  if (reason instanceof AggregateError) return reasonOf(reason.errors[0])
  const { code } = reason as NodeJS.ErrnoException
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the service was not found'
    case 'ECONNREFUSED':
      return 'Nothing answers at this address'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was cut'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'There is no way to the service from here'
    default:
      return reason.message
  }
}
