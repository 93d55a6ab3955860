import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { sameText } from '#core/node/launch-token.ts'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/ports.ts'

/** Why a connection was closed, as its page sees it. */
const closeCodes = {
  /** The first message did not carry the token of this launch. */
  strangerToken: 4001,
  /** A message that is none of ours. */
  unknownMessage: 4002,
  /** No first message in time. */
  silent: 4003,
  /** The program is closing. */
  goingAway: 1001,
} as const

/** Notes are at most 10,000 characters; nothing a window says comes near this. */
const maximumMessageBytes = 1024 * 1024
const helloMilliseconds = 10_000
/** A page that does not read for so long is better off reading everything again. */
const maximumUnreadBytes = 8 * 1024 * 1024

/**
 * The contract as messages of JSON on a WebSocket at `/ipc`:
 * `{"hello": token}` first, answered by `{"welcome": true}`, then `{"id", "call", "input"}`
 * answered by `{"id", "result"}`, and every event of the core as `{"event": …}` to every page.
 */
export function openWire({
  server,
  core,
  token,
  hosts,
  log,
}: {
  server: Server
  core: Core
  token: string
  /** Values of `Host` by which this server may be called. */
  hosts: readonly string[]
  log: Log
}): { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumMessageBytes,
    perMessageDeflate: false,
  })
  const pages = new Set<WebSocket>()
  const origins = hosts.map((host) => `http://${host}`)

  const isOurs = ({ url, headers }: IncomingMessage) =>
    url === '/ipc' && hosts.includes(headers.host ?? '') && origins.includes(headers.origin ?? '')

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isOurs(request)) {
      sockets.handleUpgrade(request, socket, head, greet)
    } else {
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
  })

  function greet(page: WebSocket): void {
    // Without a listener a message that is too large would end the program.
    page.on('error', (reason) => log.warn('a page was cut off', { reason: reason.message }))
    const patience = setTimeout(() => page.close(closeCodes.silent), helloMilliseconds)
    page.once('close', () => clearTimeout(patience))
    page.once('message', (data, isBinary) => {
      clearTimeout(patience)
      const hello = isBinary ? undefined : parse(data)
      if (!isHello(hello)) {
        page.close(closeCodes.unknownMessage)
      } else if (!sameText(hello.hello, token)) {
        page.close(closeCodes.strangerToken)
      } else {
        pages.add(page)
        page.once('close', () => pages.delete(page))
        page.send(JSON.stringify({ welcome: true }))
        page.on('message', (next, nextIsBinary) =>
          receive(page, nextIsBinary ? undefined : parse(next)),
        )
      }
    })
  }

  function receive(page: WebSocket, message: unknown): void {
    if (!isCall(message)) {
      page.close(closeCodes.unknownMessage)
      return
    }
    core.call(message.call, message.input).then(
      (result) => page.send(JSON.stringify({ id: message.id, result })),
      (reason: unknown) => log.warn('a call threw', { call: message.call, reason: String(reason) }),
    )
  }

  const quiet = core.on((event) => {
    const text = JSON.stringify({ event })
    for (const page of pages) {
      if (page.bufferedAmount > maximumUnreadBytes) page.terminate()
      else page.send(text)
    }
  })

  return {
    close() {
      quiet()
      for (const page of sockets.clients) page.close(closeCodes.goingAway)
    },
  }
}

/** What the text says; undefined when it is not JSON (which `null` is). */
function parse(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isHello = (value: unknown): value is { hello: string } =>
  isObject(value) && typeof value['hello'] === 'string' && Object.keys(value).length === 1

const isCall = (value: unknown): value is { id: number; call: string; input?: unknown } =>
  isObject(value) &&
  Number.isSafeInteger(value['id']) &&
  typeof value['call'] === 'string' &&
  Object.keys(value).every((key) => ['id', 'call', 'input'].includes(key))
