import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openControlChannel, type ControlChannel } from '#core/node/control-channel.ts'
import { requestAppSync, requestWindow } from '#core/node/control-client.ts'
import {
  addressOf,
  createFrameReader,
  sendFrame,
  type ChannelHost,
} from '#core/node/control-protocol.ts'
import { computeProof, createLaunchToken } from '#core/node/launch-token.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { SyncPhase } from '#shared/ipc/call-results.ts'
import { until } from '../../support/until.ts'

const log = { info() {}, warn() {} }
const report = { pushed: 1, pulled: 2, pending: 3, inbox: 4, requests: 5 }
const question = { account: 'studio', wait: false }

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stint-line-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** A control channel over calls that record their arguments. */
async function opened(
  syncing: () => Promise<Result<unknown>> = () => Promise.resolve(ok(report)),
  host: ChannelHost = 'electron',
  status: () => Result<unknown> = () => ok({ phase: { is: 'idle' } }),
  issueTicket?: () => string,
): Promise<{ line: ControlChannel; calls: unknown[][] }> {
  const calls: unknown[][] = []
  const call = (name: string, ...input: unknown[]) => {
    if (name === 'app.state') return Promise.resolve(ok({ account: { account: 'studio' } }))
    if (name === 'sync.status') return Promise.resolve(status())
    calls.push([name, ...input])
    return syncing()
  }
  const line = await openControlChannel({
    ...{ home, host, call, log },
    ...(issueTicket && { issueTicket }),
  })
  onTestFinished(() => line.close(() => Promise.resolve()))
  return { line, calls }
}

const published = async (host: ChannelHost = 'electron') =>
  JSON.parse(await readFile(join(home, `${host}.line`), 'utf8')) as { port: number; key: string }

const publish = (
  port: number,
  key = createLaunchToken(),
  host: ChannelHost = 'electron',
  pid = process.pid,
) => writeFile(join(home, `${host}.line`), JSON.stringify({ pid, port, key }))

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
  it('returns the report of the sync', async () => {
    const { calls } = await opened()
    expect(await requestAppSync(home, 'electron', question)).toEqual({
      is: 'synced',
      result: ok(report),
    })
    await requestAppSync(home, 'electron', { ...question, wait: true })
    expect(calls).toEqual([
      ['sync.now', {}, 'studio'],
      ['sync.now', { wait: true }, 'studio'],
    ])
  })

  it('reports which page is being fetched while the sync runs', async () => {
    const syncing = Promise.withResolvers<Result<unknown>>()
    let phase: SyncPhase = { is: 'fetching', page: 3, pages: null }
    await opened(
      () => syncing.promise,
      'electron',
      () => ok({ phase }),
    )
    const told: string[] = []
    const asked = requestAppSync(home, 'electron', question, undefined, (page, pages) => {
      told.push(`${page} of ${pages}`)
    })
    phase = { is: 'fetching', page: 7, pages: 40 }
    await until(() => expect(told).toContain('7 of 40'))
    phase = { is: 'fetching', page: 8, pages: 40 }
    await until(() => expect(told).toContain('8 of 40'))
    syncing.resolve(ok(report))
    expect(await asked).toEqual({ is: 'synced', result: ok(report) })
    expect(new Set(told)).toEqual(new Set(['7 of 40', '8 of 40']))
  })

  it('works without progress where the app does not report any', async () => {
    await opened(undefined, 'electron', () => fail('not-found', 'What is that'))
    expect(await requestAppSync(home, 'electron', question)).toMatchObject({ is: 'synced' })
  })

  it('returns a refusal', async () => {
    const refusal = fail('offline', 'Can’t reach the service')
    await opened(() => Promise.resolve(refusal))
    expect(await requestAppSync(home, 'electron', question)).toEqual({
      is: 'synced',
      result: refusal,
    })
  })

  it('syncs no account other than the open one', async () => {
    const { calls } = await opened()
    const asked = await requestAppSync(home, 'electron', { ...question, account: 'other' })
    expect(asked).toEqual({ is: 'elsewhere' })
    expect(calls).toEqual([])
  })

  it('has its address in a file that only this person may read, and removes it on closing', async () => {
    const { line } = await opened()
    expect((await stat(join(home, 'electron.line'))).mode & 0o777).toBe(0o600)
    await line.close(() => Promise.resolve())
    expect(await readdir(home)).toEqual([])
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
  })

  it('leaves the file of a later launch where it is', async () => {
    const { line } = await opened()
    await opened()
    await line.close(() => Promise.resolve())
    expect(await requestAppSync(home, 'electron', question)).toMatchObject({ is: 'synced' })
  })

  it('keeps the two hosts apart', async () => {
    await opened(undefined, 'browser')
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    expect(await requestAppSync(home, 'browser', question)).toMatchObject({ is: 'synced' })
  })

  it('tells nothing to a caller without the key', async () => {
    const { calls } = await opened()
    const { port } = await published()
    const { socket, ended } = await connected(port)
    const nonce = createLaunchToken()
    const read = createFrameReader(socket)
    sendFrame(socket, { v: 1, nonce })
    const theirs = (await read(1024)) as { challenge: string; proof: string }
    const meeting = { nonce, challenge: theirs.challenge, address: addressOf(port) }
    sendFrame(socket, { proof: computeProof(createLaunchToken(), 'command', meeting) })
    sendFrame(socket, { call: 'sync', ...question })
    await ended
    expect(calls).toEqual([])
  })

  it('does not take its own proof for a caller’s', async () => {
    const { calls } = await opened()
    const { socket, ended } = await connected((await published()).port)
    const read = createFrameReader(socket)
    sendFrame(socket, { v: 1, nonce: createLaunchToken() })
    const { proof } = (await read(1024)) as { proof: string }
    sendFrame(socket, { proof })
    sendFrame(socket, { call: 'sync', ...question })
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
    const { socket, ended } = await connected((await published()).port)
    socket.write(Buffer.from(bytes))
    expect(await ended).toBe('')
  })

  it('answers no web page', async () => {
    const { calls } = await opened()
    const { port } = await published()
    await expect(
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path: '/sync', method: 'POST' }, resolve)
          .on('error', reject)
          .end(JSON.stringify(question))
      }),
    ).rejects.toThrow(/hang up|ECONNRESET/)
    expect(calls).toEqual([])
  })

  it('continues the sync after the caller has disconnected', async () => {
    const syncing = Promise.withResolvers<Result<unknown>>()
    let isThrough = false
    const { calls, line } = await opened(() => syncing.promise.finally(() => (isThrough = true)))
    const leaving = new AbortController()
    const asked = requestAppSync(home, 'electron', question, leaving.signal)
    await until(() => expect(calls).toHaveLength(1))
    leaving.abort()
    expect(await asked).toEqual({ is: 'ended' })
    syncing.resolve(ok(report))
    await line.close(() => Promise.resolve())
    expect(isThrough).toBe(true)
  })

  it('answers the request under way when the app is closed', async () => {
    const syncing = Promise.withResolvers<Result<unknown>>()
    const { calls, line } = await opened(() => syncing.promise)
    const asked = requestAppSync(home, 'electron', question)
    await until(() => expect(calls).toHaveLength(1))
    const stopped = fail('conflict', 'Sync was stopped before it finished')
    await line.close(() => {
      syncing.resolve(stopped)
      return Promise.resolve()
    })
    expect(await asked).toEqual({ is: 'synced', result: stopped })
  })

  it('tells an app that has ended, or another program at its port, from one that runs', async () => {
    const web = createHttpServer((_request, response) => response.writeHead(200).end('Hello'))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const { port } = web.address() as AddressInfo
    await publish(port)
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    await new Promise((resolve) => web.close(resolve))
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    await writeFile(join(home, 'electron.line'), 'torn')
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
  })

  it('believes and tells nothing to a program at the port of an app that was killed', async () => {
    const heard: string[] = []
    const told = { is: 'synced', result: ok(report) }
    const port = await strangerAt((socket) => {
      socket.on('data', (data) => heard.push(String(data)))
      sendFrame(socket, { challenge: createLaunchToken(), proof: createLaunchToken() })
      sendFrame(socket, { result: told })
    })
    const key = createLaunchToken()
    await publish(port, key)
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    expect(heard.join('')).not.toMatch(new RegExp(`${key}|studio|proof`))
  })

  it('believes no program that relays its connection to the app at its new port', async () => {
    await opened()
    const { port, key } = await published()
    const relay = await strangerAt((socket) => {
      const app = connect({ host: '127.0.0.1', port }).on('error', () => undefined)
      socket.pipe(app).pipe(socket)
    })
    await publish(relay, key)
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
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
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
  })

  it('does not wait long for a silent program at the port of an app that was killed', async () => {
    const port = await strangerAt(() => undefined)
    const { pid } = spawnSync(process.execPath, ['--version'])
    await publish(port, createLaunchToken(), 'electron', pid)
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
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
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    expect(sent).toBeLessThan(20_000_000)
  })

  it('notices an app that was killed during a sync', async () => {
    const { port, key } = { port: await strangerAt(appThatDies), key: createLaunchToken() }
    function appThatDies(socket: Socket) {
      const read = createFrameReader(socket)
      void read(1024).then(async (hello) => {
        const { nonce } = hello as { nonce: string }
        const meeting = { nonce, challenge: createLaunchToken(), address: addressOf(port) }
        const proof = computeProof(key, 'host', meeting)
        sendFrame(socket, { challenge: meeting.challenge, proof })
        await read(1024)
        socket.destroy()
      })
    }
    await publish(port, key)
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'ended' })
  })
})

describe('a request for a window', () => {
  const signal = new AbortController().signal

  it('returns the ticket', async () => {
    const ticket = createLaunchToken()
    await opened(undefined, 'browser', undefined, () => ticket)
    expect(await requestWindow(home, 'browser', signal)).toEqual({ is: 'issued', ticket })
  })

  it('takes nothing from an answer but a ticket', async () => {
    await opened(undefined, 'browser', undefined, () => 'javascript:document.title=1')
    expect(await requestWindow(home, 'browser', signal)).toEqual({ is: 'ended' })
  })

  it('opens none where there are no tickets, or no app', async () => {
    await opened()
    expect(await requestWindow(home, 'electron', signal)).toEqual({ is: 'ended' })
    expect(await requestWindow(home, 'browser', signal)).toEqual({ is: 'absent' })
  })
})
