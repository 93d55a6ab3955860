/**
 * The browser host's transport: JSON over a loopback WebSocket. A window opened by a URL sends its
 * session and the ticket that starts it. After that it never sends the session again: window and
 * host prove to each other that they know it, since another program may have taken the port while
 * Stint was not running. Calls carry a number that the reply repeats; events carry none.
 */
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import { fail, type Result } from '#shared/errors.ts'
import { sessionKeyOf, sessionNameOf, computeWindowProof } from './window-proof.ts'
import type { ConnectionState, IpcTransport } from './transport.ts'

interface Challenge {
  challenge: string
  proof: string
}

type Message =
  | { welcome: string }
  | Challenge
  | { id: number; result: CallResult<unknown> }
  | { event: CoreEvent }

type Answer = (result: CallResult<unknown>) => void

const sessionKey = 'stint.session'
const ticketKey = 'stint.ticket'
/** Close codes with which the host ends the connection for good. */
const closed: Readonly<Record<number, ConnectionState>> = {
  4001: 'other-start',
  4004: 'used-twice',
}
const firstDelay = 250
const longestDelay = 5000

const gone: Result<never> = fail(
  'internal',
  'Stint is not running. Start it again and this window comes back.',
)

/**
 * The credentials that the host requires: the session of this tab and, until the host has welcomed
 * it, the ticket or launch token of the URL. That one is removed from the address bar at once, so
 * that it is not copied. Both survive a reload; each URL with a ticket or token starts a new
 * session.
 */
export function takeCredentials(page: Window): { session: string; ticket?: string } {
  const { sessionStorage: kept, location, history } = page
  const parameters = new URLSearchParams(location.hash.slice(1))
  const secret = parameters.get('ticket') ?? parameters.get('token')
  if (secret) {
    kept.setItem(sessionKey, randomText(page))
    kept.setItem(ticketKey, secret)
    history.replaceState(null, '', location.pathname + location.search)
  }
  const session = kept.getItem(sessionKey) ?? randomText(page)
  const ticket = kept.getItem(ticketKey)
  return ticket === null ? { session } : { session, ticket }
}

/** Returns 256 random bits as 43 URL-safe characters. */
function randomText(page: Window): string {
  const bytes = page.crypto.getRandomValues(new Uint8Array(32))
  const text = page.btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Connects, and reconnects with growing delays for as long as the page exists. */
export function openSocketTransport(page: Window): IpcTransport {
  let credentials = takeCredentials(page)
  /** The build of the pages that this window runs. */
  let build: string | undefined
  const scheme = page.location.protocol === 'https:' ? 'wss:' : 'ws:'
  const address = `${scheme}//${page.location.host}/ipc`

  const waiting = new Map<number, Answer>()
  /** Calls made before the first welcome. */
  let queued: { text: string; id: number }[] = []
  const listeners = new Set<(event: CoreEvent) => void>()
  const watchers = new Set<(connection: ConnectionState) => void>()
  let socket: WebSocket | undefined
  let state: 'new' | 'open' | 'lost' = 'new'
  let delay = firstDelay
  let lastId = 0

  const tell = (event: CoreEvent) => listeners.forEach((listener) => listener(event))

  function welcomed(now: string) {
    if (build !== undefined && build !== now) {
      // The scripts of this build may no longer exist, and the calls may differ.
      socket!.onclose = null
      socket!.close()
      watchers.forEach((watcher) => watcher('other-start'))
      return
    }
    build = now
    page.sessionStorage.removeItem(ticketKey)
    credentials = { session: credentials.session }
    const again = state === 'lost'
    state = 'open'
    delay = firstDelay
    for (const { text } of queued) socket!.send(text)
    queued = []
    watchers.forEach((watcher) => watcher('open'))
    if (again) tell({ event: 'app-state-changed' })
  }

  /** The nonce that this window sent to be recognized; both proofs of this meeting include it. */
  let nonce = ''
  /** The connection whose other end proved that it knows the session, or was just given it. */
  let trusted: WebSocket | undefined

  /** Identifies this window to the host. */
  async function greet(next: WebSocket) {
    const { session, ticket } = credentials
    if (ticket !== undefined) {
      trusted = next
      next.send(JSON.stringify({ session, ticket }))
    } else {
      nonce = randomText(page)
      const name = await sessionNameOf(await sessionKeyOf(session))
      next.send(JSON.stringify({ window: name, nonce }))
    }
  }

  async function answer(next: WebSocket, { challenge, proof }: Challenge) {
    const key = await sessionKeyOf(credentials.session)
    const meeting = { nonce, challenge, address: page.location.host }
    // Another program has the port: closes without sending anything.
    if (proof !== (await computeWindowProof(key, 'host', meeting))) return next.close()
    trusted = next
    next.send(JSON.stringify({ proof: await computeWindowProof(key, 'page', meeting) }))
  }

  function receive(next: WebSocket, message: Message) {
    if ('challenge' in message) return void answer(next, message)
    if (trusted !== next) return next.close()
    if ('welcome' in message) return welcomed(message.welcome)
    if ('event' in message) return tell(message.event)
    const waits = waiting.get(message.id)
    waiting.delete(message.id)
    waits?.(message.result)
  }

  function lost({ code }: { code: number }) {
    state = 'lost'
    queued = []
    const open = [...waiting.values()]
    waiting.clear()
    open.forEach((answer) => answer(gone))
    watchers.forEach((watcher) => watcher(closed[code] ?? 'away'))
    if (closed[code] === 'used-twice') return
    page.setTimeout(connect, delay)
    delay = Math.min(delay * 2, longestDelay)
  }

  function connect() {
    const next = new WebSocket(address)
    socket = next
    next.onopen = () => void greet(next)
    // eslint-disable-next-line no-restricted-syntax -- the app that served this page
    next.onmessage = (message) => receive(next, JSON.parse(String(message.data)) as Message)
    next.onclose = lost
  }
  connect()

  return {
    call: (name, input) =>
      new Promise((resolve) => {
        if (state === 'lost') return resolve(gone)
        const id = ++lastId
        const text = JSON.stringify({ id, call: name, input })
        waiting.set(id, resolve)
        if (state === 'open') socket!.send(text)
        else queued.push({ text, id })
      }),
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onConnection(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
