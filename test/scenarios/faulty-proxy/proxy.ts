/**
 * A proxy on this machine's loopback between clients and a service, which applies the faults it is
 * given.
 */
import {
  createServer,
  request as begin,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Fault, FaultName } from './faults.ts'
import type { Movement, WorldTime } from './world-time.ts'

/** Identifies the trip of a request; the service never sees it. */
export const tripHeader = 'x-trip'

export interface Passing {
  /** As the client named it. */
  trip: string
  method: string
  path: string
  body: string
}

export interface Proxy {
  url: string
  /** The address of the service; null while there is none. */
  lead(to: string | null): void
  /** How often each fault occurred. */
  done: Map<FaultName | 'nobody there', number>
  close(): Promise<void>
}

interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

export interface ProxyOptions {
  time: WorldTime
  /** The movement of a trip, where its client announced one. */
  tripOf(trip: string): Movement | undefined
  decide(passing: Passing): Fault
}

export async function openProxy({ time, tripOf, decide }: ProxyOptions): Promise<Proxy> {
  const done: Proxy['done'] = new Map()
  let target: string | null = null
  const count = (name: FaultName | 'nobody there') => done.set(name, (done.get(name) ?? 0) + 1)

  /** Null: the service did not accept it, or no whole answer came. */
  const forward = (passing: Passing, headers: OutgoingHttpHeaders): Promise<Answer | null> =>
    new Promise((resolve) => {
      if (target === null) {
        count('nobody there')
        resolve(null)
        return
      }
      const { method, path, body } = passing
      // A connection of its own, so that the fault of one request affects no other.
      const request = begin(target + path, { method, headers, agent: false })
      request.on('error', () => resolve(null))
      request.on('response', (response) => {
        buffer(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          () => resolve(null),
        )
      })
      request.end(body)
    })

  async function meet(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(incoming)).toString('utf8')
    const { [tripHeader]: trip, connection: _connection, ...headers } = incoming.headers
    const passing = {
      trip: String(trip ?? ''),
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      body,
    }
    const move = tripOf(passing.trip)
    const fault = decide(passing)
    count(fault.is)
    const send = () => forward(passing, headers)
    const end = () => void incoming.socket.destroy()
    const pause = async (milliseconds: number) => {
      if (milliseconds <= 0) return
      move?.hold()
      await time.sleep(milliseconds)
      move?.release()
    }
    /** What the service receives after the client has given up. */
    const later = async (milliseconds: number) => {
      await time.sleep(milliseconds)
      const own = time.move(`a late ${passing.method} ${passing.path}`)
      await send()
      own.end()
    }
    const give = (answer: Answer | null) => {
      if (answer === null) {
        end()
        return
      }
      response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
      response.end(answer.body)
    }

    switch (fault.is) {
      case 'none':
        return give(await send())
      case 'drop-request':
        return end()
      case 'drop-answer':
        await send()
        return end()
      case 'swallow':
        move?.hold()
        if (fault.late !== null) void later(fault.late)
        return
      case 'slow': {
        await pause(fault.there)
        const answer = await send()
        await pause(fault.back)
        return give(answer)
      }
      case 'twice': {
        const first = await send()
        if (fault.answer === 'second') {
          await pause(fault.later)
          return give(await send())
        }
        if (fault.later > 0) void later(fault.later)
        else await send()
        return fault.answer === 'none' ? end() : give(first)
      }
      case 'truncate': {
        const answer = await send()
        if (answer === null || answer.body.length <= fault.at) return give(answer)
        const part = answer.body.subarray(0, fault.at)
        if (!fault.honest) return give({ ...answer, body: part })
        response.writeHead(answer.status, answer.headers)
        response.write(part, () => end())
        return
      }
      case 'instead':
        if (fault.passed) await send()
        return give({ ...fault, body: Buffer.from(fault.body) })
    }
  }

  const server = createServer((incoming, response) => {
    response.on('error', () => {})
    meet(incoming, response).catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to) => void (target = to),
    done,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
