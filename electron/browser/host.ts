import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readRendererFile, rendererHeaders } from '#core/node/renderer-files.ts'
import type { Core } from '#core/core.ts'
import type { Clock, Log } from '#core/ports.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { appUrl } from './app-url.ts'
import type { StoredWindows } from './stored-windows.ts'
import { createSessions } from './sessions.ts'
import { serveIpcSocket } from './ipc-socket-server.ts'

export interface BrowserHost {
  port: number
  /** The requested port, where another program uses it. */
  taken?: number
  /** URL that opens the app; its fragment has the launch token. */
  url: string
  /** Issues a ticket that opens the app once, within a minute. */
  issueTicket(): string
  close(): Promise<void>
}

/**
 * Serves the built renderer and the contract to pages on this computer: HTTP and a WebSocket on
 * 127.0.0.1. Answers only requests whose `Host` is this very address, so that no other site can
 * reach it under a host name of its own, and admits to the WebSocket only pages with a session,
 * which a ticket or the launch token begins.
 *
 * Windows of earlier launches reconnect automatically where it gets the port of the launch before.
 *
 * Fails with `usage` on `port` when the port is in use.
 */
export async function startBrowserHost(options: {
  core: Core
  /** Folder of the built renderer. */
  pages: string
  /**
   * 0 for any free port; undefined for the one of the launch before, or any where that is in use.
   */
  port: number | undefined
  windows: StoredWindows
  token: string
  clock: Pick<Clock, 'now'>
  log: Log
}): Promise<Result<BrowserHost>> {
  const { core, pages, windows, token, clock, log } = options
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 })
  const wanted = options.port ?? windows.port ?? 0
  const had = await listen(server, wanted)
  const port = had ?? (options.port === undefined ? await listen(server, 0) : null)
  if (port === null) {
    return fail('usage', 'Port {port} is already in use. Choose another with --port', {
      port: wanted,
    })
  }
  const known = windows.windowsAt(port)
  void windows.keep(port, known)
  const sessions = createSessions(token, {
    known,
    keep: (all) => windows.keep(port, all),
    now: clock.now,
  })

  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const headers = rendererHeaders(hosts.map((host) => `ws://${host}`))

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, extra: Record<string, string> = {}, body: Buffer | string = '') =>
      void response.writeHead(status, { ...headers, ...extra }).end(body)
    if (!hosts.includes(request.headers.host ?? '')) {
      send(421)
      return
    }
    // The raw path: `URL` would resolve the dots that are refused below.
    const [path = ''] = (request.url ?? '').split('?', 1)

    if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(405, { allow: 'GET, HEAD' })
      return
    }
    const file = await readRendererFile(pages, path)
    if (file === null) {
      send(404)
      return
    }
    const caching = file.lasting ? 'max-age=31536000, immutable' : 'no-cache'
    send(200, { 'content-type': file.type, 'cache-control': caching }, file.body)
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((reason: unknown) => {
      log.warn('a request for a page threw', { reason: String(reason) })
      response.destroy()
    })
  })

  const page = await readRendererFile(pages, '/')
  const build = createHash('sha256')
    .update(page?.body ?? '')
    .digest('hex')
  const wire = serveIpcSocket({ server, core, sessions, hosts, build, log })
  return ok({
    port,
    ...(had === null && { taken: wanted }),
    url: appUrl(port, token),
    issueTicket: sessions.issueTicket,
    async close() {
      wire.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await windows.settled()
    },
  })
}

function listen(server: Server, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const refused = (reason: NodeJS.ErrnoException) => {
      if (reason.code === 'EADDRINUSE' || reason.code === 'EACCES') resolve(null)
      else reject(reason)
    }
    server.once('error', refused)
    server.listen({ host: '127.0.0.1', port }, () => {
      server.off('error', refused)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
