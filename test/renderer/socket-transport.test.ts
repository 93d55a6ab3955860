import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '#shared/errors.ts'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import { sessionKeyOf, sessionNameOf, computeWindowProof } from '../../renderer/ipc/window-proof.ts'
import { until } from '../support/until.ts'
import { openSocketTransport, takeCredentials } from '../../renderer/ipc/socket-transport.ts'

/** The far end of the sockets that the page opens. */
class FarEnd {
  static opened: FarEnd[] = []
  sent: unknown[] = []
  readonly address: string
  onopen: () => void = () => {}
  onmessage: (message: { data: string }) => void = () => {}
  onclose: ((event: { code: number }) => void) | null = () => {}
  constructor(address: string) {
    this.address = address
    FarEnd.opened.push(this)
  }
  close() {
    this.onclose?.({ code: 1005 })
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) })
  }
  welcome() {
    this.onopen()
    this.say({ welcome: 'build 1' })
  }
  /** Readmits a window as a host does that knows its session. */
  async takeBack(session: string, build = 'build 1') {
    this.onopen()
    const { window: name, nonce } = (await this.said(0)) as { window: string; nonce: string }
    const key = await sessionKeyOf(session)
    expect(name).toBe(await sessionNameOf(key))
    const meeting = { nonce, challenge: 'challenge', address: location.host }
    this.say({ challenge: 'challenge', proof: await computeWindowProof(key, 'host', meeting) })
    expect(await this.said(1)).toEqual({ proof: await computeWindowProof(key, 'page', meeting) })
    this.say({ welcome: build })
  }
  /** A message of the window, which it sends after some iterations of the event loop. */
  said = (index: number) =>
    until(() => {
      if (this.sent.length <= index) throw new Error('not said yet')
      return this.sent[index]
    })
}
const latest = () => FarEnd.opened.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FarEnd)
  FarEnd.opened = []
  sessionStorage.clear()
  location.hash = '#token=abc'
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

describe('the credentials of a window', () => {
  it('are a session that it generates, and the ticket in the address', () => {
    const { session, ticket } = takeCredentials(window)
    expect(ticket).toBe('abc')
    expect(session).toMatch(/^[\w-]{43}$/)
    expect(location.hash).toBe('')
    // A reload before the host has answered.
    expect(takeCredentials(window)).toEqual({ session, ticket })
  })

  it('are the session as a proof only once it was welcomed, also after a reload', async () => {
    const { session } = takeCredentials(window)
    openSocketTransport(window)
    latest().welcome()
    expect(takeCredentials(window)).toEqual({ session })
    latest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(250)
    await latest().takeBack(session)
    expect(JSON.stringify(latest().sent)).not.toContain(session)
  })

  it('mean nothing to a program at the port that does not know the session', async () => {
    const wire = openSocketTransport(window)
    const heard: string[] = []
    wire.onConnection?.((now) => heard.push(now))
    latest().welcome()
    const asked = [
      { challenge: 'challenge', proof: 'a'.repeat(64) },
      { welcome: 'build 1' },
      { event: { event: 'app-state-changed' } },
    ]
    for (const message of asked) {
      latest().onclose?.({ code: 1006 })
      vi.advanceTimersByTime(5_000)
      const stranger = latest()
      const closed = vi.spyOn(stranger, 'close')
      stranger.onopen()
      await stranger.said(0)
      stranger.say(message)
      await until(() => expect(closed).toHaveBeenCalled())
      expect(stranger.sent).toHaveLength(1)
    }
    expect(new Set(heard)).toEqual(new Set(['open', 'away']))
  })

  it('make no call to a host with other pages, whose scripts and calls may differ', async () => {
    const { session } = takeCredentials(window)
    const wire = openSocketTransport(window)
    const heard: string[] = []
    wire.onConnection?.((now) => heard.push(now))
    latest().welcome()
    latest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(250)
    await latest().takeBack(session, 'build 2')
    expect(heard).toEqual(['open', 'away', 'other-start'])
    vi.advanceTimersByTime(60_000)
    expect(FarEnd.opened).toHaveLength(2)
    expect(await wire.call('app.state', undefined)).toMatchObject({ ok: false })
  })

  it('include a new session for another ticket', () => {
    const { session } = takeCredentials(window)
    location.hash = '#ticket=def'
    const next = takeCredentials(window)
    expect(next.ticket).toBe('def')
    expect(next.session).not.toBe(session)
  })

  it('leave other fragments alone', () => {
    location.hash = '#/sync'
    expect(takeCredentials(window)).not.toHaveProperty('ticket')
    expect(location.hash).toBe('#/sync')
  })
})

describe('the socket', () => {
  it('sends its session first and holds calls back until it is welcomed', async () => {
    const wire = openSocketTransport(window)
    const answer = wire.call('app.state', undefined)
    latest().onopen()
    expect(latest().sent).toEqual([{ session: expect.any(String) as string, ticket: 'abc' }])
    latest().say({ welcome: 'build 1' })
    expect(latest().sent[1]).toEqual({ id: 1, call: 'app.state' })
    latest().say({ id: 1, result: ok('state') })
    expect(await answer).toEqual(ok('state'))
  })

  it('gives each answer to its call, in any order', async () => {
    const wire = openSocketTransport(window)
    latest().welcome()
    const first = wire.call('times.show', { local: 1 })
    const second = wire.call('times.show', { local: 2 })
    latest().say({ id: 2, result: ok('second') })
    latest().say({ id: 1, result: ok('first') })
    expect([await first, await second]).toEqual([ok('first'), ok('second')])
  })

  it('passes events to all listeners', () => {
    const wire = openSocketTransport(window)
    const heard: CoreEvent[] = []
    wire.on((event) => heard.push(event))
    latest().welcome()
    latest().say({ event: { event: 'changed', resource: 'time', locals: 'all' } })
    expect(heard).toEqual([{ event: 'changed', resource: 'time', locals: 'all' }])
  })

  it('answers open calls with a plain error when the core goes away, and further ones at once', async () => {
    const wire = openSocketTransport(window)
    latest().welcome()
    const open = wire.call('app.state', undefined)
    latest().onclose?.({ code: 1006 })
    const gone = 'Stint is not running. Start it again and this window comes back.'
    expect(await open).toMatchObject({ ok: false, error: { message: gone } })
    expect(await wire.call('app.state', undefined)).toMatchObject({ ok: false })
  })

  it('reconnects on its own, waits longer each time, and then has everything read again', async () => {
    const { session } = takeCredentials(window)
    const wire = openSocketTransport(window)
    const connected: string[] = []
    const heard: CoreEvent[] = []
    wire.onConnection?.((now) => connected.push(now))
    wire.on((event) => heard.push(event))
    latest().welcome()
    latest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(250)
    expect(FarEnd.opened).toHaveLength(2)
    latest().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(250)
    expect(FarEnd.opened).toHaveLength(2)
    vi.advanceTimersByTime(250)
    expect(FarEnd.opened).toHaveLength(3)
    expect(heard).toEqual([])
    await latest().takeBack(session)
    expect(connected).toEqual(['open', 'away', 'away', 'open'])
    expect(heard).toEqual([{ event: 'app-state-changed' }])
  })

  it('says when the window belongs to an earlier start', () => {
    const wire = openSocketTransport(window)
    const connections: string[] = []
    wire.onConnection?.((connection) => connections.push(connection))
    latest().onopen()
    latest().onclose?.({ code: 4001 })
    expect(connections).toEqual(['other-start'])
  })

  it('says when another page has used its address, and stays disconnected', () => {
    const wire = openSocketTransport(window)
    const connections: string[] = []
    wire.onConnection?.((connection) => connections.push(connection))
    latest().welcome()
    latest().onclose?.({ code: 4004 })
    expect(connections).toEqual(['open', 'used-twice'])
    vi.advanceTimersByTime(60_000)
    expect(FarEnd.opened).toHaveLength(1)
  })
})
