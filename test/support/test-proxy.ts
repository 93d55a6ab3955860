/** A real proxy: it forwards plain requests, tunnels encrypted ones, and may require a password. */
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface TestProxy {
  /** `127.0.0.1:4711`. */
  host: string
  /** `METHOD target` of every request that it got. */
  asked: string[]
  /** `name:password` that it requires; null: none. */
  wants: string | null
  /** The challenge that it sends, in place of `Basic realm="proxy"`. */
  challenge?: string
  /** How many POSTs it passes on before cutting the connection in place of the answer. */
  cuts: number
  /** Holds back its answers to CONNECT until the function that it returns is called. */
  hold(): () => void
  /** The number of its open connections. */
  connections(): number
}

/** @param port the port of this machine to which every name leads */
export async function startProxy(port: () => number): Promise<TestProxy> {
  const open = new Set<Socket>()
  let held: Promise<void> | null = null

  const challenge = () => proxy.challenge ?? 'Basic realm="proxy"'
  const isLetIn = ({ headers }: IncomingMessage): boolean => {
    if (proxy.wants === null) return true
    const pair = Buffer.from(proxy.wants).toString('base64')
    return headers['proxy-authorization'] === `${challenge().split(' ')[0]} ${pair}`
  }

  const server = createServer((request, response) => {
    proxy.asked.push(`${request.method} ${request.url}`)
    if (!isLetIn(request)) {
      response.writeHead(407, { 'proxy-authenticate': challenge() }).end()
      return
    }
    const { pathname, search } = new URL(request.url!)
    const { method, headers } = request
    const passed = ask(
      { host: '127.0.0.1', port: port(), method, path: pathname + search, headers },
      (answer) => {
        if (proxy.cuts > 0 && method === 'POST') {
          proxy.cuts--
          request.socket.destroy()
          return
        }
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.writeHead(502).end())
    request.pipe(passed)
  })
  server.on('connect', (request, client: Socket) => {
    proxy.asked.push(`CONNECT ${request.url}`)
    client.on('error', () => undefined)
    const answer = async () => {
      await held
      if (!isLetIn(request)) {
        client.end(
          `HTTP/1.1 407 No\r\nproxy-authenticate: ${challenge()}\r\ncontent-length: 0\r\n\r\n`,
        )
        return
      }
      const there = connect(port(), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connected\r\n\r\n')
        there.pipe(client).pipe(there)
      })
      there.on('error', () => client.destroy())
      client.on('close', () => there.destroy())
    }
    void answer()
  })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })

  const proxy: TestProxy = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    wants: null,
    cuts: 0,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = null
        resolve()
      }
    },
    connections: () => open.size,
  }
  return proxy
}
