/** The HTTP server of the service: time limits, and a stop that lets requests finish. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { fail, ok, type Result } from '#shared/errors.ts'

/** Milliseconds, except for the size. Slow callers are cut off, so that they occupy nothing. */
export const serverLimits = {
  headers: 10_000,
  request: 30_000,
  /** Without a byte either way, such as a response that the caller does not read. */
  idle: 60_000,
  keepAlive: 65_000,
  /** How often the limits above are checked. */
  check: 5_000,
  /** How long a stop waits for requests in flight. */
  drain: 10_000,
  /** Bytes of the request line and all headers together; more gets a 431. */
  headerSize: 16 * 1024,
}

export type ServerLimits = typeof serverLimits

export interface ServerOptions {
  host: string
  port: number
  /**
   * True when nothing else runs in this process, so that a faster `Response` may replace the global
   * one. It more than doubles the throughput of small requests.
   */
  ownProcess?: boolean | undefined
  limits?: ServerLimits
  /** Called with every request before the app. */
  onRequest?(request: IncomingMessage, response: ServerResponse): void
}

export interface RunningServer {
  /** URL without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Fails with `conflict` when the port is taken, with `usage` when it cannot be used. */
export async function startServer(
  app: { fetch(request: Request, bindings: HttpBindings): Response | Promise<Response> },
  { host, port, ownProcess = false, limits = serverLimits, onRequest }: ServerOptions,
): Promise<Result<RunningServer>> {
  const listener = getRequestListener(
    (request, bindings) => app.fetch(request, bindings as HttpBindings),
    {
      // A host program keeps its own Request and Response.
      overrideGlobalObjects: ownProcess,
      errorHandler: () => Response.json({ message: 'Can’t read this request.' }, { status: 400 }),
    },
  )
  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.check,
    maxHeaderSize: limits.headerSize,
  })
  server.setTimeout(limits.idle)
  if (onRequest) server.on('request', onRequest)
  server.on('request', (request, response) => void listener(request, response))
  const traffic = watchTraffic(server)

  const problem = await listen(server, host, port)
  if (problem) return problem
  const address = server.address() as AddressInfo
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return ok({
    url: `http://${shown}:${address.port}`,
    close: () => drain(server, traffic, limits.drain),
  })
}

async function listen(
  server: Server,
  host: string,
  port: number,
): Promise<Result<never> | undefined> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return undefined
  } catch (cause) {
    return listenFailure(cause as NodeJS.ErrnoException, host, port)
  }
}

function listenFailure(cause: NodeJS.ErrnoException, host: string, port: number): Result<never> {
  switch (cause.code) {
    case 'EADDRINUSE':
      return fail('conflict', 'Port {port} is already in use by another program. Choose another', {
        port,
      })
    case 'EACCES':
      return fail('usage', 'This account can’t use port {port}. Choose one above 1023', { port })
    case 'ERR_SOCKET_BAD_PORT':
      return fail('usage', 'A port is a whole number from 0 to 65535, not {port}', { port })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail('usage', 'This computer has no address “{host}”. Choose another', { host })
    default:
      throw cause
  }
}

/**
 * Open connections, and the responses in progress: Node counts a connection without a request as
 * busy.
 */
interface Traffic {
  readonly sockets: Set<Socket>
  readonly responses: Set<ServerResponse>
}

function watchTraffic(server: Server): Traffic {
  const traffic: Traffic = { sockets: new Set(), responses: new Set() }
  server.on('connection', (socket) => {
    traffic.sockets.add(socket)
    socket.once('close', () => traffic.sockets.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    traffic.responses.add(response)
    response.once('close', () => {
      traffic.responses.delete(response)
      // A connection that outlives a stop would delay it.
      if (!server.listening) request.socket.destroySoon()
    })
  })
  return traffic
}

function drain(server: Server, { sockets, responses }: Traffic, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    const answering = new Set<Socket | null>()
    for (const response of responses) {
      answering.add(response.req.socket)
      if (!response.headersSent) response.setHeader('Connection', 'close')
    }
    for (const socket of sockets) if (!answering.has(socket)) socket.destroy()
  })
}
