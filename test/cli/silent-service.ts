import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A service that receives requests and answers none. */
export async function silentService(): Promise<{
  url: string
  heard: Promise<void>
  server: Server
}> {
  const heard = Promise.withResolvers<void>()
  const server = createServer(() => heard.resolve())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, heard: heard.promise, server }
}
