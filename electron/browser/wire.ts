import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/ports.ts'
import { launchToken, sameText } from '#core/node/launch-token.ts'
import {
  proofOf,
  type Admission,
  type Credentials,
  type Return,
  type Sessions,
} from './sessions.ts'

/** Why a connection was closed, as its page sees it. */
const closeCodes = {
  /** The first message carried neither a session that is known nor what begins one. */
  stranger: 4001,
  /** A message that is none of ours. */
  unknownMessage: 4002,
  /** Not welcome in time. */
  silent: 4003,
  /** Two pages came with one ticket: somebody else had read it. */
  ticketUsedTwice: 4004,
  /** The program is closing. */
  goingAway: 1001,
} as const

/** Notes are at most 10,000 characters; nothing a window says comes near this. */
const maximumMessageBytes = 1024 * 1024
const helloMilliseconds = 10_000
/** A page that does not read for so long is better off reading everything again. */
const maximumUnreadBytes = 8 * 1024 * 1024

/**
 * The contract as messages of JSON on a WebSocket at `/ipc`. A page that was opened by an address
 * says `{"session", "ticket"}` first. One that comes back says `{"window", "nonce"}`, hears
 * `{"challenge", "proof"}`, and says `{"proof"}`. Either is answered by `{"welcome": …}`, which names
 * the build of the pages. Then come calls, `{"id", "call", "input"}` answered by `{"id", "result"}`,
 * and every event of the core as `{"event": …}` to every page.
 */
export function openWire({
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
  /** Tells one build of the pages from another. */
  build: string
  /** Values of `Host` by which this server may be called. */
  hosts: readonly string[]
  log: Log
}): { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maximumMessageBytes,
    perMessageDeflate: false,
  })
  /** The pages that were admitted, with their sessions. */
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
    // Without a listener a message that is too large would end the program.
    page.on('error', (reason) => log.warn('a page was cut off', { reason: reason.message }))
    const patience = setTimeout(() => page.close(closeCodes.silent), helloMilliseconds)
    page.once('close', () => clearTimeout(patience))
    const hear = (take: (message: unknown) => void) =>
      page.once('message', (data, isBinary) => take(isBinary ? undefined : parse(data)))
    const welcome = async (key: string) => {
      // A window that was welcome comes back, also after a kill in the next moment.
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
        const meeting = { nonce: hello.nonce, challenge: launchToken(), address }
        const proof = proofOf(found.key, 'host', meeting)
        page.send(JSON.stringify({ challenge: meeting.challenge, proof }))
        hear((answer) => {
          // It may have ended in the meantime.
          const still = sessions.find(hello.window)
          if (!isProof(answer)) page.close(closeCodes.unknownMessage)
          else if (!sameText(answer.proof, proofOf(found.key, 'page', meeting)))
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
      // After the end of a session what was on its way is not carried out.
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

  /** A page that reads nothing of what it asks for is cut off. */
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
  // A window that is open for weeks comes back after a kill, too.
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
