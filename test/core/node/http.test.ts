import dns from 'node:dns'
import { createServer, type LookupFunction, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { maximumResponseBytes, createNodeHttp } from '#core/node/http.ts'
import type { HttpRequest } from '#core/ports.ts'

const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach((close) => close()))

/** A server that speaks raw bytes: the test decides what it writes to each request. */
async function serve(talk: (socket: Socket, request: string) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => talk(socket, data.toString('utf8')))
    open.push(() => socket.destroy())
  })
  open.push(() => server.close())
  return `http://127.0.0.1:${await listening(server)}`
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })

async function unusedPort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const send = (url: string, more: Partial<HttpRequest> = {}) =>
  createNodeHttp()({ method: 'GET', url, headers: {}, timeout: 10_000, ...more })

const answer = (head: string, body = '') =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

it('looks a name up once for all requests that wait for it, also for repeated ones', async () => {
  const url = await serve((socket) => socket.write(answer('200 OK')))
  const asked: Parameters<LookupFunction>[] = []
  const lookup = vi.spyOn(dns, 'lookup')
  open.push(() => lookup.mockRestore())
  lookup.mockImplementation(((...call: Parameters<LookupFunction>) => {
    asked.push(call)
  }) as typeof dns.lookup)
  const http = createNodeHttp({ findProxy: () => null })
  const get = (name: string, timeout: number) => {
    const named = url.replace('127.0.0.1', name)
    return http({ method: 'GET', url: named, headers: {}, timeout })
  }
  expect(await get('slow.example', 50)).toMatchObject({ is: 'unreached' })
  const repeated = [get('slow.example', 60_000), get('slow.example', 60_000)]
  const other = get('other.example', 60_000)
  await expect.poll(() => asked.map(([name]) => name)).toEqual(['slow.example', 'other.example'])
  for (const [, , found] of asked) found(null, [{ address: '127.0.0.1', family: 4 }])
  for (const outcome of await Promise.all([...repeated, other])) {
    expect(outcome).toMatchObject({ is: 'answer', status: 200 })
  }
})

describe('an answer', () => {
  it('has status, headers in lower case and the body as text', async () => {
    const url = await serve((socket) =>
      socket.write(answer('422 No\r\nX-Kind: Strange', '{"ü":1}')),
    )
    expect(await send(url)).toMatchObject({
      is: 'answer',
      status: 422,
      headers: { 'x-kind': 'Strange' },
      body: '{"ü":1}',
    })
  })

  it('comes for a request sent with method, headers and a body with its length in bytes', async () => {
    let seen = ''
    const url = await serve((socket, request) => {
      seen += request
      if (seen.endsWith('"ä"')) socket.write(answer('200 OK'))
    })
    await send(url, { method: 'POST', headers: { authorization: 'Bearer x' }, body: '"ä"' })
    expect(seen).toMatch(/^POST \/ HTTP\/1\.1\r\n/)
    expect(seen).toMatch(/authorization: Bearer x\r\n/i)
    expect(seen).toMatch(/content-length: 4\r\n/i)
    expect(seen).not.toMatch(/transfer-encoding/i)
  })

  it('can be a redirect, which is not followed', async () => {
    let requests = 0
    const url = await serve((socket) => {
      requests += 1
      socket.write(answer('302 Found\r\nlocation: /login'))
    })
    expect(await send(url)).toMatchObject({ status: 302, headers: { location: '/login' } })
    expect(requests).toBe(1)
  })

  it('lets the next request use its connection again', async () => {
    const sockets = new Set<Socket>()
    const url = await serve((socket) => {
      sockets.add(socket)
      socket.write(answer('200 OK'))
    })
    const http = createNodeHttp()
    const request = { method: 'GET', url, headers: {}, timeout: 10_000 } as const
    await http(request)
    expect(await http(request)).toMatchObject({ status: 200 })
    expect(sockets.size).toBe(1)
  })
})

describe('a request that certainly never left', () => {
  it('is unreached when nothing listens there', async () => {
    const outcome = await send(`http://127.0.0.1:${await unusedPort()}/`)
    expect(outcome).toEqual({ is: 'unreached', why: 'Nothing responds at this address' })
  })

  it('is unreached when the name does not exist', async () => {
    const outcome = await send('http://nowhere.invalid/')
    expect(outcome.is).toBe('unreached')
  })

  it('is unreached when the address is not valid', async () => {
    for (const url of ['nonsense', 'ftp://127.0.0.1/', '/relative']) {
      expect((await send(url)).is).toBe('unreached')
    }
  })

  it('is unreached when a header cannot be sent', async () => {
    const url = await serve((socket) => socket.write(answer('200 OK')))
    const outcome = await send(url, { headers: { authorization: 'two\nlines' } })
    expect(outcome.is).toBe('unreached')
  })

  it('is unreached when the other side does not speak TLS', async () => {
    const url = await serve((socket) => socket.end('this is no TLS\r\n'))
    const outcome = await send(url.replace('http:', 'https:'), { method: 'POST', body: '{}' })
    expect(outcome.is).toBe('unreached')
  })

  it('is unreached when it was stopped before it began', async () => {
    let reached = false
    const url = await serve(() => (reached = true))
    const outcome = await send(url, { signal: AbortSignal.abort() })
    expect(outcome.is).toBe('unreached')
    expect(reached).toBe(false)
  })
})

describe('a request that may have arrived', () => {
  it('is lost when the connection is reset before the answer', async () => {
    const url = await serve((socket) => socket.resetAndDestroy())
    expect(await send(url, { method: 'POST', body: '{}' })).toMatchObject({ is: 'lost' })
  })

  it('is lost when the connection ends before the answer', async () => {
    const url = await serve((socket) => socket.end())
    expect((await send(url)).is).toBe('lost')
  })

  it('is lost when a connection that was used before is reset', async () => {
    let requests = 0
    const url = await serve((socket) => {
      requests += 1
      if (requests === 1) socket.write(answer('200 OK'))
      else socket.resetAndDestroy()
    })
    const http = createNodeHttp()
    const request = { method: 'POST', url, headers: {}, body: '{}', timeout: 10_000 } as const
    expect((await http(request)).is).toBe('answer')
    expect((await http(request)).is).toBe('lost')
    expect(requests).toBe(2)
  })

  it('is lost when the body is cut short', async () => {
    const url = await serve((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"a":'),
    )
    expect((await send(url)).is).toBe('lost')
  })

  it('is lost when a chunked body is cut short', async () => {
    const url = await serve((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n'),
    )
    expect((await send(url)).is).toBe('lost')
  })

  it('is lost when nothing is answered in time', async () => {
    const url = await serve(() => undefined)
    expect(await send(url, { timeout: 100 })).toEqual({
      is: 'lost',
      why: 'No response within 0.1 seconds',
    })
  })

  it('is lost when the body dribbles in for longer than the whole exchange may take', async () => {
    const url = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n')
      const dribble = setInterval(() => socket.write(' '), 10)
      socket.once('close', () => clearInterval(dribble))
    })
    expect((await send(url, { timeout: 300 })).is).toBe('lost')
  })

  it('is lost when the answer is not HTTP', async () => {
    const url = await serve((socket) => socket.end('220 smtp.example ESMTP\r\n'))
    expect((await send(url)).is).toBe('lost')
  })

  it('is lost when the answer is larger than the program accepts', async () => {
    const part = Buffer.alloc(1024 * 1024, 32)
    const url = await serve((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${maximumResponseBytes + 1}\r\n\r\n`)
      for (let sent = 0; sent <= maximumResponseBytes; sent += part.length) socket.write(part)
    })
    expect(await send(url)).toEqual({ is: 'lost', why: 'The response is larger than 16 MiB' })
  })

  it('is lost when it is stopped after it was sent', async () => {
    const stop = new AbortController()
    const url = await serve(() => stop.abort())
    expect((await send(url, { signal: stop.signal })).is).toBe('lost')
  })
})
