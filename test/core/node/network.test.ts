/** The proxy that a person sets, over real proxies. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo, type Server } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import type { CertificateAuthorities } from '#core/node/certificates.ts'
import { createNodeStream } from '#core/node/event-stream.ts'
import { createNodeHttp } from '#core/node/http.ts'
import { createNodeNetwork } from '#core/node/network.ts'
import type { ProxyWithPassword } from '#core/ports.ts'
import { proxyDefaults } from '#shared/ipc/proxy.ts'
import { startProxy, type TestProxy } from '../../support/test-proxy.ts'
import { until } from '../../support/until.ts'

const pem = (name: string) =>
  readFileSync(new URL(`../../support/certificates/${name}.pem`, import.meta.url), 'utf8')
const authorities: CertificateAuthorities = {
  current: () => [pem('authority')],
  widen: () => false,
}
const get = { method: 'GET', headers: {}, timeout: 10_000 } as const

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
const secureService = () =>
  portOf(createSecure({ cert: pem('service'), key: pem('service-key') }, (_, to) => to.end('{}')))
const plainService = () => portOf(createServer((_, response) => response.end('{}')))

const named = (proxy: TestProxy, set: Partial<ProxyWithPassword> = {}): ProxyWithPassword => ({
  ...proxyDefaults,
  way: 'named',
  address: `http://${proxy.host}`,
  password: null,
  ...set,
})
const straight: ProxyWithPassword = { ...proxyDefaults, way: 'none', password: null }
const system: ProxyWithPassword = { ...proxyDefaults, password: null }

const begin = (systemProxy: string | null = null) => {
  const { network, way } = createNodeNetwork(() => systemProxy)
  return { network, way, http: createNodeHttp({ ...way, authorities }) }
}

it('changes with the next request, and closes idle connections of the former setting', async () => {
  const port = await secureService()
  const [one, other] = [await startProxy(() => port), await startProxy(() => port)]
  const { network, http } = begin(`http://${one.host}`)
  const url = 'https://time.test/'
  expect(await http({ ...get, url })).toMatchObject({ status: 200 })
  expect(one.connections()).toBe(1)

  network.apply(named(other))
  expect(await http({ ...get, url })).toMatchObject({ status: 200 })
  expect(other.asked).toEqual(['CONNECT time.test:443'])
  await until(() => expect(one.connections()).toBe(0))

  network.apply(system)
  expect(await http({ ...get, url })).toMatchObject({ status: 200 })
  expect(one.asked).toHaveLength(2)
  expect(other.asked).toHaveLength(1)
})

/** A server with TLS 1.3 that accepts only those who present a certificate. */
const serverForCertificates = () =>
  portOf(
    createSecure(
      {
        ...{ cert: pem('service'), key: pem('service-key'), ca: pem('authority') },
        ...{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
      },
      (_, response) => response.end('{}'),
    ),
  )

it('names a client certificate that the service requires, and knows that it has read nothing', async () => {
  const port = await serverForCertificates()
  const proxy = await startProxy(() => port)
  const { network, http } = begin()
  network.apply(named(proxy))
  expect(await http({ ...get, method: 'POST', body: '{}', url: 'https://time.test/' })).toEqual({
    is: 'unreached',
    why: 'The service requires a client certificate, which Stint doesn’t support',
  })
})

it.each(['http', 'https'])(
  'names a client certificate that the proxy requires, for a service over %s',
  async (scheme) => {
    const port = await serverForCertificates()
    const { http } = begin(`https://localhost:${port}`)
    expect(
      await http({ ...get, method: 'POST', body: '{}', url: `${scheme}://time.test/` }),
    ).toEqual({
      is: 'unreached',
      why: 'The proxy requires a client certificate, which Stint doesn’t support',
      proxy: 'away',
    })
  },
)

it('keeps its connections when the same is set again', async () => {
  const port = await secureService()
  const proxy = await startProxy(() => port)
  const { network, http } = begin()
  for (let times = 0; times < 2; times++) {
    network.apply(named(proxy))
    expect(await http({ ...get, url: 'https://time.test/' })).toMatchObject({ status: 200 })
  }
  expect(proxy.asked).toHaveLength(1)
})

it('fails requests that still wait for a connection by the former setting, since no byte has left', async () => {
  const port = await secureService()
  const proxy = await startProxy(() => port)
  proxy.hold()
  const { network, http } = begin()
  network.apply(named(proxy))
  const waiting = http({ ...get, method: 'POST', body: '{}', url: 'https://time.test/' })
  await until(() => expect(proxy.asked).toHaveLength(1))
  network.apply(straight)
  expect(await waiting).toEqual({
    is: 'unreached',
    why: 'The network settings changed in the meantime',
  })
})

it('lets a request that is under way finish', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const service = createServer((_, response) => {
    arrive()
    void answered.then(() => response.end('{}'))
  })
  const port = await portOf(service)
  const proxy = await startProxy(() => port)
  const { network, http } = begin()
  network.apply(named(proxy))
  const waiting = http({ ...get, method: 'POST', body: '{}', url: 'http://time.test/' })
  await arrived
  network.apply(straight)
  answer()
  expect(await waiting).toMatchObject({ is: 'answer', status: 200 })
  await until(() => expect(proxy.connections()).toBe(0))
})

it('asks the system again when its answer was for the former setting', async () => {
  const port = await plainService()
  const proxy = await startProxy(() => port)
  const { promise: thinking, resolve } = Promise.withResolvers<string | null>()
  const { network, way } = createNodeNetwork(() => thinking)
  const waiting = createNodeHttp(way)({ ...get, url: 'http://time.test/' })
  network.apply(named(proxy))
  resolve('http://127.0.0.1:1')
  expect(await waiting).toMatchObject({ is: 'answer' })
})

it('ends the change stream, which uses the new setting when it reconnects', async () => {
  const service = createServer((_, response) => response.writeHead(200).write('data: 1\n\n'))
  onTestFinished(() => service.closeAllConnections())
  const port = await portOf(service)
  const proxy = await startProxy(() => port)
  const { network, way } = begin()
  network.apply(named(proxy))
  const { promise: heard, resolve } = Promise.withResolvers<string>()
  const streaming = createNodeStream(way)({
    url: 'http://time.test/changes/stream',
    headers: {},
    signal: new AbortController().signal,
    onText: resolve,
  })
  await heard
  network.apply(straight)
  expect(await streaming).toBe(200)
})

it('never uses a proxy for this machine, nor for excluded hosts', async () => {
  const port = await plainService()
  const proxy = await startProxy(() => port)
  const { network, way } = begin()
  const except = ['intranet.test', '.home.test', 'time.test:8080', '10.0.0.0/8', 'fd00::/8']
  network.apply(named(proxy, { except }))
  const passed = [
    ...['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]'],
    ...['intranet.test', 'a.home.test', 'time.test:8080', '10.1.2.3', '[fd00::7]'],
  ]
  for (const host of passed) {
    expect([host, await way.findProxy(new URL(`http://${host}/`))]).toEqual([host, null])
  }
  for (const host of ['time.test', 'localhost.test', '11.1.2.3', '[fe00::7]', '127.test']) {
    expect([host, await network.resolveProxy(`http://${host}/`)]).toEqual([host, proxy.host])
  }
  expect(await createNodeHttp(way)({ ...get, url: `http://127.0.0.1:${port}/` })).toMatchObject({
    status: 200,
  })
  expect(proxy.asked).toEqual([])
})

it('sends name and password to a proxy, with any characters in them', async () => {
  const port = await secureService()
  const proxy = await startProxy(() => port)
  proxy.wants = 'ada@studio:50%:/ü '
  const { network, http } = begin()
  network.apply(named(proxy, { user: 'ada@studio', password: '50%:/ü ' }))
  expect(await http({ ...get, url: 'https://time.test/' })).toMatchObject({ status: 200 })
  // As people write it into an environment variable.
  const written = begin(`http://ada:50%@${proxy.host}`)
  proxy.wants = 'ada:50%'
  expect(await written.http({ ...get, url: 'https://time.test/' })).toMatchObject({ status: 200 })
})

it.each(['https://time.test/', 'http://time.test/'])(
  'says what the proxy of %s requires',
  async (url) => {
    const port = url.startsWith('https') ? await secureService() : await plainService()
    const proxy = await startProxy(() => port)
    proxy.wants = 'ada:secret'
    const { network, http } = begin()
    const said = async (way: ProxyWithPassword) => {
      network.apply(way)
      return http({ ...get, url })
    }
    expect(await said(named(proxy))).toEqual({
      is: 'unreached',
      why: 'The proxy needs a username and password',
      proxy: 'login',
    })
    expect(await said(named(proxy, { user: 'ada', password: 'guess' }))).toEqual({
      is: 'unreached',
      why: 'The proxy rejected this username and password',
      proxy: 'login',
    })
    proxy.challenge = 'NTLM'
    expect(await said(named(proxy))).toMatchObject({
      proxy: 'away',
      why: expect.stringContaining('(NTLM)') as string,
    })
    expect(await said({ ...named(proxy), address: 'http://127.0.0.1:1' })).toEqual({
      is: 'unreached',
      why: 'Nothing responds at the proxy’s address',
      proxy: 'away',
    })
    expect(await said({ ...named(proxy), address: `https://${proxy.host}` })).toMatchObject({
      proxy: 'away',
      why: expect.stringContaining('whether it uses http or https') as string,
    })
  },
)

it.each(['https://time.test/', 'http://time.test/'])(
  'hands %s to the system where the proxy requires a sign-in that only the system can do',
  async (url) => {
    const port = url.startsWith('https') ? await secureService() : await plainService()
    const proxy = await startProxy(() => port)
    proxy.wants = 'ada:secret'
    const { network, way } = begin()
    const handed: unknown[] = []
    const answer = { is: 'answer', status: 200, headers: {}, body: '{}' } as const
    const http = createNodeHttp({
      ...{ ...way, authorities },
      bySystem(request, { signIn }) {
        handed.push([request.url, signIn])
        return Promise.resolve(answer)
      },
    })
    const said = async (challenge: string, set: Partial<ProxyWithPassword>) => {
      proxy.challenge = challenge
      network.apply(named(proxy, set))
      return http({ ...get, url })
    }
    const known = { user: 'ada', password: 'guess' }
    expect(await said('Negotiate', {})).toBe(answer)
    expect(await said('NTLM', known)).toBe(answer)
    expect(await said('Negotiate, Basic realm="proxy"', {})).toBe(answer)
    expect(handed).toEqual([
      [url, null],
      [url, ['ada', 'guess']],
      [url, null],
    ])
    // A person who set a user name is not signed in as another user.
    expect(await said('Basic realm="proxy", NTLM', known)).toMatchObject({ proxy: 'login' })
    expect(handed).toHaveLength(3)
  },
)

it('hands a request to the system also when the proxy’s own certificate was checked first', async () => {
  const inner = await startProxy(() => 1)
  inner.wants = 'ada:secret'
  inner.challenge = 'Negotiate'
  const outer = createTls({ cert: pem('service'), key: pem('service-key') }, (client) => {
    const there = connect(Number(inner.host.split(':')[1]), '127.0.0.1')
    client.on('error', () => there.destroy())
    there.on('error', () => client.destroy())
    client.pipe(there).pipe(client)
  })
  const host = `127.0.0.1:${await portOf(outer)}`
  const { network, way } = begin()
  network.apply({ ...named(inner), address: `https://${host}` })
  let known: string[] = []
  const http = createNodeHttp({
    ...way,
    authorities: {
      current: () => known,
      widen() {
        known = [pem('authority')]
        return true
      },
    },
    bySystem: (request, { url }) =>
      Promise.resolve({ is: 'answer', status: 200, headers: {}, body: request.url + url.host }),
  })
  expect(await http({ ...get, url: 'https://time.test/' })).toMatchObject({
    body: `https://time.test/${host}`,
  })
  expect(known).toHaveLength(1)
})

it('shows a proxy without its name and password', async () => {
  const { network } = begin('http://ada:secret@proxy.test:3128')
  expect(await network.resolveSystemProxy('https://time.test')).toBe('proxy.test:3128')
  expect(
    await begin('socks5://u:p@old.test:1080').network.resolveSystemProxy('https://t.test'),
  ).toBe('socks5://old.test:1080')
  network.apply(straight)
  expect(await network.resolveProxy('https://time.test')).toBeNull()
  expect(await network.resolveSystemProxy('https://time.test')).toBe('proxy.test:3128')
})
