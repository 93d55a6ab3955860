/**
 * Calls the service for sync: each call is one authorized exchange, and its result is classified.
 */
import type { Clock, Http } from '../../ports.ts'
import { classifyReply, type ServiceReply } from '../decide/classify.ts'
import type { Pacer } from './pacer.ts'
import { readConcurrently } from './concurrent-reads.ts'
import { isSafeMove, type ServiceLocation } from '#shared/rules/moved-service.ts'
import { createTimestampNormalizer } from './timestamp-normalizer.ts'
import { requestTimeout } from '../decide/sync-timings.ts'

/** The address of the service and how requests to it are authorized. */
export interface ServiceConnection extends Partial<ServiceLocation> {
  /** Changes where a redirect is followed. */
  url: string
  /** Called where a redirect was followed to another address. */
  onMove?(url: string): void
  /** Reads the current access token; null when there is none. */
  token: () => Promise<string | null>
  /** Header that carries the token. */
  header: string
  /** Word before the token; may be empty. */
  scheme: string
  /** Zone of the service's timestamps. The client converts them to UTC. */
  zone: string
}

/**
 * Returned in place of a reply when the engine was stopped in the meantime: nothing may be applied.
 */
export interface StoppedReply {
  is: 'stopped'
}

export type ClientReply = ServiceReply | StoppedReply

export type QueryParameters = Record<string, string | number>

/** One of several reads. */
export interface ReadRequest {
  path: string
  parameters?: QueryParameters
}

export interface ServiceClient {
  /**
   * @param options.atOnce does not wait for the pacer, until the service first asks for fewer
   *   requests or little is left of the limit that it tells
   */
  get(
    path: string,
    parameters?: QueryParameters,
    options?: { atOnce?: boolean },
  ): Promise<ClientReply>
  /**
   * Yields the replies in the order of the reads. At most `concurrency` reads are under way at
   * once, until the service first asks for fewer. Ending the iteration aborts the reads under way.
   */
  readAll(
    reads: Iterable<ReadRequest>,
    concurrency: number,
  ): AsyncGenerator<ClientReply, void, void>
  /** @param options.idempotencyKey only for a service that has the capability `idempotency` */
  post(
    path: string,
    body: object,
    options?: { idempotencyKey?: string | null },
  ): Promise<ClientReply>
  /** @param options.ifMatch an entity tag; only for a service that has `conditional` */
  put(path: string, body: object, options?: { ifMatch?: string | null }): Promise<ClientReply>
  /**
   * Deletes a record. The body of the reply is never read: it is not a record (specification,
   * Times, delete).
   */
  delete(path: string, options?: { ifMatch?: string | null }): Promise<ClientReply>
}

export interface ServiceClientOptions {
  http: Http
  clock: Clock
  /** Without a zone, UTC. */
  connection: Omit<ServiceConnection, 'token' | 'zone'> & { zone?: string }
  token: string
  signal: AbortSignal
  /** Called for each request. */
  counted(): void
  /**
   * Limits how fast requests follow each other; without a pacer they are sent at once. While the
   * service wants to be left alone, the reply is `retry` without a request.
   */
  pacer?: Pacer
  /**
   * Called with the time of the service's clock in a reply, and when its request was sent and
   * answered.
   */
  dated?(date: number, sentAt: number, answeredAt: number): void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Sending {
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Does not wait for the pacer: one of several reads at once. */
  atOnce?: boolean
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { http, clock, connection, token, pacer } = options
  const authorization = connection.scheme === '' ? token : `${connection.scheme} ${token}`
  const normalize = createTimestampNormalizer(connection.zone ?? 'UTC')

  /** Sends a request, and again where the service redirects it to an address that is followed. */
  async function send(method: Method, path: string, sending: Sending = {}): Promise<ClientReply> {
    for (let redirects = 0; ; redirects++) {
      const reply = await exchangeOnce(method, path, sending)
      const moved = reply.is === 'signed-out' ? reply.moved : undefined
      if (!moved || redirects === mostRedirects || !isSafeMove(connection.url, moved.url)) {
        return reply
      }
      const isElsewhere = moved.url !== connection.url
      Object.assign(connection, moved)
      if (isElsewhere) connection.onMove?.(moved.url)
    }
  }

  async function exchangeOnce(
    method: Method,
    path: string,
    sending: Sending,
  ): Promise<ClientReply> {
    const { body, signal = options.signal } = sending
    if (signal.aborted) return { is: 'stopped' }
    if (pacer) {
      if (pacer.millisecondsHeld() === 0) await pacer.waitForTurn(signal, sending.atOnce)
      if (signal.aborted) return { is: 'stopped' }
      const held = pacer.millisecondsHeld()
      if (held > 0) return { is: 'retry', why: 'Too many requests', after: held, cause: 'busy' }
    }
    options.counted()
    const url = urlOf(connection, path)
    const sentAt = clock.now()
    const exchange = await http({
      method,
      url,
      headers: {
        Accept: 'application/json',
        [connection.header]: authorization,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...sending.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeout: requestTimeout,
      signal,
    })
    if (signal.aborted) return { is: 'stopped' }
    const now = clock.now()
    const keyed = sending.headers?.['Idempotency-Key'] !== undefined
    const reply = classifyReply({ method, url, keyed }, exchange, now)
    if (reply.is === 'applied') {
      normalize(reply.body)
      if (reply.date !== null) options.dated?.(reply.date, sentAt, now)
    }
    if (exchange.is === 'answer') pacer?.noteReply(reply, exchange.headers)
    return reply
  }

  return {
    get: (path, parameters = {}, { atOnce = false } = {}) =>
      send('GET', path + queryOf(parameters), { atOnce: atOnce && pacer?.concurrencyFor(2) !== 1 }),
    readAll: (reads, concurrency) =>
      readConcurrently(reads, {
        signal: options.signal,
        yieldTurn: () => clock.sleep(0),
        concurrency: () => (pacer ? pacer.concurrencyFor(concurrency) : concurrency),
        read: ({ path, parameters = {} }, signal, atOnce) =>
          send('GET', path + queryOf(parameters), { signal, atOnce }),
      }),
    post: (path, body, { idempotencyKey } = {}) =>
      send('POST', path, { body, headers: headerOf('Idempotency-Key', idempotencyKey) }),
    put: (path, body, { ifMatch } = {}) =>
      send('PUT', path, { body, headers: headerOf('If-Match', ifMatch) }),
    delete: (path, { ifMatch } = {}) =>
      send('DELETE', path, { headers: headerOf('If-Match', ifMatch) }),
  }
}

/** One for the scheme and one for the slash. */
const mostRedirects = 2

/** @param path may have a query */
export function urlOf({ url, slash }: Partial<ServiceLocation>, path: string): string {
  const [resource = '', query] = path.split('?', 2)
  return `${url}/api/v1${resource}${slash ? '/' : ''}${query === undefined ? '' : `?${query}`}`
}

const headerOf = (name: string, value: string | null | undefined): Record<string, string> =>
  value === null || value === undefined ? {} : { [name]: value }

function queryOf(parameters: QueryParameters): string {
  const pairs = Object.entries(parameters)
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
