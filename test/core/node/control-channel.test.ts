import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Caller } from '#core/ports.ts'
import { createCore } from '#core/core.ts'
import { openControlChannel } from '#core/node/control-channel.ts'
import { connectToApp, requestWindow, type AppConnection } from '#core/node/control-client.ts'
import {
  addressOf,
  createFrameReader,
  protocolVersion,
  sendFrame,
  type AppFacts,
  type WindowAccess,
} from '#core/node/control-protocol.ts'
import { computeProof, createLaunchToken } from '#core/node/launch-token.ts'
import { ownerFile, readOwner, type Owner } from '#core/node/owner-file.ts'
import { fail, failFields, ok } from '#shared/errors.ts'
import type { CallResult, CoreEvent } from '#shared/ipc/contract.ts'
import { quietPorts } from '../../support/account.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { until } from '../../support/until.ts'

onAnyDay()

const log = { info() {}, warn() {} }

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stint-line-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

interface World {
  facts?: Partial<AppFacts>
  openWindow?: () => WindowAccess
  answer?: (name: string, input: unknown) => Promise<CallResult<unknown>>
}

/** A control channel over calls that record their arguments, and return their input. */
async function opened({
  answer = (_name, input) => Promise.resolve(ok(input)),
  openWindow = () => null,
  ...more
}: World = {}) {
  const calls: [string, unknown, Caller][] = []
  const listeners = new Set<(event: CoreEvent) => void>()
  const core = {
    call(...given: [string, unknown, Caller]) {
      calls.push(given)
      return answer(given[0], given[1])
    },
    on(listener: (event: CoreEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const line = await openControlChannel({ ...more, home, host: 'electron', core, openWindow, log })
  onTestFinished(() => line.close(() => Promise.resolve()))
  const emit = (event: CoreEvent) => listeners.forEach((listener) => listener(event))
  return { line, calls, emit, listeners }
}

const connecting = () => connectToApp(readOwner(home))

/** Connects to an app that has to be there. */
async function reached(): Promise<AppConnection> {
  const connected = await connecting()
  if (connected.is !== 'connected') throw new Error(`The app is ${connected.is}`)
  onTestFinished(() => connected.app.close())
  return connected.app
}

const absent = { is: 'absent' }

function published() {
  const channel = readOwner(home)?.channel
  if (!channel) throw new Error('There is no channel')
  return channel
}

function publish(port: number, key = createLaunchToken(), pid = process.pid): Promise<void> {
  const owner: Owner = { pid, host: 'electron', channel: { port, key } }
  return writeFile(ownerFile(home), JSON.stringify(owner))
}

/** Connects to the channel as a foreign program would, and collects what it is sent. */
async function connected(port: number): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.on('data', (data) => (received += String(data))).on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return { socket, ended }
}

/** Another program at a port of its own. */
async function strangerAt(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('the control channel from the command line to the app', () => {
  it('carries any call, as a command’s, and its result', async () => {
    const refusal = failFields('validation', 'Enter a number', { page: ['Enter a number'] })
    const { calls } = await opened({
      answer: (name, input) =>
        Promise.resolve(name === 'times.list' ? refusal : { ...ok(input), change: 7 }),
    })
    const app = await reached()
    const input = { notes: 'Größe \u{1F552}', set: { hours: [1, null] } }
    expect(await app.call('times.update', input, 'studio')).toEqual({
      is: 'answered',
      result: { ok: true, value: input, change: 7 },
    })
    expect(await app.call('times.list', undefined)).toEqual({ is: 'answered', result: refusal })
    const signal = expect.any(AbortSignal) as AbortSignal
    expect(calls).toEqual([
      ['times.update', input, { is: 'command', account: 'studio', signal }],
      ['times.list', undefined, { is: 'command', signal }],
    ])
  })

  it('answers calls in the order in which they are done', async () => {
    const first = Promise.withResolvers<CallResult<unknown>>()
    await opened({
      answer: (name) => (name === 'sync.now' ? first.promise : Promise.resolve(ok(name))),
    })
    const app = await reached()
    const syncing = app.call('sync.now', {})
    expect(await app.call('timer.status', undefined)).toMatchObject({ is: 'answered' })
    first.resolve(ok('synced'))
    expect(await syncing).toEqual({ is: 'answered', result: ok('synced') })
  })

  it('carries answers of many megabytes, and no call of more than one', async () => {
    const text = 'ä'.repeat(5_000_000)
    const { calls } = await opened({ answer: () => Promise.resolve(ok(text)) })
    expect(await (await reached()).call('doctor.report', undefined)).toEqual({
      is: 'answered',
      result: ok(text),
    })
    expect(await (await reached()).call('import.append', { text })).toEqual({ is: 'lost' })
    expect(calls).toHaveLength(1)
  })

  it('reports the progress of a call, and of no other', async () => {
    const syncing = Promise.withResolvers<CallResult<unknown>>()
    const { emit, listeners } = await opened({ answer: () => syncing.promise })
    const [app, other] = [await reached(), await reached()]
    const seen: CoreEvent[] = []
    const others: CoreEvent[] = []
    app.on((event) => seen.push(event))
    other.on((event) => others.push(event))
    const asked = app.call('sync.now', {})
    const otherAsked = other.call('times.list', {})
    await until(() => expect(listeners.size).toBe(2))
    const imported = { event: 'import', import: 1, done: 1, of: 2 } as const
    const phase = { is: 'fetching', page: 7, pages: 40 }
    const page = { event: 'sync', status: { phase } } as unknown as CoreEvent
    emit(imported)
    emit(page)
    syncing.resolve(ok(null))
    await Promise.all([asked, otherAsked])
    expect(seen).toEqual([page])
    expect(others).toEqual([])
    expect(listeners.size).toBe(0)
  })

  it('has windows learn at once which records a command changed', async () => {
    const core = await createCore(quietPorts(home), {
      ...{ home, host: 'browser', version: '0', background: false },
    })
    const line = await openControlChannel({
      ...{ home, host: 'browser', core, log },
      openWindow: () => null,
    })
    onTestFinished(() => line.close(() => core.close()))
    const app = await reached()
    await app.call('account.createLocal', undefined)
    const seen: CoreEvent[] = []
    core.on((event) => seen.push(event))
    const added = await app.call('tasks.add', { name: 'Design' })
    expect(added).toMatchObject({ result: { value: { local: 1 }, change: 1 } })
    expect(seen).toContainEqual({ event: 'changed', resource: 'task', locals: [1] })
  })

  it('ends exports and imports with the connection that began them', async () => {
    const { calls } = await opened({
      answer: (name) =>
        Promise.resolve(ok(name === 'export.begin' ? { export: 3 } : { import: 4 })),
    })
    const app = await reached()
    await app.call('export.begin', {})
    await app.call('import.begin', {})
    app.close()
    await until(() =>
      expect(calls.slice(2).map(([name, input]) => [name, input])).toEqual([
        ['export.end', { export: 3 }],
        ['import.end', { import: 4 }],
      ]),
    )
  })

  it('tells a call that its caller has left', async () => {
    const making = Promise.withResolvers<CallResult<unknown>>()
    const { calls } = await opened({ answer: () => making.promise })
    const app = await reached()
    void app.call('backup.make', {})
    await until(() => expect(calls).toHaveLength(1))
    const { signal } = calls[0]![2]
    expect(signal!.aborted).toBe(false)
    app.close()
    await until(() => expect(signal!.aborted).toBe(true))
    making.resolve(fail('conflict', 'The backup was stopped before it was finished'))
  })

  it('knows an app of another version', async () => {
    await opened({ facts: { contract: 'later', version: '7.0.0' } })
    expect(await reached()).toMatchObject({ isSameContract: false, version: '7.0.0' })
    await opened()
    expect(await reached()).toMatchObject({ isSameContract: true })
  })

  it('has calls answered in the zone of their caller', async () => {
    const { calls } = await opened({ facts: { environmentZone: 'Asia/Tokyo' } })
    await (await reached()).call('timer.status', undefined)
    expect(calls[0]![2]).toMatchObject({
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  it('has its address in a file that only this person may read, until it is closed', async () => {
    const { line } = await opened()
    expect((await stat(ownerFile(home))).mode & 0o777).toBe(0o600)
    await line.close(() => Promise.resolve())
    expect(readOwner(home)).toEqual({ pid: process.pid, host: 'electron', channel: null })
    expect(await connecting()).toEqual(absent)
  })

  it('tells nothing to a caller without the key', async () => {
    const { calls } = await opened()
    const { port } = published()
    const { socket, ended } = await connected(port)
    const nonce = createLaunchToken()
    const read = createFrameReader(socket)
    sendFrame(socket, { v: protocolVersion, nonce })
    const theirs = (await read(1024)) as { challenge: string; proof: string }
    const meeting = { nonce, challenge: theirs.challenge, address: addressOf(port) }
    sendFrame(socket, { proof: computeProof(createLaunchToken(), 'command', meeting) })
    sendFrame(socket, { id: 1, call: 'timer.stop', input: {} })
    expect(await ended).not.toMatch(/contract|zone/)
    expect(calls).toEqual([])
  })

  it('does not take its own proof for a caller’s', async () => {
    const { calls } = await opened()
    const { socket, ended } = await connected(published().port)
    const read = createFrameReader(socket)
    sendFrame(socket, { v: protocolVersion, nonce: createLaunchToken() })
    const { proof } = (await read(1024)) as { proof: string }
    sendFrame(socket, { proof })
    sendFrame(socket, { id: 1, call: 'timer.stop', input: {} })
    await ended
    expect(calls).toEqual([])
  })

  it.each([
    ['more than a kilobyte', [4, 1, 0, 0]],
    ['no JSON', [0, 0, 0, 2, 0x7b, 0x7b]],
    ['another version', [0, 0, 0, 7, ...Buffer.from('{"v":2}')]],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')],
  ])('closes a connection that begins with %s', async (_name, bytes) => {
    await opened()
    const { socket, ended } = await connected(published().port)
    socket.write(Buffer.from(bytes))
    expect(await ended).toBe('')
  })

  it('answers no web page', async () => {
    const { calls } = await opened()
    const { port } = published()
    await expect(
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path: '/sync', method: 'POST' }, resolve)
          .on('error', reject)
          .end(JSON.stringify({ id: 1, call: 'timer.stop' }))
      }),
    ).rejects.toThrow(/hang up|ECONNRESET/)
    expect(calls).toEqual([])
  })

  it('continues a call after the caller has disconnected', async () => {
    const syncing = Promise.withResolvers<CallResult<unknown>>()
    let isThrough = false
    const { calls, line } = await opened({
      answer: () => syncing.promise.finally(() => (isThrough = true)),
    })
    const app = await reached()
    const asked = app.call('sync.now', {})
    await until(() => expect(calls).toHaveLength(1))
    app.close()
    expect(await asked).toEqual({ is: 'lost' })
    expect(await app.call('timer.stop', {})).toEqual({ is: 'refused' })
    syncing.resolve(ok(null))
    await line.close(() => Promise.resolve())
    expect(isThrough).toBe(true)
  })

  it('answers the call under way when the app is closed, and begins no other', async () => {
    const syncing = Promise.withResolvers<CallResult<unknown>>()
    const { calls, line } = await opened({ answer: () => syncing.promise })
    const app = await reached()
    const asked = app.call('sync.now', {})
    await until(() => expect(calls).toHaveLength(1))
    const stopped = fail('conflict', 'Sync was stopped before it finished')
    await line.close(async () => {
      expect(await app.call('timer.stop', {})).toEqual({ is: 'refused' })
      syncing.resolve(stopped)
    })
    expect(await asked).toEqual({ is: 'answered', result: stopped })
    expect(calls).toHaveLength(1)
  })

  it('tells an app that has ended, or another program at its port, from one that runs', async () => {
    const web = createHttpServer((_request, response) => response.writeHead(200).end('Hello'))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const { port } = web.address() as AddressInfo
    await publish(port)
    expect(await connecting()).toEqual(absent)
    await new Promise((resolve) => web.close(resolve))
    expect(await connecting()).toEqual(absent)
    await writeFile(ownerFile(home), 'torn')
    expect(await connecting()).toEqual(absent)
  })

  it('believes and tells nothing to a program at the port of an app that was killed', async () => {
    const heard: string[] = []
    const port = await strangerAt((socket) => {
      socket.on('data', (data) => heard.push(String(data)))
      sendFrame(socket, { challenge: createLaunchToken(), proof: createLaunchToken() })
      sendFrame(socket, { id: 1, result: ok(null) })
    })
    const key = createLaunchToken()
    await publish(port, key)
    expect(await connecting()).toEqual(absent)
    expect(heard.join('')).not.toMatch(new RegExp(`${key}|studio|proof`))
  })

  it('believes no program that relays its connection to the app at its new port', async () => {
    await opened()
    const { port, key } = published()
    const relay = await strangerAt((socket) => {
      const app = connect({ host: '127.0.0.1', port }).on('error', () => undefined)
      socket.pipe(app).pipe(socket)
    })
    await publish(relay, key)
    expect(await connecting()).toEqual(absent)
  })

  it('believes no caller’s proof that is sent back to it', async () => {
    const port = await strangerAt((socket) => {
      const read = createFrameReader(socket)
      void read(1024).then((hello) => {
        const { nonce } = hello as { nonce: string }
        sendFrame(socket, { challenge: nonce, proof: nonce })
      })
    })
    await publish(port)
    expect(await connecting()).toEqual(absent)
  })

  it('does not wait long for a silent program at the port of an app that was killed', async () => {
    const port = await strangerAt(() => undefined)
    const { pid } = spawnSync(process.execPath, ['--version'])
    await publish(port, createLaunchToken(), pid)
    expect(await connecting()).toEqual(absent)
  })

  it('gives up an endless answer after a kilobyte', async () => {
    let sent = 0
    const port = await strangerAt((socket) => {
      const piece = Buffer.alloc(65_536, 0x20)
      const pour = () => {
        while (!socket.destroyed && sent < 100_000_000) {
          sent += piece.length
          if (!socket.write(piece)) {
            socket.once('drain', pour)
            return
          }
        }
      }
      // The length of its first frame: 512 MB.
      socket.write(Buffer.from([0x20, 0, 0, 0]))
      pour()
    })
    await publish(port)
    expect(await connecting()).toEqual(absent)
    expect(sent).toBeLessThan(20_000_000)
  })

  it('tells a call whose answer never came from one that was not begun', async () => {
    const { port, key } = { port: await strangerAt(appThatDies), key: createLaunchToken() }
    function appThatDies(socket: Socket) {
      const read = createFrameReader(socket)
      void read(1024).then(async (hello) => {
        const { nonce } = hello as { nonce: string }
        const meeting = { nonce, challenge: createLaunchToken(), address: addressOf(port) }
        const proof = computeProof(key, 'host', meeting)
        sendFrame(socket, { challenge: meeting.challenge, proof })
        await read(1024)
        sendFrame(socket, { contract: '', version: '', environmentZone: '' })
        await read(1024)
        socket.destroy()
      })
    }
    await publish(port, key)
    const app = await reached()
    expect(await app.call('timer.stop', {})).toEqual({ is: 'lost' })
    expect(await app.call('timer.stop', {})).toEqual({ is: 'refused' })
  })
})

describe('a request for a window', () => {
  const [token, ticket] = [createLaunchToken(), createLaunchToken()]
  const asking = () => requestWindow(readOwner(home)!)

  it('returns how to open one, or that the app shows its own', async () => {
    const access = { port: 4321, token, ticket }
    let answer: WindowAccess = access
    await opened({ openWindow: () => answer })
    expect(await asking()).toEqual({ is: 'opened', access })
    answer = null
    expect(await asking()).toEqual({ is: 'opened', access: null })
  })

  it.each([
    { port: 4321, token, ticket: 'javascript:document.title=1' },
    { port: '1/x', token, ticket },
  ])('takes nothing from an answer but a port and tokens', async (answer) => {
    await opened({ openWindow: () => answer as WindowAccess })
    expect(await asking()).toEqual(absent)
  })

  it('opens none where there is no app', async () => {
    const { line } = await opened()
    await line.close(() => Promise.resolve())
    expect(await asking()).toEqual(absent)
  })
})
