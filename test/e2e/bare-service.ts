/** The service of the specification, and nothing beyond it, at an address of this machine. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createSystemClock } from '#core/node/clock.ts'
import type { HttpRequest } from '#core/ports.ts'
import { unwrap } from '#shared/errors.ts'
import { testService, type TestService } from '../support/sync/service.ts'

export interface BareService extends TestService {
  /** Stops responding at its address. */
  leave: () => Promise<void>
  /** Responds there again. */
  comeBack: () => Promise<void>
}

/** Its token is `token`. The test decides what it holds, accepts and refuses. */
export async function startBareService(): Promise<BareService> {
  const clock = unwrap(createSystemClock())
  const service = testService(clock)
  const server = createServer((request, response) => {
    const answer = async () => {
      const outcome = await service.http({
        method: request.method as HttpRequest['method'],
        url: `${service.url}${request.url}`,
        headers: { Authorization: request.headers.authorization ?? '' },
        body: (await text(request)) || undefined,
        timeout: 10_000,
      })
      // Any other outcome is a request without an answer.
      if (outcome.is !== 'answer') return response.destroy()
      const date = new Date(clock.now()).toUTCString()
      const headers = { date, 'content-type': 'application/json', ...outcome.headers }
      return response.writeHead(outcome.status, headers).end(outcome.body)
    }
    answer().catch((reason: unknown) => response.destroy(reason as Error))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const leave = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  onTestFinished(leave)
  const port = await listen(0)
  service.url = `http://127.0.0.1:${port}`
  return Object.assign(service, { leave, comeBack: async () => void (await listen(port)) })
}
