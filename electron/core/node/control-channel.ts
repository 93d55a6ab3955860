/**
 * The control channel of a running app, over which the command line makes its calls, and another
 * launch asks it for a window (control-protocol.ts).
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ok } from '#shared/errors.ts'
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import type { Caller, Log } from '../ports.ts'
import {
  addressOf,
  aliveEvery,
  builtContract,
  createFrameReader,
  environmentZone,
  maximumBytes,
  objectIn,
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
import { ownerFile, writeOwner, type Owner, type OwnerHost } from './owner-file.ts'
import { writePrivateFile } from './private-file.ts'
import { programVersion } from './program-folder.ts'

export interface ControlChannel {
  /**
   * Begins no more calls, ends the core (which answers those in progress), and closes the
   * connections once the answers are sent.
   */
  close(endCore: () => Promise<void>): Promise<void>
}

/** What the channel needs of the core. */
interface ChannelCore {
  call(name: string, input: unknown, caller: Caller): Promise<CallResult<unknown>>
  on(listener: (event: CoreEvent) => void): () => void
}

interface Options {
  home: string
  host: OwnerHost
  core: ChannelCore
  /** Shows a window, or lets one be opened, where the host has windows. */
  openWindow?: () => WindowAccess
  log: Log
  facts?: Partial<AppFacts>
}

/** The calls in progress of all connections, and whether others may begin. */
interface Calls {
  readonly running: Set<Promise<void>>
  isClosing: boolean
}

/** How long a caller may take to prove itself, milliseconds. */
const patience = 10_000

/**
 * Opens the control channel of a host that owns its data folder (owner-lock.ts). When that fails (no
 * free port, a folder that is not writable), the app runs without one and logs the reason.
 */
export async function openControlChannel(options: Options): Promise<ControlChannel> {
  const { home, host, log } = options
  const key = createLaunchToken()
  const open = new Set<Socket>()
  const calls: Calls = { running: new Set(), isClosing: false }
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    void serve(socket, key, options, calls)
  })

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: '127.0.0.1', port: 0 }, resolve)
    })
    const { port } = server.address() as AddressInfo
    const owner: Owner = { pid: process.pid, host, channel: { port, key } }
    await writePrivateFile(ownerFile(home), JSON.stringify(owner))
  } catch (reason) {
    log.warn('the command line can’t reach this app', { reason: String(reason) })
  }
  server.on('error', (reason) =>
    log.warn('the connection to the command line failed', { reason: String(reason) }),
  )

  return {
    async close(endCore) {
      writeOwner(home, host)
      server.close()
      calls.isClosing = true
      try {
        await endCore()
        await Promise.all(calls.running)
      } finally {
        // A caller that is stopped, and does not read its answer, does not hold up the app.
        for (const socket of open) socket.unref().destroySoon()
      }
    },
  }
}

/** Serves the calls of a caller that proves itself; closes the connection of any other. */
async function serve(socket: Socket, key: string, options: Options, calls: Calls): Promise<void> {
  const read = createFrameReader(socket)
  const begun = new Set<Begun>()
  const leaving = new AbortController()
  socket.once('close', () => leaving.abort())
  try {
    if (!(await isAdmitted(socket, read, key))) return
    sendFrame(socket, { ...ownFacts(), ...options.facts })
    for (;;) {
      const asked = parseCall(await read(maximumBytes.call))
      if (calls.isClosing) {
        send(socket, { id: asked.id, closing: true })
        continue
      }
      const answered = answer(socket, asked, options, begun, leaving.signal).catch(
        (reason: unknown) => {
          options.log.warn('a call from the command line threw', { reason: String(reason) })
          socket.destroy()
        },
      )
      calls.running.add(answered)
      void answered.then(() => calls.running.delete(answered))
    }
  } catch {
    // The connection ended, or what it carried is no call.
  } finally {
    endAll(options.core, begun)
    socket.destroySoon()
  }
}

/** Has the caller prove itself; throws where it does not, or not in time. */
async function isAdmitted(socket: Socket, read: ReadFrame, key: string): Promise<boolean> {
  const timer = setTimeout(() => socket.destroy(), patience)
  try {
    const { v, nonce } = objectIn(await read(maximumBytes.unproved))
    if (v !== protocolVersion || typeof nonce !== 'string' || nonce.length !== 43) return false
    const meeting = { nonce, challenge: createLaunchToken(), address: addressOf(socket.localPort) }
    sendFrame(socket, {
      challenge: meeting.challenge,
      proof: computeProof(key, 'host', meeting),
    })
    const { proof } = textsIn(await read(maximumBytes.unproved), 'proof')
    return isSameSecret(proof, computeProof(key, 'command', meeting))
  } finally {
    clearTimeout(timer)
  }
}

const ownFacts = (): AppFacts => ({
  contract: builtContract,
  version: programVersion(),
  environmentZone: environmentZone(),
})

/** Throws where it is no call. */
function parseCall(message: unknown): ChannelCall {
  const { id, call, input, account, zone } = objectIn(message)
  if (typeof id !== 'number' || typeof call !== 'string') throw new Error('Not a call')
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { id, call, input, account: text(account), zone: text(zone) }
}

/** An export or an import, which ends with the connection that began it. */
interface Begun {
  domain: 'export' | 'import'
  number: number
}

function endAll(core: ChannelCore, begun: ReadonlySet<Begun>): void {
  for (const { domain, number } of begun)
    void core.call(`${domain}.end`, { [domain]: number }, { is: 'command' })
}

/**
 * Answers a call. It is carried out even if the caller disconnects, except for work that heeds the
 * signal.
 * @param signal aborted when the connection has ended
 */
async function answer(
  socket: Socket,
  { id, call, input, account, zone }: ChannelCall,
  { core, openWindow }: Options,
  begun: Set<Begun>,
  signal: AbortSignal,
): Promise<void> {
  if (call === 'app.openWindow' && openWindow) {
    send(socket, { id, result: ok(openWindow()) })
    return
  }
  const beat = setInterval(() => send(socket, { id, alive: true }), aliveEvery)
  const [domain] = call.split('.', 1)
  const quiet = core.on((event) => {
    const isProgress = event.event === 'import' || event.event === 'sync'
    if (isProgress && event.event === domain) send(socket, { id, event })
  })
  const caller = { is: 'command', signal, account, zone } as const
  const result = await core.call(call, input, caller).finally(() => {
    clearInterval(beat)
    quiet()
  })
  if (result.ok && (call === 'export.begin' || call === 'import.begin')) {
    const number = (result.value as Record<string, number>)[domain!]!
    begun.add({ domain: domain as Begun['domain'], number })
    if (socket.destroyed) endAll(core, begun)
  }
  send(socket, { id, result })
}

const send = (socket: Socket, message: ChannelAnswer): void => sendFrame(socket, message)
