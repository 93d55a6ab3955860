/**
 * The interfaces to everything outside the core. Hosts provide them; the simulation provides seeded
 * ones. Nothing in the core reads a clock, a random source or the network directly.
 */
import type { Result } from '#shared/errors.ts'
import type { DesktopState, UpdateState, WindowName } from '#shared/ipc/desktop.ts'
import type { ProxySettings, ProxyFailure } from '#shared/ipc/proxy.ts'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import type { LocalApiState } from '#shared/ipc/call-results.ts'

export interface Clock {
  /** Wall clock, epoch milliseconds. For display, never for ordering. */
  now(): number
  /** Monotonic clock, milliseconds. For waiting. */
  monotonic(): number
  /** The computer's time zone, such as `Europe/Vienna`. */
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
  /** For the whole exchange, milliseconds. */
  timeout: number
  signal?: AbortSignal
}

/**
 * The outcome of a request. `unreached`: certainly not a byte of it left (name not found,
 * connection refused); `proxy` says that a proxy is the cause. `lost`: it may have arrived, but the
 * reply did not.
 */
export type HttpOutcome =
  | { is: 'answer'; status: number; headers: Record<string, string>; body: string }
  | { is: 'unreached'; why: string; proxy?: ProxyFailure }
  | { is: 'lost'; why: string }

/** One HTTP exchange. Never follows a redirect, never retries, never throws. */
export type Http = (request: HttpRequest) => Promise<HttpOutcome>

export interface StreamRequest {
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  /** Receives the body of a 200 as it arrives, in chunks of any length. */
  onText(text: string): void
}

/**
 * Opens a long-lived reply. Resolves when it ends, with its status, or null when there was none.
 * Never throws.
 */
export type OpenStream = (request: StreamRequest) => Promise<number | null>

/** Access tokens by account, and the password of a proxy under `proxySecretOwner`. */
export interface Secrets {
  /**
   * Null: none is stored, or this program cannot read it. Rejects where it may be readable later.
   */
  get(owner: string): Promise<string | null>
  /** True when one is stored, even if only another program of this person can read it. */
  has(owner: string): Promise<boolean>
  set(owner: string, secret: string): Promise<void>
  remove(owner: string): Promise<void>
}

/** No account can have this name. */
export const proxySecretOwner = '@proxy'

export type ProxyWithPassword = ProxySettings & { password: string | null }

/** How requests leave this computer. */
export interface Network {
  /**
   * Takes effect with the next request. Idle connections are closed, and requests that wait for one
   * fail before a byte is sent.
   */
  apply(way: ProxyWithPassword): void
  /** Returns the proxy for an address now, as `host:port`; null: none. */
  resolveProxy(url: string): Promise<string | null>
  /** Returns the proxy that the system sets for an address, regardless of the setting. */
  resolveSystemProxy(url: string): Promise<string | null>
}

/** A service with the demo organisation, on this computer's loopback. */
export interface DemoService {
  url: string
  token: string
  stop(): Promise<void>
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
}

/** Facts around a data folder that help to understand what went wrong. */
export interface MachineFacts {
  /** Such as the system and its version. */
  system: Record<string, string>
  /**
   * Texts that identify the person, such as the path of their folder. They are removed from a
   * report.
   */
  private: string[]
  /** The newest lines of each app's log, oldest first, as they were written. */
  logs: { name: string; lines: string[] }[]
  /** Dumps of processes that crashed; `at` is in epoch milliseconds. */
  dumps: { at: number; bytes: number }[]
}

/**
 * Runs a task by its name (backup/worker-tasks.ts) on another thread, after those that were
 * requested before; input and result are copied. Rejects with what the task threw, including its
 * `code`; with an `AbortError` when the signal aborts before the task commits, at the latest a
 * second after that; and when the thread dies.
 */
export type OffThread = (task: string, input: unknown, signal?: AbortSignal) => Promise<unknown>

/** The desktop that a host with windows runs on. */
export interface Desktop {
  state(): DesktopState
  /** Applies the settings to the desktop: login, shortcuts, tray, theme. */
  apply(settings: MachineSettings): Promise<void>
  /** @param path a page of the main window, such as `/sync` */
  open(window: WindowName, path?: string): void
  /** Asks for a file, and prints the page in front to it; null when the person canceled. */
  savePdf(name: string): Promise<Result<string | null>>
  quit(): void
  /** Subscribes to changes of the state; the returned function unsubscribes. */
  onChange?(changed: () => void): () => void
}

/** Updates of the program. */
export interface Updates {
  state(): UpdateState
  /** Starts to check now and every few hours, or stops. */
  apply(isOn: boolean): void
  /** Checks now. */
  look(): Promise<UpdateState>
  /** Ends the program in order and starts the newer version; refused while something is open. */
  install(): Result<null>
  /** Subscribes to changes of the state; the returned function unsubscribes. */
  onChange(changed: () => void): () => void
}

/** Who makes a call of the core. */
export interface Caller {
  /**
   * A window has no access outside the data folder, and offers remedies itself; the author of a
   * command reads the answer in a terminal, and may name files.
   */
  readonly is: 'window' | 'command'
  /** The account that the call is about; it fails with `conflict` where another one is open. */
  readonly account?: string | undefined
  /** The time zone in which the caller reads and writes times, where it is another than the host's. */
  readonly zone?: string | undefined
  /** Aborted when the caller no longer waits: work that leaves nothing half done stops. */
  readonly signal?: AbortSignal
}

/** The API of the specification for programs on this computer, on top of the core's calls. */
export interface LocalApiPort {
  state(): LocalApiState
  /** Starts or stops it according to the settings; what prevents it becomes its state. */
  apply(
    settings: MachineSettings,
    call: (
      name: string,
      input: unknown,
      caller?: Pick<Caller, 'account'>,
    ) => Promise<Result<unknown>>,
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
  /** Facts for a report; without this a report has no logs. */
  machine?(): MachineFacts
  /**
   * Returns a unique and stable id of this computer. Without one a data folder does not state on
   * which computer it was made.
   */
  thisMachine?(): string
  /** Returns what people call this computer; without one, the id of `thisMachine` is used. */
  machineName?(): string
  /** Starts the demo service over a database file; the same file gives the same organisation. */
  startDemo(file: string): Promise<DemoService>
  /** Long-lived replies; without them nothing is received between two passes. */
  openStream?: OpenStream
  /**
   * Subscribes to wake-ups and network changes of the computer; the returned function unsubscribes.
   * Without it such a change is noticed in the next pass.
   */
  onNetworkChange?(changed: () => void): () => void
  /** Without one, requests go as `http` sends them, and the setting is only stored. */
  network?: Network
  /** Without one there are no windows and no signals of the operating system. */
  desktop?: Desktop
  /** Without one, the program does not check for updates. */
  updates?: Updates
  /** Without one, settings of the local API start nothing. */
  localApi?: LocalApiPort
}
