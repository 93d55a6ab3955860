import { readFileSync } from 'node:fs'
import { createServer as createPlain, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { createAuthorities, type CertificateAuthorities } from '#core/node/certificates.ts'
import { createNodeHttp } from '#core/node/http.ts'
import { systemProxyResolver, environmentProxyResolver, parsePacResult } from '#core/node/proxy.ts'

const pem = (name: string) => new URL(`../../support/certificates/${name}.pem`, import.meta.url)
const authorityFile = fileURLToPath(pem('authority'))

const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach((close) => close()))

async function listen(server: Server): Promise<number> {
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
}

/** A service that returns the request it got. */
async function service(kind: 'plain' | 'secure'): Promise<number> {
  const answer = (request: IncomingMessage, response: import('node:http').ServerResponse) => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers } satisfies Seen))
  }
  const keys = { cert: readFileSync(pem('service')), key: readFileSync(pem('service-key')) }
  return listen(kind === 'plain' ? createPlain(answer) : createSecure(keys, answer))
}

interface TestProxy {
  port: number
  /** `METHOD target` of every request that it got. */
  asked: string[]
}

/** A proxy for which `time.test` is at one port of this machine. */
async function proxyTo(
  port: number,
  { wants, refuses }: { wants?: string; refuses?: number } = {},
): Promise<TestProxy> {
  const asked: string[] = []
  const isAllowed = (request: IncomingMessage) =>
    wants === undefined || request.headers['proxy-authorization'] === wants
  const server = createPlain((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const status = isAllowed(request) ? 200 : 407
    response.writeHead(status).end(JSON.stringify({ headers: request.headers }))
  })
  server.on('connect', (request, client) => {
    asked.push(`CONNECT ${request.url}`)
    client.on('error', () => undefined)
    const status = refuses ?? (isAllowed(request) ? 200 : 407)
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const there = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      there.pipe(client).pipe(there)
    })
    there.on('error', () => client.destroy())
    open.push(() => there.destroy())
    open.push(() => client.destroy())
  })
  return { port: await listen(server), asked }
}

const knowing: CertificateAuthorities = {
  current: () => [readFileSync(authorityFile, 'utf8')],
  widen: () => false,
}
const get = { method: 'GET', headers: {}, timeout: 10_000 } as const

describe('a proxy', () => {
  it('is asked for a plain address in full', async () => {
    const proxy = await proxyTo(0)
    const http = createNodeHttp({ findProxy: () => `http://127.0.0.1:${proxy.port}` })
    const outcome = await http({ ...get, url: 'http://time.test/api/v1/times?page=1' })
    expect(outcome).toMatchObject({ is: 'answer', status: 200 })
    expect(JSON.parse((outcome as { body: string }).body)).toMatchObject({
      headers: { host: 'time.test' },
    })
    expect(proxy.asked).toEqual(['GET http://time.test/api/v1/times?page=1'])
  })

  it('tunnels to an encrypted service without seeing its content, repeatedly', async () => {
    const proxy = await proxyTo(await service('secure'))
    const findProxy = () => `127.0.0.1:${proxy.port}`
    const http = createNodeHttp({ findProxy, authorities: knowing })
    for (const page of [1, 2]) {
      const outcome = await http({
        ...get,
        url: `https://time.test/api/v1/times?page=${page}`,
        headers: { Authorization: 'Bearer secret' },
      })
      expect(JSON.parse((outcome as { body: string }).body)).toMatchObject({
        url: `/api/v1/times?page=${page}`,
        headers: { authorization: 'Bearer secret', host: 'time.test' },
      })
    }
    expect(proxy.asked).toEqual(['CONNECT time.test:443'])
  })

  it('gets the name and password that its address carries', async () => {
    const wants = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`
    const proxy = await proxyTo(await service('secure'), { wants })
    const http = createNodeHttp({
      findProxy: () => `http://ada:p%40ss@127.0.0.1:${proxy.port}`,
      authorities: knowing,
    })
    expect(await http({ ...get, url: 'https://time.test/' })).toMatchObject({ status: 200 })
    expect(await http({ ...get, url: 'http://time.test/' })).toMatchObject({ status: 200 })
  })

  it('that refuses means that nothing was passed on', async () => {
    const wanting = await proxyTo(await service('secure'), { wants: 'Basic x' })
    const refusing = await proxyTo(0, { refuses: 403 })
    const through = ({ port }: TestProxy, url: string) =>
      createNodeHttp({ findProxy: () => `http://127.0.0.1:${port}`, authorities: knowing })({
        ...get,
        url,
        method: 'POST',
        body: '{}',
      })
    const why = 'The proxy needs a username and password'
    const wants = { is: 'unreached', why, proxy: 'login' }
    expect(await through(wanting, 'https://time.test/')).toEqual(wants)
    expect(await through(wanting, 'http://time.test/')).toEqual(wants)
    expect(await through(refusing, 'https://time.test/')).toEqual({
      is: 'unreached',
      why: 'The proxy can’t reach the service (403)',
      proxy: 'away',
    })
  })

  it('that is not running, or of another kind, means that nothing was reached', async () => {
    for (const proxy of ['http://127.0.0.1:1', 'socks5://127.0.0.1:1', 'http://']) {
      for (const url of ['https://time.test/', 'http://time.test/']) {
        expect(await createNodeHttp({ findProxy: () => proxy })({ ...get, url })).toMatchObject({
          is: 'unreached',
          proxy: 'away',
        })
      }
    }
  })
})

describe('which proxy to use', () => {
  const find = (environment: Record<string, string>, url: string) =>
    environmentProxyResolver(environment)(new URL(url))

  it('is set by the environment, for each kind of address', () => {
    const environment = { HTTP_PROXY: 'http://one:1', https_proxy: 'http://two:2' }
    expect(find(environment, 'http://time.test/')).toBe('http://one:1')
    expect(find(environment, 'https://time.test/')).toBe('http://two:2')
    expect(find({ ALL_PROXY: 'http://three:3' }, 'https://time.test/')).toBe('http://three:3')
    expect(find({}, 'https://time.test/')).toBeNull()
    expect(find({ HTTPS_PROXY: '' }, 'https://time.test/')).toBeNull()
  })

  it('is none for hosts that the environment excludes, nor for this machine', () => {
    const leaving = (list: string, url: string) =>
      find({ HTTPS_PROXY: 'http://one:1', NO_PROXY: list }, url)
    expect(leaving('example.com, .time.test', 'https://api.time.test/')).toBeNull()
    expect(leaving('time.test', 'https://time.test/')).toBeNull()
    expect(leaving('time.test:8443', 'https://time.test:8443/')).toBeNull()
    expect(leaving('*', 'https://time.test/')).toBeNull()
    expect(leaving('time.test:8443', 'https://time.test/')).toBe('http://one:1')
    expect(leaving('me.test', 'https://time.test/')).toBe('http://one:1')
    expect(leaving('', 'https://127.0.0.1:9/')).toBeNull()
    expect(leaving('', 'https://localhost:9/')).toBeNull()
  })

  it('is the desktop’s where the environment names none', async () => {
    const rules = (url: string) => Promise.resolve(`PROXY ${new URL(url).hostname}:1`)
    const ask = (environment: Record<string, string>, url: string) =>
      systemProxyResolver(environment, rules)(new URL(url))
    expect(await ask({}, 'https://time.test/')).toBe('http://time.test:1')
    expect(await ask({}, 'https://localhost/')).toBeNull()
    const environment = { HTTPS_PROXY: 'http://one:1', NO_PROXY: 'me.test' }
    expect(await ask(environment, 'https://time.test/')).toBe('http://one:1')
    expect(await ask(environment, 'https://me.test/')).toBeNull()
  })

  it('is read from the rules that a desktop returns', () => {
    expect(parsePacResult('DIRECT')).toBeNull()
    expect(parsePacResult('PROXY proxy.test:8080; DIRECT')).toBe('http://proxy.test:8080')
    expect(parsePacResult('HTTPS proxy.test:443')).toBe('https://proxy.test:443')
    expect(parsePacResult('SOCKS5 proxy.test:1080')).toBe('socks5://proxy.test:1080')
    expect(parsePacResult('')).toBeNull()
  })
})

describe('a company’s own certificate authority', () => {
  it('is not trusted by default, and the message says what is missing', async () => {
    const port = await service('secure')
    const outcome = await createNodeHttp({ authorities: createAuthorities(undefined) })({
      ...get,
      url: `https://127.0.0.1:${port}/`,
      method: 'POST',
      body: '{}',
    })
    expect(outcome).toMatchObject({
      is: 'unreached',
      why: expect.stringContaining('install its root certificate here') as string,
    })
  })

  it('is trusted when its file is named', async () => {
    const port = await service('secure')
    const http = createNodeHttp({ authorities: createAuthorities(authorityFile) })
    const url = `https://127.0.0.1:${port}/`
    expect(await http({ ...get, url })).toMatchObject({ is: 'answer', status: 200 })
    expect(await http({ ...get, url })).toMatchObject({ is: 'answer', status: 200 })
  })

  it('is trusted through a proxy as well', async () => {
    const proxy = await proxyTo(await service('secure'))
    const http = createNodeHttp({
      findProxy: () => `http://127.0.0.1:${proxy.port}`,
      authorities: createAuthorities(authorityFile),
    })
    expect(await http({ ...get, url: 'https://time.test/' })).toMatchObject({ status: 200 })
  })

  it('is trusted when the machine’s store has it', async () => {
    const port = await service('secure')
    const script = `
      const { createNodeHttp } = await import('#core/node/http.ts')
      const outcome = await createNodeHttp()({
        method: 'GET', url: 'https://127.0.0.1:${port}/', headers: {}, timeout: 10000,
      })
      process.stdout.write(outcome.is)`
    const run = (environment: Record<string, string>) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        env: { ...process.env, NODE_EXTRA_CA_CERTS: '', ...environment },
      })
    expect((await run({ SSL_CERT_FILE: authorityFile })).stdout).toBe('answer')
    expect((await run({ SSL_CERT_FILE: fileURLToPath(pem('service-key')) })).stdout).toBe(
      'unreached',
    )
  })

  it('does not make a certificate for another name valid', async () => {
    const port = await service('secure')
    const proxy = await proxyTo(port)
    const http = createNodeHttp({
      findProxy: () => `http://127.0.0.1:${proxy.port}`,
      authorities: knowing,
    })
    expect(await http({ ...get, url: 'https://other.test/' })).toEqual({
      is: 'unreached',
      why: 'The certificate is for a different address',
    })
  })
})
