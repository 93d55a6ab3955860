/** The callers' end of the app's control channel (control-protocol.ts). */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import {
  addressOf,
  aliveEvery,
  builtContract,
  channelFile,
  createFrameReader,
  environmentZone,
  maximumBytes,
  objectIn,
  parseAddress,
  processZone,
  protocolVersion,
  sendFrame,
  textsIn,
  type AppFacts,
  type ChannelAddress,
  type ChannelAnswer,
  type ChannelHost,
  type ReadFrame,
} from './control-protocol.ts'
import { computeProof, createLaunchToken, isSameSecret } from './launch-token.ts'

/** Why there is no connection to an app. */
export type NoAnswer =
  /** It is running and does not reply. */
  | { is: 'silent'; pid: number }
  /** It ended before it had replied, or the caller's signal ended the wait. */
  | { is: 'ended' }
  /** It is not running: no program of this data folder proves itself at its address. */
  | { is: 'absent' }

/** What became of a call. */
export type CallOutcome =
  | { is: 'answered'; result: CallResult<unknown> }
  /** The app was closing, or the connection had ended: the call was not begun. */
  | { is: 'refused' }
  /** The connection ended before the answer: the call may have been carried out. */
  | { is: 'lost' }
  /** The app stopped replying: the call may have been carried out, or be so later. */
  | { is: 'silent' }

/** A connection to an app that has proved itself. */
export interface AppConnection {
  /** The app's process. */
  readonly pid: number
  /** False where calls may take or return something else, or mean times in another zone. */
  readonly answersAlike: boolean
  /** Never rejects. */
  call(name: string, input: unknown, account?: string): Promise<CallOutcome>
  /** Receives the progress of calls. */
  on(listener: (event: CoreEvent) => void): void
  /** Ends the connection; calls that are unanswered are `lost`. */
  close(): void
}

/** A ticket is 32 random bytes in base64url (launch-token.ts). */
const ticketForm = /^[\w-]{43}$/

/**
 * How long a host may take to prove itself, milliseconds. One that runs may be busy for seconds.
 * Where its process is gone, another program has its port; but a process that exists may not be
 * visible from here, as from inside a sandbox, so it gets some time as well.
 */
const patience = { running: 10_000, gone: 1_500 }

/** After so many seconds without a sign of life during a call, an app counts as silent. */
const mostSilent = 10

/**
 * Connects to a host that runs on the data folder.
 * @param signal ends the connection
 */
export async function connectToApp(
  home: string,
  host: ChannelHost,
  signal?: AbortSignal,
): Promise<{ is: 'connected'; app: AppConnection } | NoAnswer> {
  const address = readAddress(home, host)
  if (address === null) return { is: 'absent' }
  const { pid } = address
  const socket = connect({ host: '127.0.0.1', port: address.port, ...(signal && { signal }) })
  const read = createFrameReader(socket)
  const isGone = isProcessGone(pid)
  const admission = await admit(socket, read, address, isGone ? patience.gone : patience.running)
  if (admission.is === 'admitted') {
    const answersAlike = isAlike(admission.facts)
    return { is: 'connected', app: connectionOver(socket, read, { pid, answersAlike }) }
  }
  socket.destroy()
  if (signal?.aborted) return { is: 'ended' }
  // Left over from a crash: no app listens, or another program has the port by now.
  return admission.is === 'silent' && !isGone ? { is: 'silent', pid } : { is: 'absent' }
}

/** Asks a host that runs on the data folder for a ticket that opens one window of it. */
export async function requestWindow(
  home: string,
  host: ChannelHost,
  signal: AbortSignal,
): Promise<{ is: 'issued'; ticket: string } | NoAnswer> {
  const connected = await connectToApp(home, host, signal)
  if (connected.is !== 'connected') return connected
  const { app } = connected
  const outcome = await app.call('app.openWindow', undefined)
  app.close()
  if (outcome.is === 'silent') return { is: 'silent', pid: app.pid }
  if (outcome.is !== 'answered' || !outcome.result.ok) return { is: 'ended' }
  const { ticket } = (outcome.result.value ?? {}) as { ticket?: unknown }
  return typeof ticket === 'string' && ticketForm.test(ticket)
    ? { is: 'issued', ticket }
    : { is: 'ended' }
}

function readAddress(home: string, host: ChannelHost): ChannelAddress | null {
  try {
    return parseAddress(readFileSync(channelFile(home, host), 'utf8'))
  } catch {
    return null
  }
}

/** Naming the zone of this process takes Node 12 ms, which most environments spare it. */
const isAlike = ({ contract, ...theirs }: AppFacts): boolean =>
  contract === builtContract &&
  (theirs.environmentZone === environmentZone() || theirs.zone === processZone())

function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Has the host prove itself, and proves to it that this is a program of the data folder. */
async function admit(
  socket: Socket,
  read: ReadFrame,
  { port, key }: ChannelAddress,
  limit: number,
): Promise<{ is: 'admitted'; facts: AppFacts } | { is: 'stranger' } | { is: 'silent' }> {
  let isSilent = false
  const timer = setTimeout(() => {
    isSilent = true
    socket.destroy()
  }, limit)
  try {
    const nonce = createLaunchToken()
    sendFrame(socket, { v: protocolVersion, nonce })
    const hello = await read(maximumBytes.unproved)
    const theirs = textsIn(hello, 'challenge', 'proof')
    const meeting = { nonce, challenge: theirs.challenge, address: addressOf(port) }
    if (!isSameSecret(theirs.proof, computeProof(key, 'host', meeting))) return { is: 'stranger' }
    sendFrame(socket, { proof: computeProof(key, 'command', meeting) })
    const facts = await read(maximumBytes.unproved)
    return { is: 'admitted', facts: textsIn(facts, 'contract', 'environmentZone', 'zone') }
  } catch {
    return { is: isSilent ? 'silent' : 'stranger' }
  } finally {
    clearTimeout(timer)
  }
}

/** Makes calls over a connection on which both ends have proved themselves. */
function connectionOver(
  socket: Socket,
  read: ReadFrame,
  app: Pick<AppConnection, 'pid' | 'answersAlike'>,
): AppConnection {
  const waiting = new Map<number, (outcome: CallOutcome) => void>()
  const listeners: ((event: CoreEvent) => void)[] = []
  let last = 0
  let isOver = false
  let silentFor = 0
  let ticking: NodeJS.Timeout | undefined

  function settle(id: number, outcome: CallOutcome): void {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
    if (waiting.size === 0) clearInterval(ticking)
  }
  function end(is: 'lost' | 'silent'): void {
    isOver = true
    for (const id of waiting.keys()) settle(id, { is })
    if (is === 'silent') socket.destroy()
    else socket.destroySoon()
  }
  // Counts seconds in which this process ran: a computer that slept is no silent app.
  const tick = () => {
    silentFor += 1
    if (silentFor > mostSilent) end('silent')
  }
  const receive = async () => {
    try {
      for (;;) {
        const message = objectIn(await read(maximumBytes.answer)) as ChannelAnswer
        silentFor = 0
        if ('result' in message) settle(message.id, { is: 'answered', result: message.result })
        else if ('closing' in message) settle(message.id, { is: 'refused' })
        else if ('event' in message) for (const listener of listeners) listener(message.event)
      }
    } catch {
      end('lost')
    }
  }
  void receive()

  return {
    ...app,
    call: (call, input, account) =>
      new Promise((resolve) => {
        if (isOver) {
          resolve({ is: 'refused' })
          return
        }
        const id = ++last
        if (waiting.size === 0) {
          silentFor = 0
          ticking = setInterval(tick, aliveEvery)
        }
        waiting.set(id, resolve)
        sendFrame(socket, { id, call, input, account })
      }),
    on: (listener) => void listeners.push(listener),
    close: () => end('lost'),
  }
}
