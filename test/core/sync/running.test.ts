/** How sync runs beside everything else, and what the person is shown of it. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const seconds = (count: number) => clock.advance(count * 1_000)
const status = () => desk.statuses.at(-1)!
const phase = () => status()?.phase
const program = { version: '1.2.3', host: 'test on nothing' }

describe('an obstacle to sync', () => {
  it('is reported as a captive portal', async () => {
    desk.sync.start()
    await seconds(2)
    service.outage = { is: 'html' }
    await desk.add()
    await seconds(20)
    expect(phase()).toMatchObject({ is: 'portal' })
    service.outage = { is: 'redirect', to: 'http://wifi.test/login' }
    await seconds(20)
    expect(phase()).toMatchObject({ is: 'portal' })
    service.outage = null
    await seconds(90)
    expect(status()).toMatchObject({ phase: { is: 'idle' }, pending: 0, fetching: null })
    expect(service.times.size).toBe(1)
  })

  it('is reported as an error of the service, not as an unreadable answer', async () => {
    desk.sync.start()
    await seconds(2)
    service.outage = { is: 'status', status: 500, body: '<h1>Server Error</h1>' }
    await seconds(150)
    expect(status()).toMatchObject({
      phase: { is: 'service', why: 'trouble' },
      fetching: { text: 'The service is having problems' },
    })
    const cycled = await desk.cycle()
    expect(cycled).toMatchObject({
      error: { code: 'service', message: expect.stringMatching(/is having problems/) },
    })
  })

  it('is reported as a wrong clock of this machine, with the difference, while all else works', async () => {
    const { http } = service
    service.http = async (request) => {
      const outcome = await http(request)
      if (outcome.is !== 'answer') return outcome
      const date = new Date(clock.now() - 3_600_000).toUTCString()
      return { ...outcome, headers: { ...outcome.headers, date } }
    }
    await desk.restart()
    desk.sync.start()
    await desk.add()
    await seconds(130)
    expect(phase()).toMatchObject({ is: 'clock' })
    const { ahead } = phase() as { ahead: number }
    expect(Math.abs(ahead - 3_600_000)).toBeLessThan(2_000)
    expect(status()).toMatchObject({ pending: 0, sending: null, fetching: null })
  })

  it('is reported as a full disk, in the words of the database, until it has room', async () => {
    const pages = sql<{ page_count: number }>`pragma page_count`
    const { page_count: full } = (await pages.execute(desk.store.db)).rows[0]!
    const limit = (count: number) =>
      sql`pragma max_page_count = ${sql.lit(count)}`.execute(desk.store.db)
    await limit(full)
    for (let entry = 0; entry < 50; entry++) service.add({ notes: 'x'.repeat(9_000) })
    const why = 'Couldn’t write to the disk. Free up some space and try again'
    desk.sync.start()
    await seconds(20)
    expect(status()).toMatchObject({ phase: { is: 'problem', why }, fetching: { text: why } })
    expect(await desk.cycle()).toMatchObject({
      error: {
        code: 'database',
        message: `${why}. Your changes are saved here and will sync later`,
      },
    })
    await limit(1_000_000)
    await seconds(400)
    expect(status()).toMatchObject({ phase: { is: 'idle' }, fetching: null })
    expect(await desk.entries()).toHaveLength(50)
  })

  it('is reported as a nearly full disk, whose rest is kept for what the person writes', async () => {
    let hasRoom = false
    await desk.close()
    desk = await openDesk(service, clock, { hasRoom: () => hasRoom })
    service.capabilities.add('reference')
    service.add({ notes: 'There' })
    await desk.add({ notes: 'Here' })
    desk.sync.start()
    await seconds(20)
    expect(service.times.size).toBe(2)
    expect(await desk.entries()).toHaveLength(1)
    // Only the capabilities of the service are requested.
    expect(service.requests.filter((line) => line.startsWith('GET'))).toEqual(['GET '])
    expect(phase()).toMatchObject({
      is: 'problem',
      why: 'The disk is almost full, so nothing is downloaded. Free up some space',
    })
    hasRoom = true
    await seconds(400)
    expect(phase()).toEqual({ is: 'idle' })
    expect(await desk.entries()).toHaveLength(2)
  })

  it('is reported as a bug in Stint rather than as fetching that never ends', async () => {
    const { http } = service
    let isBroken = true
    service.http = (request) => {
      if (isBroken && request.url.includes('/times'))
        throw new TypeError('undefined is no function')
      return http(request)
    }
    desk.sync.start()
    await seconds(20)
    expect(status()).toMatchObject({
      phase: { is: 'problem', why: expect.stringMatching(/^Something went wrong in Stint/) },
    })
    expect(await desk.cycle().catch(String)).toMatch(/undefined is no function/)
    expect(await desk.sync.status()).toMatchObject({ phase: { is: 'problem' } })
    isBroken = false
    await seconds(400)
    expect(phase()).toEqual({ is: 'idle' })
  })

  it('is also reported to the caller who asked for the sync, and stays while sync is paused', async () => {
    const { http } = service
    for (let entry = 0; entry < 250; entry++) service.add({})
    service.http = (request) => {
      if (request.url.includes('page=2')) throw new TypeError('undefined is no function')
      return http(request)
    }
    desk.sync.start()
    await desk.sync.pause()
    await expect(desk.cycle()).rejects.toThrow('undefined is no function')
    await seconds(3_600)
    expect(await desk.sync.status()).toMatchObject({ phase: { is: 'paused' } })
  })

  it('can be a database that cannot be read for a while, which does not end the loop', async () => {
    const { db } = desk.store
    desk.sync.start()
    await seconds(2)
    await sql`alter table setting rename to setting_away`.execute(db)
    await seconds(120)
    await sql`alter table setting_away rename to setting`.execute(db)
    service.add({ notes: 'There' })
    await seconds(400)
    expect(await desk.entries()).toHaveLength(1)
    expect(phase()).toEqual({ is: 'idle' })
  })

  it('is reported for sending and fetching separately', async () => {
    desk.sync.start()
    await seconds(2)
    for (let tries = 0; tries < 3; tries++) {
      service.failNext('POST', { is: 'status', status: 503 })
    }
    await desk.add()
    await seconds(0.5)
    expect(status()).toMatchObject({
      sending: { text: 'The service is having problems' },
      fetching: null,
    })
    await seconds(400)
    expect(status()).toMatchObject({ sending: null, fetching: null, pending: 0 })
  })
})

describe('records that the service answers with an error each time', () => {
  it('block no others, however many they are, and each is tried again', async () => {
    const { http } = service
    // With idempotency keys a create is sent again at once.
    service.capabilities.add('idempotency')
    const pass = async () => {
      await seconds(70)
      await desk.cycle()
    }
    let cannot = 4
    const asked = new Map<string, number>()
    service.http = (request) => {
      const notes = request.method === 'POST' ? /cannot (\d)/.exec(request.body ?? '')?.[1] : null
      if (!notes || Number(notes) > cannot) return http(request)
      asked.set(notes, (asked.get(notes) ?? 0) + 1)
      return Promise.resolve({ is: 'answer', status: 500, headers: {}, body: 'Oh no' })
    }
    for (let nth = 1; nth <= 4; nth++) await desk.add({ start: nth * 60, notes: `cannot ${nth}` })
    await desk.add({ start: 600, notes: 'can' })
    for (let nth = 0; nth < 4; nth++) await pass()
    expect([...service.times.values()].map(({ notes }) => notes)).toEqual(['can'])
    expect(Math.min(...asked.values())).toBeGreaterThan(0)
    expect(asked.size).toBe(4)
    // The last of them can be sent, beside three that cannot.
    cannot = 3
    for (let nth = 0; nth < 4; nth++) await pass()
    expect(service.times.size).toBe(2)
  })
})

describe('a pause', () => {
  it('sends and fetches nothing on its own, also after a restart, until it is over', async () => {
    desk.sync.start()
    await seconds(2)
    expect((await desk.sync.pause()).phase).toEqual({ is: 'paused' })
    service.requests.length = 0
    await desk.add()
    await seconds(600)
    await desk.restart()
    desk.sync.start()
    await seconds(600)
    expect(service.requests).toEqual([])
    expect(await desk.sync.status()).toMatchObject({ phase: { is: 'paused' }, pending: 1 })
    await desk.sync.resume()
    await seconds(2)
    expect(service.times.size).toBe(1)
    expect(phase()).toEqual({ is: 'idle' })
  })

  it('ends the sending of the pass that runs: what is edited from then on stays here', async () => {
    // Several pages: edits are sent between them.
    for (let entry = 0; entry < 250; entry++) service.add({})
    await desk.add({ notes: 'Before' })
    service.beforeNext('POST /times', async () => {
      await desk.sync.pause()
      await desk.add({ notes: 'From then on' })
    })
    desk.sync.start()
    await seconds(600)
    const notes = () => [...service.times.values()].map((time) => time.notes)
    expect(notes()).toContain('Before')
    expect(notes()).not.toContain('From then on')
    expect(await desk.sync.status()).toMatchObject({ phase: { is: 'paused' }, pending: 1 })
    await desk.sync.resume()
    await seconds(2)
    expect(notes()).toContain('From then on')
  })

  it('allows one sync on request, and continues after it', async () => {
    await desk.sync.pause()
    await desk.add()
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 1 } })
    expect((await desk.sync.status()).phase).toEqual({ is: 'paused' })
  })
})

describe('waking', () => {
  it('after a sleep syncs at once, however long the wait was to be', async () => {
    service.outage = { is: 'status', status: 500 }
    desk.sync.start()
    await seconds(1_200)
    service.outage = null
    service.requests.length = 0
    clock.jump(8 * 3_600_000)
    await seconds(12)
    expect(service.requests.length).toBeGreaterThan(0)
    expect(phase()).toEqual({ is: 'idle' })
  })

  it('by a window that shows days again syncs at once, while the service is failing', async () => {
    const today = { from: '2026-11-19', to: '2026-11-19' }
    desk.sync.start()
    desk.sync.watch(today)
    await seconds(2)
    service.outage = { is: 'status', status: 500 }
    await seconds(1_200)
    service.outage = null
    desk.sync.watch(today)
    await seconds(3)
    expect(phase()).toEqual({ is: 'idle' })
  })
})

describe('a sync that waits until everything is settled', () => {
  it('ends with everything sent that was changed before, also after a lost reply', async () => {
    const local = await desk.add({ notes: 'First' })
    service.failNext('POST', { is: 'drop-response' })
    const cycle = desk.sync.syncOnce({ wait: true })
    await seconds(5)
    await desk.edit(local, { notes: 'Second' })
    expect(await clock.until(cycle)).toMatchObject({ ok: true, value: { pending: 0 } })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Second' }])
  })

  it('ends although something can never be sent', async () => {
    service.validate = () => ({ quantity: ['is too much'] })
    await desk.add()
    expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { inbox: 1 } })
  })
})

describe('the sync log', () => {
  it('says in plain words what each pass did', async () => {
    for (let entry = 0; entry < 12; entry++) service.add({ start: entry })
    for (let entry = 0; entry < 3; entry++) await desk.add({ start: 600 + entry })
    service.validate = (body) => (body.start === 700 ? { start: ['is too late'] } : null)
    await desk.add({ start: 700 })
    await desk.cycle()
    expect(await desk.sync.log(10)).toMatchObject([
      {
        text: 'Sent 3, received 12, 1 to review',
        passes: 1,
        sent: 3,
        received: 12,
        setAside: 1,
        complete: true,
      },
    ])
  })

  it('says why a pass ended early', async () => {
    service.outage = { is: 'unreached' }
    await desk.cycle()
    service.outage = { is: 'status', status: 429 }
    await desk.cycle()
    expect(await desk.sync.log(10)).toMatchObject([
      { text: 'The service is busy', complete: false },
      { text: 'Couldn’t reach the service', complete: false },
    ])
  })

  it('reads the days on screen less often the longer nothing is found, and often again', async () => {
    const today = { from: '2026-11-19', to: '2026-11-19' }
    const local = await desk.add()
    await desk.cycle()
    desk.sync.start()
    desk.sync.watch(today)
    const readings = async (minutes: number) => {
      service.requests.length = 0
      await seconds(minutes * 60)
      return service.requests.filter((line) => line.startsWith('GET /times')).length
    }
    await seconds(5)
    expect(await readings(1)).toBeGreaterThanOrEqual(10)
    await seconds(10 * 60)
    expect(await readings(10)).toBeLessThan(30)
    // The person comes back to the window.
    desk.sync.watch(today)
    expect(await readings(1)).toBeGreaterThanOrEqual(10)
    await seconds(10 * 60)
    // A colleague's change is found within half a minute, and what follows it at once.
    service.change([...service.times.keys()][0]!, { notes: 'Theirs' })
    await seconds(31)
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs' })
    expect(await readings(1)).toBeGreaterThanOrEqual(10)
  })

  it('shows passes that find nothing as one, without writing each', async () => {
    await desk.cycle()
    desk.sync.start()
    desk.sync.watch({ from: '2026-11-19', to: '2026-11-19' })
    await seconds(100)
    const written = await desk.store.db.selectFrom('sync_log').select('id').execute()
    const [quiet] = await desk.sync.log(1)
    expect(quiet).toMatchObject({ text: 'No changes', complete: true })
    expect(quiet!.passes).toBeGreaterThan(15)
    expect(written.length).toBeLessThanOrEqual(1)
  })

  it('shows passes with the same failure as one, with their count and since when', async () => {
    await desk.cycle()
    const since = clock.now()
    service.outage = { is: 'unreached' }
    desk.sync.start()
    await desk.add()
    await seconds(3_600)
    await desk.restart()
    desk.sync.start()
    await seconds(600)
    const [away, before] = await desk.sync.log(10)
    expect(away).toMatchObject({ text: 'Couldn’t reach the service', complete: false })
    expect(away!.passes).toBeGreaterThan(400)
    expect(away!.from - since).toBeLessThan(2_000)
    expect(clock.now() - away!.to).toBeLessThan(11_000)
    expect(before).toMatchObject({ complete: true })
    service.outage = null
    await seconds(60)
    const texts = (await desk.sync.log(10)).map(({ text }) => text)
    expect(texts).toContain('Sent 1')
    expect(texts.filter((text) => text === 'Couldn’t reach the service')).toHaveLength(1)
  })

  it('shows the same failure on another day separately', async () => {
    service.outage = { is: 'unreached' }
    await desk.cycle()
    await desk.cycle()
    clock.jump(8 * 3_600_000)
    await desk.cycle()
    expect((await desk.sync.log(10)).map(({ passes }) => passes)).toEqual([1, 2])
  })

  it('survives a restart, and does not grow without limit', async () => {
    for (let pass = 0; pass < 210; pass++) {
      service.outage = pass % 2 ? { is: 'unreached' } : { is: 'status', status: 500 }
      await desk.cycle()
    }
    await desk.restart()
    expect(await desk.sync.log(500)).toHaveLength(200)
  })
})

describe('the report', () => {
  it('contains what it takes to help, and no text of the person', async () => {
    service.validate = () => ({ notes: ['Secret plans is not allowed'] })
    await desk.add({ notes: 'Secret plans' })
    await desk.cycle()
    const text = await desk.sync.report(program)
    for (const part of [
      'Stint 1.2.3 (test on nothing)',
      'Service: https://time.test (header Authorization, zone UTC)',
      'Capabilities: none, the specification only',
      'State: idle',
      'to decide: 1',
      'refused, time',
      '1 to review',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Secret')
    expect(text).not.toContain(desk.token)
  })
})
