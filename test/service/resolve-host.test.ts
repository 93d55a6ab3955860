/** How the host names of webhooks are resolved, and what is sent to what they resolve to. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createHostResolver,
  type HostResolverOptions,
  type ResolvedHost,
} from '#service/webhooks/resolve-host.ts'
import { createWebhookSender } from '#service/webhooks/send-webhook.ts'
import { startNameServer, type NameAnswer, type NameServer } from './name-server.ts'

let folder: string
let names: NameServer
let answer: (name: string) => NameAnswer | Promise<NameAnswer>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-names-'))
  answer = () => 'NXDOMAIN'
  names = await startNameServer((name) => answer(name))
})
afterEach(async () => {
  names.close()
  await rm(folder, { recursive: true })
})

/** Its time is longer than any test waits, unless one is given. */
const resolver = (options: HostResolverOptions = {}) =>
  createHostResolver({
    nameServers: [names.address],
    hostsFile: join(folder, 'hosts'),
    resolverFile: join(folder, 'resolv.conf'),
    timeout: 200_000,
    ...options,
  })

const resolved = (...addresses: string[]): ResolvedHost => ({ is: 'resolved', addresses })
const unresolved = (why: string): ResolvedHost => ({ is: 'unresolved', why })

describe('a host name', () => {
  it('resolves to its IPv4 and its IPv6 addresses', async () => {
    const all = ['192.0.2.7', '192.0.2.8', '2001:db8:1:2:3:4:5:6']
    answer = () => all
    expect(await resolver()('hooks.example.org')).toEqual(resolved(...all))
    answer = () => ['192.0.2.7']
    expect(await resolver()('hooks.example.org')).toEqual(resolved('192.0.2.7'))
    answer = () => ['2001:db8:1:2:3:4:5:6']
    expect(await resolver()('hooks.example.org')).toEqual(resolved('2001:db8:1:2:3:4:5:6'))
  })

  it('may take its name server a while', async () => {
    let respond: ((given: NameAnswer) => void) | undefined
    const given = new Promise<NameAnswer>((resolve) => (respond = resolve))
    answer = () => given
    let settled = false
    const work = resolver()('hooks.example.org').finally(() => (settled = true))
    await expect.poll(() => names.asked.length).toBe(2)
    expect(settled).toBe(false)
    respond!(['192.0.2.7'])
    expect(await work).toEqual(resolved('192.0.2.7'))
  })

  it('is given up, by its name, when no name server responds', async () => {
    answer = () => null
    expect(await resolver({ timeout: 100 })('hooks.dead.example')).toEqual(
      unresolved('No name server responded for hooks.dead.example within 0.1 seconds'),
    )
  })

  it('is resolved by the next name server when the first does not respond', async () => {
    const dead = await startNameServer(() => null)
    answer = () => ['192.0.2.7']
    const both = resolver({ nameServers: [dead.address, names.address], timeout: 2_000 })
    // On a machine that is busy for two seconds, both are late.
    await expect.poll(() => both('hooks.example.org')).toEqual(resolved('192.0.2.7'))
    expect(dead.asked.length).toBeGreaterThan(0)
    dead.close()
  })

  it.each([
    ['NXDOMAIN', 'The host name hooks.example.org is unknown'],
    ['SERVFAIL', 'The host name hooks.example.org couldn’t be looked up (ESERVFAIL)'],
    [[], 'The host name hooks.example.org has no IP address'],
  ] as const)('that is answered with %j is called so', async (given, why) => {
    answer = () => given
    expect(await resolver()('hooks.example.org')).toEqual(unresolved(why))
  })

  it('that cannot be one is unknown', async () => {
    expect(await resolver()('a..example.org')).toEqual(
      unresolved('The host name a..example.org is unknown'),
    )
  })

  it('of the hosts file is not asked of a name server', async () => {
    await writeFile(
      join(folder, 'hosts'),
      '# 10.0.0.1 commented\r\n10.0.0.7\tReceiver receiver.internal # ours\r\nfd00::7 receiver\r\n',
    )
    const resolve = resolver()
    expect(await resolve('receiver')).toEqual(resolved('10.0.0.7', 'fd00::7'))
    expect(await resolve('receiver.internal.')).toEqual(resolved('10.0.0.7'))
    expect(names.asked).toEqual([])
    for (const other of ['commented', 'ours', 'internal', '10.0.0.7x']) {
      expect(await resolve(other)).toEqual(unresolved(`The host name ${other} is unknown`))
    }
  })

  it('below localhost is this computer without a hosts file', async () => {
    for (const name of ['localhost', 'localhost.', 'api.localhost']) {
      expect(await resolver()(name)).toEqual(resolved('127.0.0.1', '::1'))
    }
    expect(names.asked).toEqual([])
  })

  it('is searched for in the domains of the network', async () => {
    await writeFile(
      join(folder, 'resolv.conf'),
      'nameserver 192.0.2.53\nsearch one.example two.example\noptions ndots:1\n',
    )
    answer = (name) => (name.endsWith('two.example') ? ['10.0.0.7'] : 'NXDOMAIN')
    const resolve = resolver()
    const order = () => [...new Set(names.asked.splice(0))]
    expect(await resolve('receiver')).toEqual(resolved('10.0.0.7'))
    expect(order()).toEqual(['receiver.one.example', 'receiver.two.example'])
    expect(await resolve('receiver.default')).toEqual(resolved('10.0.0.7'))
    expect(order()).toEqual([
      'receiver.default',
      'receiver.default.one.example',
      'receiver.default.two.example',
    ])
    expect(await resolve('receiver.')).toMatchObject({ is: 'unresolved' })
    expect(order()).toEqual(['receiver'])
  })
})

describe('a delivery', () => {
  let server: Server
  let hosts: (string | undefined)[]
  let uri: string
  const delivery = { headers: {}, body: '{}' }

  beforeEach(async () => {
    hosts = []
    server = createServer((request, response) => {
      hosts.push(request.headers.host)
      response.writeHead(204).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    uri = `http://hooks.example.org:${(server.address() as AddressInfo).port}/`
  })
  afterEach(() => void server.close())

  it('goes to an address that was checked, of one look-up', async () => {
    answer = () => ['127.0.0.1']
    const send = createWebhookSender(resolver())
    expect(await send({ ...delivery, uri, allowPrivate: true })).toEqual({
      is: 'answer',
      status: 204,
    })
    expect(hosts).toEqual([new URL(uri).host])
    expect(names.asked).toHaveLength(2)
  })

  it('is not sent to private addresses, whatever gives them to the name', async () => {
    await writeFile(join(folder, 'hosts'), '127.0.0.1 hosts.example.org\n')
    answer = () => ['127.0.0.1', '10.0.0.1', 'fd00:0:0:0:0:0:0:1']
    const send = createWebhookSender(resolver())
    const { port } = new URL(uri)
    for (const name of ['hooks.example.org', 'hosts.example.org', 'api.localhost']) {
      expect(
        await send({ ...delivery, uri: `http://${name}:${port}/`, allowPrivate: false }),
      ).toEqual({ is: 'unreached', why: 'The address leads into a private network' })
    }
    expect(hosts).toEqual([])
  })

  it('tries the other family where the first has no connection', async () => {
    server.close()
    const { port } = new URL(uri)
    server = createServer((_request, response) => void response.writeHead(204).end())
    server.listen(Number(port), '::1')
    await once(server, 'listening')
    const send = createWebhookSender(resolver())
    const local = { ...delivery, uri: `http://localhost:${port}/`, allowPrivate: true }
    expect(await send(local)).toEqual({ is: 'answer', status: 204 })
    server.close()
    await once(server, 'close')
    expect(await send(local)).toEqual({
      is: 'unreached',
      why: 'The host doesn’t accept connections on this port',
    })
  })

  it('has its ten seconds from the connection, not for the look-up', async () => {
    const events: string[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      events.push(`${milliseconds} ms begin`)
      return new AbortController().signal
    })
    let finish: ((host: ResolvedHost) => void) | undefined
    const send = createWebhookSender(() => new Promise((resolve) => (finish = resolve)))
    const onLookedUp = () => void events.push('looked up')
    const outcome = send({ ...delivery, uri, allowPrivate: true, onLookedUp })
    await expect.poll(() => finish).toBeDefined()
    expect(events).toEqual([])
    finish!(resolved('127.0.0.1'))
    expect(await outcome).toEqual({ is: 'answer', status: 204 })
    expect(events).toEqual(['looked up', '10000 ms begin'])
    timeout.mockRestore()
  })

  it('to a name that does not resolve fails and says so', async () => {
    const send = createWebhookSender(resolver())
    expect(await send({ ...delivery, uri, allowPrivate: true })).toEqual({
      is: 'unreached',
      why: 'The host name hooks.example.org is unknown',
    })
  })
})
