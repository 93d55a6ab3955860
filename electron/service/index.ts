/** The service's entry: everything that hosts may use. */
import { setTimeout as timeout } from 'node:timers/promises'
import type { Clock, Log } from '#core/ports.ts'
import { fail, failFields, ok, type Result } from '#shared/errors.ts'
import { capabilities as known, type Capability } from '#shared/resources/service-info.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { withoutTrailing } from '#shared/rules/search-text.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import { createServiceApp } from './app.ts'
import { createChangeHub } from './changes/change-hub.ts'
import { openServiceDatabase } from './open-service-database.ts'
import { prepareDemo } from './demo/prepare-demo.ts'
import { startHousekeeper } from './housekeeping.ts'
import { createExchangeHandler } from './http/http-exchange.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createRoom, diskOf, isDiskFull } from './room.ts'
import { startServer, type RunningServer } from './server.ts'
import { bodyLimits, createRequestQueue, turnLimits } from './request-queue.ts'
import { watchForOldFile } from './watch-for-old-file.ts'
import { startDeliverer } from './webhooks/deliverer.ts'
import type { ResolveHost } from './webhooks/resolve-host.ts'
import { createWebhookSender, sendWebhook } from './webhooks/send-webhook.ts'

export { openAdministration, type Administration } from './administration.ts'
export { backUpDatabase, type DatabaseBackup } from './back-up-database.ts'
export { readEnvironment, usualRateLimit, type ServiceSettings } from './environment.ts'

/** A clock without `sleep` waits in real time. */
type ServiceClock = Pick<Clock, 'now' | 'zone'> & Partial<Pick<Clock, 'sleep'>>

export interface ServiceOptions {
  /** Path of the database file, created when absent, or `:memory:`. */
  database: string
  /** 0 for any free one. */
  port: number
  /** Where to listen; defaults to this computer only. */
  host?: string
  /** The public URL, when callers use another one than the service sees; may have a path. */
  baseUrl?: string
  /** Capabilities to switch on beyond the specification. */
  capabilities: readonly string[]
  /** Fills an empty database with a demo organisation and creates a token for its owner. */
  demo?: boolean
  /** Requests a minute that one token may make; unlimited by default. */
  rateLimit?: number | null
  /** Allows webhooks to addresses of private networks, this computer included. */
  allowPrivateWebhooks?: boolean
  /** Resolves the host names of webhooks; by default as the system is set up to. */
  resolveHost?: ResolveHost
  /**
   * True for a process that does nothing but serve: the HTTP library then replaces the global
   * `Response` by a faster one.
   */
  ownProcess?: boolean
  log: Log
  clock: ServiceClock
}

export interface RunningService {
  /** URL without a trailing slash; `/api/v1` is below it. */
  readonly url: string
  /** For a demo only. */
  readonly token: string | null
  /** Waits for requests and webhook deliveries in flight, ends streams, closes the database. */
  close(): Promise<void>
}

/**
 * Starts the service on a database. Fails with `usage` on an unknown capability or an unusable
 * address, with `database` when the database cannot be used, with `conflict` when the port is taken
 * or a demo is requested in a database that holds something else.
 */
export async function startService(options: ServiceOptions): Promise<Result<RunningService>> {
  const { log, clock } = options
  const capabilities = resolveCapabilities(options.capabilities)
  if (!capabilities.ok) return capabilities
  const baseUrl = readBaseUrl(options.baseUrl)
  if (!baseUrl.ok) return baseUrl
  const opened = await openServiceDatabase(options.database, clock.now())
  if (!opened.ok) return opened
  const store = opened.value

  const demo = options.demo ? await prepareDemo(store, clock) : ok({ token: null })
  if (!demo.ok) {
    await store.close()
    return demo
  }
  const { db } = store
  const now = () => clock.now()
  const sleep = clock.sleep?.bind(clock) ?? interruptibleSleep
  const allowPrivate = options.allowPrivateWebhooks ?? false
  // Only the operator knows the disk of a database server.
  const isFile = store.connections === null && options.database !== ':memory:'
  const fileWatch = isFile
    ? await watchForOldFile({ db, file: options.database, log, now, sleep })
    : null
  const keeper = await startHousekeeper({ db, log, now, sleep })
  const hub = createChangeHub({
    db,
    sleep,
    onTrouble: (cause) => log.warn('couldn’t look for changes', { cause: String(cause) }),
  })
  const turns = createRequestQueue(turnLimits(store.connections))
  const deliverer = capabilities.value.has('webhooks')
    ? startDeliverer({
        db,
        turns,
        log,
        now,
        sleep,
        fraction: () => Math.random(),
        send: options.resolveHost ? createWebhookSender(options.resolveHost) : sendWebhook,
        allowPrivate,
      })
    : null
  const closeAll = async (server?: RunningServer) => {
    // Streams end first: a server waits for its responses.
    await hub.close()
    await Promise.all([server?.close(), deliverer?.close(), keeper.close()])
    await fileWatch?.close()
    await store.close()
  }
  const app = createServiceApp({
    db,
    now: () => toTimestamp(clock.now()),
    instant: now,
    sleep,
    log,
    capabilities: capabilities.value,
    baseUrl: baseUrl.value,
    hub,
    room: createRoom({
      log,
      now,
      disk: isFile ? () => diskOf(options.database) : null,
      isFull: isFile ? () => isDiskFull(options.database) : undefined,
    }),
    turns,
    bodies: createRequestQueue(bodyLimits),
    deliverer,
    allowPrivateWebhooks: allowPrivate,
    rateLimit: options.rateLimit ?? null,
  })
  const server = await startServer(app, {
    host: options.host ?? '127.0.0.1',
    port: options.port,
    ownProcess: options.ownProcess,
    onRequest: createExchangeHandler({ log, clock }, securityHeaders({ baseUrl: baseUrl.value })),
  })
  if (!server.ok) {
    await closeAll()
    return server
  }
  const { url } = server.value
  log.info('the service listens', { url, capabilities: [...capabilities.value] })
  return ok({
    url,
    token: demo.value.token,
    async close() {
      await closeAll(server.value)
      log.info('the service has stopped', { url })
    },
  })
}

/**
 * Returns the capabilities of a service that is switched to `wanted` (docs/API.md, Beyond the
 * specification), in the order of the catalog. Fails with `usage` on an unknown name.
 */
function resolveCapabilities(wanted: readonly string[]): Result<ReadonlySet<Capability>> {
  const unknown = wanted.filter((name) => !(known as readonly string[]).includes(name))
  if (unknown.length > 0) {
    return failFields(
      'usage',
      sentence('Unknown capability {names}. Use some of {known}', {
        names: unknown.map((name) => `“${name}”`).join(', '),
        known: known.join(', '),
      }),
      { capabilities: unknown },
    )
  }
  return ok(new Set(known.filter((name) => wanted.includes(name))))
}

function readBaseUrl(option: string | undefined): Result<string | null> {
  if (option === undefined) return ok(null)
  const url = URL.parse(option)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return fail(
      'usage',
      'The base address needs to start with http:// or https://, like https://example.org/stint. “{address}” doesn’t',
      { address: option },
    )
  }
  return ok(withoutTrailing(url.href, '/'))
}

/**
 * Resolves after the wait, or at once when the signal aborts. Never rejects, and does not keep the
 * process alive.
 */
const interruptibleSleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  timeout(milliseconds, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined)
