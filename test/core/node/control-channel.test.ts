import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  openControlChannel,
  type ControlChannel,
  type ChannelHost,
} from '#core/node/control-channel.ts'
import { requestAppSync } from '#core/node/control-client.ts'
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
): Promise<{ line: ControlChannel; calls: unknown[][] }> {
  const calls: unknown[][] = []
  const call = (name: string, ...input: unknown[]) => {
    if (name === 'app.state') return Promise.resolve(ok({ account: { account: 'studio' } }))
    if (name === 'sync.status') return Promise.resolve(status())
    calls.push([name, ...input])
    return syncing()
  }
  const line = await openControlChannel({ home, host, call, log })
  onTestFinished(() => line.close(() => Promise.resolve()))
  return { line, calls }
}

const addressOf = async () =>
  JSON.parse(await readFile(join(home, 'electron.line'), 'utf8')) as {
    port: number
    token: string
  }

/** The status of a request as a foreign program would send it. */
async function statusOf(
  headers: Record<string, string>,
  path = '/sync',
  method = 'POST',
  body = '',
) {
  const { port, token } = await addressOf()
  const all = {
    authorization: `Bearer ${token}`,
    'content-length': String(body.length),
    ...headers,
  }
  return new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers: all }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end(body)
  })
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

  it('refuses requests without the token, from a page, or to another host name of this machine', async () => {
    const { calls } = await opened()
    expect(await statusOf({ authorization: 'Bearer guess' })).toBe(403)
    expect(await statusOf({ authorization: '' })).toBe(403)
    expect(await statusOf({ origin: 'http://127.0.0.1' })).toBe(403)
    expect(await statusOf({ host: 'stint.example.org' })).toBe(421)
    expect(await statusOf({}, '/times')).toBe(404)
    expect(await statusOf({}, '/sync', 'PUT')).toBe(404)
    expect(await statusOf({})).toBe(422)
    expect(await statusOf({}, '/sync', 'POST', '{"account":"studio"}')).toBe(422)
    const long = JSON.stringify({ ...question, account: 'x'.repeat(10_000) })
    expect(await statusOf({}, '/sync', 'POST', long)).toBe(422)
    expect(calls).toEqual([])
  })

  it('continues the sync after the caller has disconnected', async () => {
    const syncing = Promise.withResolvers<Result<unknown>>()
    let isThrough = false
    const { calls, line } = await opened(() => syncing.promise.finally(() => (isThrough = true)))
    const { port, token } = await addressOf()
    const body = JSON.stringify(question)
    const headers = { authorization: `Bearer ${token}`, 'content-length': String(body.length) }
    const asking = request({ host: '127.0.0.1', port, path: '/sync', method: 'POST', headers })
    asking.on('error', () => undefined)
    asking.end(body)
    await until(() => expect(calls).toHaveLength(1))
    asking.destroy()
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
    const write = (port: number) =>
      writeFile(join(home, 'electron.line'), JSON.stringify({ pid: 1, port, token: 'old' }))
    const stranger = createServer((_request, response) => response.writeHead(200).end('Hello'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const { port } = stranger.address() as AddressInfo
    await write(port)
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    await new Promise((resolve) => stranger.close(resolve))
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
    await writeFile(join(home, 'electron.line'), 'torn')
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'absent' })
  })

  it('notices an app that was killed during a sync', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200).flushHeaders()
      response.write('{', () => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    await writeFile(join(home, 'electron.line'), JSON.stringify({ pid: 1, port, token: 'old' }))
    expect(await requestAppSync(home, 'electron', question)).toEqual({ is: 'ended' })
  })
})
