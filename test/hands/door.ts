/**
 * The connection to the service: an address that stays the same, and can be closed as a network is.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Door {
  port: number
  /** The port behind it; 0 for none. */
  leadTo(port: number): void
  /** Cuts open connections, and lets nothing through until it is opened. */
  shut(): void
  open(): void
  isShut(): boolean
  close(): Promise<void>
}

export async function makeDoor(): Promise<Door> {
  const sockets = new Set<Socket>()
  let target = 0
  let shut = false
  const server = createServer((near) => {
    if (shut || target === 0) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => (target = port),
    shut() {
      shut = true
      cut()
    },
    open: () => (shut = false),
    isShut: () => shut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
