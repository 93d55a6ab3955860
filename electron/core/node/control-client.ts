/** The callers' end of the app's control channel (control-protocol.ts). */
import { connect, type Socket } from 'node:net'
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import {
  addressOf,
  aliveEvery,
  builtContract,
  createFrameReader,
  environmentZone,
  maximumBytes,
  objectIn,
  processZone,
  protocolVersion,
  sendFrame,
  textsIn,
  type AppFacts,
  type ChannelAnswer,
  type ChannelCall,
  type ReadFrame,
  type WindowAccess,
} from './control-protocol.ts'
import { computeProof, createLaunchToken, isSameSecret } from './launch-token.ts'
import type { ChannelAddress, Owner } from './owner-file.ts'

/** Why there is no connection to an app. */
export type NoAnswer =
  /** It is running and does not reply. */
  | { is: 'silent' }
  /** It is not running, or ending: no program of this data folder proves itself at its address. */
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
  /** False where calls may take or return something else. */
  readonly isSameContract: boolean
  readonly version: string
  /** Never rejects. */
  call(name: string, input: unknown, account?: string): Promise<CallOutcome>
  /** Receives the progress of calls. */
  on(listener: (event: CoreEvent) => void): void
  /** Ends the connection; calls that are unanswered are `lost`. */
  close(): void
}

/** The launch token and a ticket are 32 random bytes in base64url (launch-token.ts). */
const tokenForm = /^[\w-]{43}$/

/**
 * How long a host may take to prove itself, milliseconds. One that runs may be busy for seconds.
 * Where its process is gone, another program has its port; but a process that exists may not be
 * visible from here, as from inside a sandbox, so it gets some time as well.
 */
const patience = { running: 10_000, gone: 1_500 }

/** After so many seconds without a sign of life during a call, an app counts as silent. */
const mostSilent = 10

/** Connects to an app, which has to prove that it is this one. */
export async function connectToApp(
  owner: Owner | null,
): Promise<{ is: 'connected'; app: AppConnection } | NoAnswer> {
  if (!owner?.channel) return { is: 'absent' }
  const { pid, channel } = owner
  const socket = connect({ host: '127.0.0.1', port: channel.port })
  const read = createFrameReader(socket)
  const isGone = isProcessGone(pid)
  const admission = await admit(socket, read, channel, isGone ? patience.gone : patience.running)
  if (admission.is === 'admitted') {
    return { is: 'connected', app: connectionOver(socket, read, admission.facts) }
  }
  socket.destroy()
  // Left over from a crash: no app listens, or another program has the port by now.
  return { is: admission.is === 'silent' && !isGone ? 'silent' : 'absent' }
}

/** Has an app show a window, or asks it how to open one. */
export async function requestWindow(
  owner: Owner,
): Promise<{ is: 'opened'; access: WindowAccess } | NoAnswer> {
  const connected = await connectToApp(owner)
  if (connected.is !== 'connected') return connected
  const { app } = connected
  const outcome = await app.call('app.openWindow', undefined)
  app.close()
  if (outcome.is === 'silent') return { is: 'silent' }
  if (outcome.is !== 'answered' || !outcome.result.ok) return { is: 'absent' }
  const access = outcome.result.value as WindowAccess
  return access === null || isWindowAccess(access) ? { is: 'opened', access } : { is: 'absent' }
}

const isWindowAccess = ({ port, token, ticket }: NonNullable<WindowAccess>): boolean =>
  Number.isInteger(port) && [token, ticket].every((text) => tokenForm.test(text))

/** Naming the zone of this process takes Node 12 ms, which most environments spare it. */
const zoneBeside = (theirs: AppFacts): string | undefined =>
  theirs.environmentZone === environmentZone() ? undefined : processZone()

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
    const texts = textsIn(facts, 'contract', 'version', 'environmentZone')
    return { is: 'admitted', facts: texts }
  } catch {
    return { is: isSilent ? 'silent' : 'stranger' }
  } finally {
    clearTimeout(timer)
  }
}

/** Makes calls over a connection on which both ends have proved themselves. */
function connectionOver(socket: Socket, read: ReadFrame, facts: AppFacts): AppConnection {
  const zone = zoneBeside(facts)
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
    isSameContract: facts.contract === builtContract,
    version: facts.version,
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
        sendFrame(socket, { id, call, input, account, zone } satisfies ChannelCall)
      }),
    on: (listener) => void listeners.push(listener),
    close: () => end('lost'),
  }
}
