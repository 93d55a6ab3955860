import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sameText } from '#core/node/launch-token.ts'
import { pageFile, pageHeaders } from '#core/node/page-files.ts'
import type { Core } from '#core/core.ts'
import type { Log } from '#core/ports.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import { appUrl, tickets } from './address.ts'
import { openWire } from './wire.ts'

export interface BrowserHost {
  port: number
  /** Opens the app; its fragment carries the token of this launch. */
  url: string
  /** An address that opens the app once, within a minute: may be seen by others afterwards. */
  ticketUrl(): string
  close(): Promise<void>
}

/**
 * Serves the built renderer and the contract to pages of this machine: HTTP and a WebSocket on
 * 127.0.0.1. Answers only requests that name this very address, so that no other site can reach
 * it by a name of its own, and gives the wire only to who knows the token of this launch.
 *
 * Refuses with `usage` on `port` when the port is taken.
 */
export async function startBrowserHost(options: {
  core: Core
  /** Where the built renderer is. */
  pages: string
  /** 0 for any free one. */
  port: number
  token: string
  log: Log
}): Promise<Result<BrowserHost>> {
  const { core, pages, token, log } = options
  const open = tickets()
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 })
  const port = await listen(server, options.port)
  if (port === null) {
    return fail('usage', `Port ${options.port} is taken: choose another one with --port`)
  }

  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const headers = pageHeaders(hosts.map((host) => `ws://${host}`))
  const ticketUrl = () => `http://127.0.0.1:${port}/open?ticket=${open.issue()}`

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, extra: Record<string, string> = {}, body: Buffer | string = '') =>
      void response.writeHead(status, { ...headers, ...extra }).end(body)
    if (!hosts.includes(request.headers.host ?? '')) {
      send(421)
      return
    }
    const { path, parameters } = partsOf(request.url ?? '')

    // A second launch on the same folder asks for a window; nobody else knows the token.
    if (path === '/windows' && request.method === 'POST') {
      const known = sameText(request.headers.authorization ?? '', `Bearer ${token}`)
      if (known)
        send(201, { 'content-type': 'application/json' }, JSON.stringify({ url: ticketUrl() }))
      else send(403)
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(405, { allow: 'GET, HEAD' })
      return
    }
    if (path === '/open') {
      const valid = open.redeem(parameters.get('ticket') ?? '')
      if (valid) send(303, { location: `/#token=${token}`, 'cache-control': 'no-store' })
      else send(403, { 'content-type': 'text/plain; charset=utf-8' }, usedTicket)
      return
    }
    const file = await pageFile(pages, path)
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

  const wire = openWire({ server, core, token, hosts, log })
  return ok({
    port,
    url: appUrl(port, token),
    ticketUrl,
    async close() {
      wire.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

const usedTicket = 'This address opens Stint once. Run `stint app` again for a new window.\n'

/** The target as it was sent: `URL` would resolve the dots that we refuse. */
function partsOf(target: string): { path: string; parameters: URLSearchParams } {
  const [path = '', parameters] = target.split('?', 2)
  return { path, parameters: new URLSearchParams(parameters) }
}

function listen(server: Server, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (reason: NodeJS.ErrnoException) => {
      if (reason.code === 'EADDRINUSE' || reason.code === 'EACCES') resolve(null)
      else reject(reason)
    })
    server.listen({ host: '127.0.0.1', port }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}
