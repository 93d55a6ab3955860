/**
 * The local interface: the API of the specification on this computer's loopback address, over the
 * calls of the core (docs/API.md, The local API).
 */
import type { Clock, Log } from '#core/ports.ts'
import { createExchangeHandler } from '#service/http/http-exchange.ts'
import { securityHeaders } from '#service/http/security-headers.ts'
import { serverLimits, startServer, type ServerLimits } from '#service/server.ts'
import { ok, type Result } from '#shared/errors.ts'
import { createLocalApiApp } from './app.ts'
import type { CoreCall } from './core-calls.ts'
import { ensureLocalApiToken, replaceLocalApiToken, readLocalApiToken } from './local-api-token.ts'

export interface RunningLocalApi {
  /** URL without a trailing slash; the endpoints begin with `/api/v1` below it. */
  readonly url: string
  readonly token: string
  /** Waits briefly for requests in flight. */
  close(): Promise<void>
}

/** Like the service's, except that an app that is closed ends sooner. Milliseconds. */
const ownLimits: ServerLimits = { ...serverLimits, drain: 2_000 }

/**
 * Serves the calls of a core at 127.0.0.1. Fails with `conflict` when the port is taken and with
 * `usage` when it cannot be used.
 */
export async function startLocalApi(options: {
  /** The data folder, where the token is stored. */
  home: string
  call: CoreCall
  /** 0 for any free one. */
  port: number
  log: Log
  clock: Pick<Clock, 'now'>
  /** Replaces the token first. */
  renew?: boolean
  limits?: ServerLimits
}): Promise<Result<RunningLocalApi>> {
  const { home, call, port, log, clock, renew = false, limits = ownLimits } = options
  const token = await (renew ? replaceLocalApiToken(home) : ensureLocalApiToken(home))
  const started = await startServer(
    createLocalApiApp({ call, token: () => readLocalApiToken(home), log }),
    {
      host: '127.0.0.1',
      port,
      limits,
      onRequest: createExchangeHandler({ log, clock }, securityHeaders({ baseUrl: null })),
    },
  )
  if (!started.ok) return started
  const { url, close } = started.value
  return ok({ url, token, close })
}
