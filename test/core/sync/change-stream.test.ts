import { getEventListeners } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StreamRequest } from '#core/ports.ts'
import type { SyncPorts } from '#core/sync/pass/sync-context.ts'
import { createStreamListener } from '#core/sync/engine/stream-listener.ts'
import { followChangeStream } from '#core/sync/http/change-stream.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let stop: AbortController
let opened: StreamRequest[]
let heard: number
let cursor: string | null
let serve: (request: StreamRequest, time: number) => Promise<number | null>

beforeEach(() => {
  clock = virtualClock()
  stop = new AbortController()
  opened = []
  heard = 0
  cursor = '7'
  serve = () => Promise.resolve(null)
})

const follow = () =>
  followChangeStream({
    clock,
    random: { fraction: () => 0, token: () => '' },
    connection: {
      url: 'https://time.test',
      token: () => Promise.resolve('secret'),
      header: 'Authorization',
      scheme: 'Bearer',
      zone: 'UTC',
    },
    signal: stop.signal,
    cursor: () => Promise.resolve(cursor),
    onEvent: () => heard++,
    openStream(request) {
      opened.push(request)
      return serve(request, opened.length)
    },
  })

/** Stays open until it is aborted. */
const untilStopped = async (request: StreamRequest) => {
  await clock.sleep(3_600_000, request.signal)
  return 200
}

describe('the change stream', () => {
  it('is requested from the cursor, with the token, and reports each change', async () => {
    serve = async (request) => {
      for (const text of [
        'retry: 1000\n\nid: 8\nevent: change\nda',
        'ta: {"id":8}\n\n',
        'data: 9',
      ]) {
        request.onText(text)
      }
      request.onText('{"data: no line start"}\n: here\n\n')
      return untilStopped(request)
    }
    const following = follow()
    await clock.advance(1_000)
    expect(heard).toBe(2)
    expect(opened).toMatchObject([
      {
        url: 'https://time.test/api/v1/changes/stream?cursor=7',
        headers: { Authorization: 'Bearer secret' },
      },
    ])
    stop.abort()
    await following
  })

  it('reconnects after a cut, ever more slowly', async () => {
    const following = follow()
    await clock.advance(1_000)
    expect(opened).toHaveLength(2)
    stop.abort()
    await following
    expect(opened).toHaveLength(2)
  })

  it('drops a connection that has gone silent', async () => {
    serve = untilStopped
    const following = follow()
    await clock.advance(91_500)
    expect(opened).toHaveLength(2)
    stop.abort()
    await following
  })

  it('ends where the token is refused, there is no stream, or nothing was read yet', async () => {
    for (const status of [302, 401, 403, 404, 422]) {
      serve = () => Promise.resolve(status)
      expect(await clock.until(follow())).toBe(true)
    }
    cursor = null
    expect(await clock.until(follow())).toBe(false)
    expect(opened).toHaveLength(5)
  })

  it('restarts the feed where its cursor is too old', async () => {
    serve = () => Promise.resolve(410)
    expect(await clock.until(follow())).toBe(false)
    expect(heard).toBe(1)
  })

  it('continues after errors of the service', async () => {
    serve = (_, time) => Promise.resolve(time < 4 ? [500, 429, 200][time - 1]! : 401)
    await clock.until(follow())
    expect(opened).toHaveLength(4)
  })
})

it('uses one listener for the wait until the next look, however many looks there are', async () => {
  const openStream = () => Promise.resolve(null)
  let asked = 0
  const listening = createStreamListener({ clock, openStream } as unknown as SyncPorts, {
    mayListen: () => Promise.resolve(++asked < 0),
    cursor: () => Promise.resolve(null),
    onChange: () => undefined,
  })
  const ended = listening.run(stop.signal)
  for (let look = 1; look <= 20; look++) {
    await clock.advance(1)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    expect(asked).toBe(look)
    listening.lookAgain()
  }
  stop.abort()
  await ended
})

it('tries again after the next look where its token could not be read', async () => {
  const warnings: string[] = []
  let isLocked = true
  const ports = {
    ...{ clock, random: { fraction: () => 0, token: () => '' } },
    log: { info() {}, warn: (text: string) => void warnings.push(text) },
    connection: {
      ...{ url: 'https://time.test', header: 'Authorization', scheme: 'Bearer', zone: 'UTC' },
      token: () =>
        isLocked ? Promise.reject(new Error('The keychain is locked')) : Promise.resolve('secret'),
    },
    openStream(request: StreamRequest) {
      opened.push(request)
      return untilStopped(request)
    },
  }
  const listening = createStreamListener(ports as unknown as SyncPorts, {
    mayListen: () => Promise.resolve(true),
    cursor: () => Promise.resolve(cursor),
    onChange: () => undefined,
  })
  const ended = listening.run(stop.signal)
  await clock.advance(1_000)
  expect([opened.length, warnings.length]).toEqual([0, 1])
  isLocked = false
  listening.lookAgain()
  await clock.advance(1_000)
  expect(opened).toHaveLength(1)
  stop.abort()
  await ended
})
