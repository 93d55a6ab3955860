/**
 * The browser host's wire: JSON over a loopback WebSocket. The first message shows the token of
 * this launch; calls carry a number that their answer repeats; events carry none.
 */
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import { fail, type Result } from '#shared/errors.ts'
import type { Connection, Wire } from './wire.ts'

type Message =
  { welcome: true } | { id: number; result: CallResult<unknown> } | { event: CoreEvent }

type Answer = (result: CallResult<unknown>) => void

const tokenKey = 'stint.launch'
/** The host's close code for a token that is not of this start. */
const strangerToken = 4001
const firstDelay = 250
const longestDelay = 5000

const gone: Result<never> = fail(
  'internal',
  'Stint is not running. Start it again and this window comes back.',
)

/**
 * The launch token: from the address when the page was just opened (and then removed from it, so
 * that it is neither copied nor kept in the browser's history), else from this tab's storage.
 */
export function takeToken(page: Window): string | null {
  const given = new URLSearchParams(page.location.hash.slice(1)).get('token')
  if (given) {
    page.sessionStorage.setItem(tokenKey, given)
    page.history.replaceState(null, '', page.location.pathname + page.location.search)
  }
  return given ?? page.sessionStorage.getItem(tokenKey)
}

/** Connects, and connects again with growing delays for as long as the page lives. */
export function openSocket(page: Window): Wire {
  const token = takeToken(page)
  const scheme = page.location.protocol === 'https:' ? 'wss:' : 'ws:'
  const address = `${scheme}//${page.location.host}/ipc`

  const waiting = new Map<number, Answer>()
  /** Calls made before the first welcome. */
  let queued: { text: string; id: number }[] = []
  const listeners = new Set<(event: CoreEvent) => void>()
  const watchers = new Set<(connection: Connection) => void>()
  let socket: WebSocket | undefined
  let state: 'new' | 'open' | 'lost' = 'new'
  let delay = firstDelay
  let lastId = 0

  const tell = (event: CoreEvent) => listeners.forEach((listener) => listener(event))

  function welcomed() {
    const again = state === 'lost'
    state = 'open'
    delay = firstDelay
    for (const { text } of queued) socket!.send(text)
    queued = []
    watchers.forEach((watcher) => watcher('open'))
    if (again) tell({ event: 'app' })
  }

  function receive(message: Message) {
    if ('welcome' in message) return welcomed()
    if ('event' in message) return tell(message.event)
    const answer = waiting.get(message.id)
    waiting.delete(message.id)
    answer?.(message.result)
  }

  function lost({ code }: { code: number }) {
    state = 'lost'
    queued = []
    const open = [...waiting.values()]
    waiting.clear()
    open.forEach((answer) => answer(gone))
    watchers.forEach((watcher) => watcher(code === strangerToken ? 'other-start' : 'away'))
    page.setTimeout(connect, delay)
    delay = Math.min(delay * 2, longestDelay)
  }

  function connect() {
    const next = new WebSocket(address)
    socket = next
    next.onopen = () => next.send(JSON.stringify({ hello: token }))
    next.onmessage = (message) => receive(JSON.parse(String(message.data)) as Message)
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
