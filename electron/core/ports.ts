/**
 * Everything the core needs of the world outside. Hosts hand these in; the simulation hands in
 * seeded ones. Nothing in the core reads a clock, a random source or the network by itself.
 */
import type { Result } from '#shared/errors.ts'
import type { DesktopState, UpdateState, WindowName } from '#shared/ipc/desktop.ts'
import type { ProxySettings, ProxyTrouble } from '#shared/ipc/proxy.ts'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import type { LocalApiState } from '#shared/ipc/views.ts'

export interface Clock {
  /** Wall clock, epoch milliseconds. For what people see, never for order. */
  now(): number
  /** Milliseconds that only go forward. For waiting. */
  monotonic(): number
  /** The machine's time zone, such as `Europe/Vienna`. */
  zone(): string
  /** Resolves after the wait, or at once when the signal aborts. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  /** At least 0, less than 1. */
  fraction(): number
  /** Letters and digits, unguessable. */
  token(bytes: number): string
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** For the whole exchange. */
  timeout: number
  signal?: AbortSignal
}

/**
 * What became of a request. `unreached`: certainly not a byte of it left (name not found,
 * connection refused); `proxy` says that one stands in the way. `lost`: it may have arrived, the
 * answer did not.
 */
export type HttpOutcome =
  | { is: 'answer'; status: number; headers: Record<string, string>; body: string }
  | { is: 'unreached'; why: string; proxy?: ProxyTrouble }
  | { is: 'lost'; why: string }

/** One HTTP exchange. Never follows a redirect, never retries, never throws. */
export type Http = (request: HttpRequest) => Promise<HttpOutcome>

export interface StreamRequest {
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  /** Hears the body of a 200 as it comes, in pieces of any length. */
  onText(text: string): void
}

/**
 * One long answer. Resolves when it ends, with its status, or null when there was none. Never
 * throws.
 */
export type OpenStream = (request: StreamRequest) => Promise<number | null>

/** Access tokens by account, and under `proxyOwner` the password of a proxy. */
export interface Secrets {
  /** Null: none is kept, or this program cannot open it. Rejects where it may open later. */
  get(owner: string): Promise<string | null>
  /** Whether one is kept, also where only another program of this person can open it. */
  has(owner: string): Promise<boolean>
  set(owner: string, secret: string): Promise<void>
  remove(owner: string): Promise<void>
}

/** No account can be called so. */
export const proxyOwner = '@proxy'

export type ProxyWay = ProxySettings & { password: string | null }

/** How requests leave this machine. */
export interface Network {
  /**
   * Holds from the next request on. Connections by the former way are let go, and with them what
   * waits for one: nothing of it has left.
   */
  apply(way: ProxyWay): void
  /** The proxy that leads to an address now, as `host:port`; null: none. */
  proxyTo(url: string): Promise<string | null>
  /** The same as the system says, whatever is set. */
  systemProxyTo(url: string): Promise<string | null>
}

/** A service with the demo organisation, on this machine's loopback. */
export interface DemoService {
  url: string
  token: string
  stop(): Promise<void>
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
}

/** What surrounds a data folder and helps to understand what went wrong. */
export interface MachineFacts {
  /** Such as the system and its version. */
  system: Record<string, string>
  /** Texts that say who somebody is, such as the path of their folder: nothing of a report. */
  private: string[]
  /** The newest lines of each app's log, oldest first, as they were written. */
  logs: { name: string; lines: string[] }[]
  /** Dumps of processes that crashed; `at` is in epoch milliseconds. */
  dumps: { at: number; bytes: number }[]
}

/**
 * Runs a task by its name (backup/tasks.ts) on another thread, after those that were asked for
 * before; input and answer are copied. Rejects with what the task threw, its `code` kept; with an
 * `AbortError` when the signal aborts before the task commits, at the latest a second after that;
 * and when the thread dies.
 */
export type OffThread = (task: string, input: unknown, signal?: AbortSignal) => Promise<unknown>

/** The desktop that a host with windows runs on. */
export interface Desktop {
  state(): DesktopState
  /** Brings the desktop in line with the settings: login, shortcuts, tray, theme. */
  apply(settings: MachineSettings): Promise<void>
  /** @param path a page of the main window, such as `/sync` */
  open(window: WindowName, path?: string): void
  /** Asks where, and prints the page in front there; null when the person took it back. */
  savePdf(name: string): Promise<Result<string | null>>
  quit(): void
  /** Hears that the state became another, until the answer is called. */
  onChange?(changed: () => void): () => void
}

/** Newer versions of the program. */
export interface Updates {
  state(): UpdateState
  /** Looks now and every few hours, or no longer. */
  apply(isOn: boolean): void
  /** Looks now. */
  look(): Promise<UpdateState>
  /** Ends the program in order and starts the newer one; refused while something is open. */
  install(): Result<null>
  /** Hears that the state became another, until the answer is called. */
  onChange(changed: () => void): () => void
}

/** The API of the specification for programs of this machine, over the calls of the core. */
export interface LocalInterface {
  state(): LocalApiState
  /** Starts or stops it as the settings say; what stands in the way becomes its state. */
  apply(
    settings: MachineSettings,
    call: (name: string, input: unknown, account?: string) => Promise<Result<unknown>>,
  ): Promise<void>
  close(): Promise<void>
}

export interface CorePorts {
  clock: Clock
  random: Random
  http: Http
  secrets: Secrets
  log: Log
  offThread: OffThread
  /** For a report; without it that has no logs. */
  machine?(): MachineFacts
  /**
   * A name of this machine that no other has, the same each time. Without one a data folder does not
   * know on which it was made.
   */
  thisMachine?(): string
  /** What people call this machine; without one, as `thisMachine` does. */
  machineName?(): string
  /** Starts the demo service over a database file; the same file gives the same organisation. */
  startDemo(file: string): Promise<DemoService>
  /** Long answers; without it nothing is heard between two looks. */
  openStream?: OpenStream
  /**
   * Tells when the machine woke up or its network changed, until the answer is called. Without it
   * such a change is noticed at the next look.
   */
  onSurroundings?(changed: () => void): () => void
  /** Without one, requests go as `http` sends them, and the setting is only kept. */
  network?: Network
  /** Without one there are no windows of their own, and nothing that the system tells. */
  desktop?: Desktop
  /** Without one, nobody looks for newer versions. */
  updates?: Updates
  /** Without one, settings of the local interface start nothing. */
  localApi?: LocalInterface
}
