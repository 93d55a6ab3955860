/**
 * Everything the core needs of the world outside. Hosts hand these in; the simulation hands in
 * seeded ones. Nothing in the core reads a clock, a random source or the network by itself.
 */

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
 * connection refused). `lost`: it may have arrived, the answer did not.
 */
export type HttpOutcome =
  | { is: 'answer'; status: number; headers: Record<string, string>; body: string }
  | { is: 'unreached'; why: string }
  | { is: 'lost'; why: string }

/** One HTTP exchange. Never follows a redirect, never retries, never throws. */
export type Http = (request: HttpRequest) => Promise<HttpOutcome>

/** Access tokens by account. */
export interface Secrets {
  get(account: string): Promise<string | null>
  set(account: string, token: string): Promise<void>
  remove(account: string): Promise<void>
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

export interface CorePorts {
  clock: Clock
  random: Random
  http: Http
  secrets: Secrets
  log: Log
  /** Starts the demo service over a database file; the same file gives the same organisation. */
  startDemo(file: string): Promise<DemoService>
}
