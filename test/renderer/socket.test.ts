import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '#shared/errors.ts'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import { openSocket, takeToken } from '../../renderer/ipc/socket.ts'

/** The far end of the sockets that the page opens. */
class FarEnd {
  static opened: FarEnd[] = []
  sent: unknown[] = []
  readonly address: string
  onopen: () => void = () => {}
  onmessage: (message: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}
  constructor(address: string) {
    this.address = address
    FarEnd.opened.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) })
  }
  welcome() {
    this.onopen()
    this.say({ welcome: true })
  }
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

describe('the launch token', () => {
  it('is taken out of the address and kept for this tab', () => {
    expect(takeToken(window)).toBe('abc')
    expect(location.hash).toBe('')
    expect(takeToken(window)).toBe('abc')
  })

  it('leaves other fragments alone', () => {
    location.hash = '#/sync'
    expect(takeToken(window)).toBeNull()
    expect(location.hash).toBe('#/sync')
  })
})

describe('the socket', () => {
  it('shows the token first and holds calls back until it is welcome', async () => {
    const wire = openSocket(window)
    const answer = wire.call('app.state', undefined)
    latest().onopen()
    expect(latest().sent).toEqual([{ hello: 'abc' }])
    latest().say({ welcome: true })
    expect(latest().sent[1]).toEqual({ id: 1, call: 'app.state' })
    latest().say({ id: 1, result: ok('state') })
    expect(await answer).toEqual(ok('state'))
  })

  it('gives each answer to its call, in whatever order they come', async () => {
    const wire = openSocket(window)
    latest().welcome()
    const first = wire.call('times.show', { local: 1 })
    const second = wire.call('times.show', { local: 2 })
    latest().say({ id: 2, result: ok('second') })
    latest().say({ id: 1, result: ok('first') })
    expect([await first, await second]).toEqual([ok('first'), ok('second')])
  })

  it('hands events to everyone who listens', () => {
    const wire = openSocket(window)
    const heard: CoreEvent[] = []
    wire.on((event) => heard.push(event))
    latest().welcome()
    latest().say({ event: { event: 'changed', resource: 'time', locals: 'all' } })
    expect(heard).toEqual([{ event: 'changed', resource: 'time', locals: 'all' }])
  })

  it('answers open calls plainly when the core goes away, and further ones at once', async () => {
    const wire = openSocket(window)
    latest().welcome()
    const open = wire.call('app.state', undefined)
    latest().onclose({ code: 1006 })
    const gone = 'Stint is not running. Start it again and this window comes back.'
    expect(await open).toMatchObject({ ok: false, error: { message: gone } })
    expect(await wire.call('app.state', undefined)).toMatchObject({ ok: false })
  })

  it('comes back by itself, waits longer each time, and then has everything read again', () => {
    const wire = openSocket(window)
    const connected: string[] = []
    const heard: CoreEvent[] = []
    wire.onConnection?.((now) => connected.push(now))
    wire.on((event) => heard.push(event))
    latest().welcome()
    latest().onclose({ code: 1006 })
    vi.advanceTimersByTime(250)
    expect(FarEnd.opened).toHaveLength(2)
    latest().onclose({ code: 1006 })
    vi.advanceTimersByTime(250)
    expect(FarEnd.opened).toHaveLength(2)
    vi.advanceTimersByTime(250)
    expect(FarEnd.opened).toHaveLength(3)
    expect(heard).toEqual([])
    latest().welcome()
    expect(connected).toEqual(['open', 'away', 'away', 'open'])
    expect(heard).toEqual([{ event: 'app' }])
  })

  it('says when the window belongs to an earlier start', () => {
    const wire = openSocket(window)
    const connections: string[] = []
    wire.onConnection?.((connection) => connections.push(connection))
    latest().onopen()
    latest().onclose({ code: 4001 })
    expect(connections).toEqual(['other-start'])
  })
})
