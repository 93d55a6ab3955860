import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/ports.ts'
import { computeProof, createLaunchToken, isSameSecret } from '#core/node/launch-token.ts'
import { parseJson } from '#shared/rules/parse-json.ts'
import type { Admission, Credentials, Return, Sessions } from './sessions.ts'

/** Why a connection was closed, as its page sees it. */
const closeCodes = {
  /** The first message had neither a known session nor anything that begins one. */
  stranger: 4001,
  /** A message that is not part of the protocol. */
  unknownMessage: 4002,
  /** Not admitted in time. */
  silent: 4003,
  /** Two pages used one ticket: another program had read it. */
  ticketUsedTwice: 4004,
  /** The program is closing. */
  goingAway: 1001,
} as const

/** Notes have at most 10,000 characters; no message of a window comes near this. */
const maximumMessageBytes = 1024 * 1024
const helloMilliseconds = 10_000
/** A page with this much unread data is disconnected; it then reads everything again. */
const maximumUnreadBytes = 8 * 1024 * 1024

/**
 * Serves the contract as JSON messages on a WebSocket at `/ipc`. A page that was opened by a URL
 * sends `{"session", "ticket"}` first. One that reconnects sends `{"window", "nonce"}`, receives
 * `{"challenge", "proof"}`, and sends `{"proof"}`. Either is answered with `{"welcome": …}`, which
 * names the build of the pages. Then follow calls, `{"id", "call", "input"}` answered with `{"id",
 * "result"}`, and every event of the core as `{"event": …}` to every page.
 */
export function serveIpcSocket({
  server,
  core,
  sessions,
  hosts,
  build,
  log,
}: {
  server: Server
  core: Core
  sessions: Sessions
  /** Identifies the build of the pages. */
  build: string
  /** Accepted values of `Host`. */
  hosts: readonly string[]
  log: Log
}): { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumMessageBytes,
    perMessageDeflate: false,
  })
  /** The admitted pages, with their sessions. */
  const pages = new Map<WebSocket, string>()
  const origins = hosts.map((host) => `http://${host}`)

  const isOurs = ({ url, headers }: IncomingMessage) =>
    url === '/ipc' && hosts.includes(headers.host ?? '') && origins.includes(headers.origin ?? '')

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isOurs(request)) {
      sockets.handleUpgrade(request, socket, head, (page) => greet(page, request.headers.host!))
    } else {
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
  })

  function greet(page: WebSocket, address: string): void {
    // Without a listener, a message that is too large would end the program.
    page.on('error', (reason) => log.warn('a page was cut off', { reason: reason.message }))
    const patience = setTimeout(() => page.close(closeCodes.silent), helloMilliseconds)
    page.once('close', () => clearTimeout(patience))
    const hear = (take: (message: unknown) => void) =>
      page.once('message', (data, isBinary) => take(isBinary ? undefined : parse(data)))
    const welcome = async (key: string) => {
      // The window can reconnect from here on, even if the program is killed right after.
      const isOpen = await sessions.see(key)
      clearTimeout(patience)
      if (page.readyState !== page.OPEN) return
      if (isOpen) admit(page, key)
      else cutOff([page])
    }

    hear((hello) => {
      if (isCredentials(hello)) {
        const admission = sessions.begin(hello)
        if (admission.is === 'admitted') void welcome(admission.key)
        else refuse(page, admission)
      } else if (isReturn(hello)) {
        const found = sessions.find(hello.window)
        if (found.is !== 'admitted') {
          refuse(page, found)
          return
        }
        const meeting = { nonce: hello.nonce, challenge: createLaunchToken(), address }
        const proof = computeProof(found.key, 'host', meeting)
        page.send(JSON.stringify({ challenge: meeting.challenge, proof }))
        hear((answer) => {
          // The session may have ended in the meantime.
          const still = sessions.find(hello.window)
          if (!isProof(answer)) page.close(closeCodes.unknownMessage)
          else if (!isSameSecret(answer.proof, computeProof(found.key, 'page', meeting)))
            page.close(closeCodes.stranger)
          else if (still.is === 'admitted') void welcome(still.key)
          else refuse(page, still)
        })
      } else page.close(closeCodes.unknownMessage)
    })
  }

  function refuse(page: WebSocket, admission: Admission): void {
    if (admission.is === 'ended') endSession(admission.key)
    page.close(admission.is === 'ended' ? closeCodes.ticketUsedTwice : closeCodes.stranger)
  }

  function admit(page: WebSocket, key: string): void {
    pages.set(page, key)
    page.once('close', () => {
      if (pages.delete(page)) void sessions.see(key)
    })
    page.on('message', (next, nextIsBinary) => {
      // Messages that arrive after the session ended are ignored.
      if (page.readyState === page.OPEN) receive(page, nextIsBinary ? undefined : parse(next))
    })
    page.send(JSON.stringify({ welcome: build }))
  }

  function endSession(key: string): void {
    cutOff([...pages].flatMap(([page, of]) => (of === key ? [page] : [])))
  }

  function cutOff(ended: WebSocket[]): void {
    for (const page of ended) page.close(closeCodes.ticketUsedTwice)
    if (ended.length > 0)
      log.warn('a ticket was used twice, so the session that it began has ended')
  }

  function receive(page: WebSocket, message: unknown): void {
    if (!isCall(message)) {
      page.close(closeCodes.unknownMessage)
      return
    }
    core.call(message.call, message.input).then(
      (result) => say(page, JSON.stringify({ id: message.id, result })),
      (reason: unknown) => log.warn('a call threw', { call: message.call, reason: String(reason) }),
    )
  }

  /** Sends a message; disconnects a page that does not read. */
  function say(page: WebSocket, text: string): void {
    if (page.bufferedAmount <= maximumUnreadBytes) page.send(text)
    else if (page.readyState === page.OPEN) {
      log.warn('a page was cut off', { reason: 'it doesn’t read what it’s told' })
      page.terminate()
    }
  }

  const quiet = core.on((event) => {
    const text = JSON.stringify({ event })
    for (const page of pages.keys()) say(page, text)
  })

  const seeAll = () => new Set(pages.values()).forEach((key) => void sessions.see(key))
  // So that a window which is open for weeks can reconnect after a kill, too.
  const daily = setInterval(seeAll, 24 * 60 * 60 * 1000).unref()

  return {
    close() {
      quiet()
      clearInterval(daily)
      seeAll()
      pages.clear()
      for (const page of sockets.clients) page.close(closeCodes.goingAway)
    },
  }
}

/** Parses a message; undefined when it is not JSON (`null` is). */
function parse(data: RawData): unknown {
  try {
    return parseJson((data as Buffer).toString('utf8'))
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = <Name extends string>(
  value: unknown,
  ...names: Name[]
): value is Record<Name, string> =>
  isObject(value) &&
  Object.keys(value).length === names.length &&
  names.every((name) => typeof value[name] === 'string')

const isCredentials = (value: unknown): value is Credentials =>
  has(value, 'session', 'ticket') && value['session'].length === 43

const isReturn = (value: unknown): value is Return =>
  has(value, 'window', 'nonce') && value['nonce'].length === 43

const isProof = (value: unknown): value is { proof: string } => has(value, 'proof')

const isCall = (value: unknown): value is { id: number; call: string; input?: unknown } =>
  isObject(value) &&
  Number.isSafeInteger(value['id']) &&
  typeof value['call'] === 'string' &&
  Object.keys(value).every((key) => ['id', 'call', 'input'].includes(key))
