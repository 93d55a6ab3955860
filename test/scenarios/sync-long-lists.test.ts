/** Accounts that are too large to be read completely each time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { testService, type TestService } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

/** Five entries a day, backwards from a day. */
function fill(days: number, until = '2026-08-01'): void {
  for (let day = 0; day < days; day++) {
    for (let entry = 0; entry < 5; entry++) {
      service.add({ date: addDays(until, -day), start: entry * 60, notes: `${day}.${entry}` })
    }
  }
}

/** Runs one background pass. */
async function readByItself(): Promise<void> {
  desk.sync.start()
  await clock.advance(60_000)
}

const lists = () => service.requests.filter((line) => line.startsWith('GET /times?'))

describe('counting', () => {
  it('finds one deletion among thousands with few requests', async () => {
    fill(600)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(3_000)
    const [gone] = [...service.times.values()].filter((time) => time.date === '2025-06-15')
    service.remove(gone!.id)
    await clock.advance(25 * 3_600_000)
    service.requests.length = 0
    await readByItself()
    expect(await desk.entries()).toHaveLength(2_999)
    expect(lists().length).toBeLessThan(30)
  })

  it('detects a deletion and an addition that cancel each other out', async () => {
    fill(600)
    await desk.cycle()
    const [gone] = [...service.times.values()].filter((time) => time.date === '2025-02-15')
    service.remove(gone!.id)
    const made = service.add({ date: '2026-06-15', notes: 'New' })
    await clock.advance(25 * 3_600_000)
    await readByItself()
    const entries = await desk.entries()
    expect(entries).toHaveLength(3_000)
    expect(entries.some((entry) => entry.remote === made.id)).toBe(true)
    expect(entries.some((entry) => entry.remote === gone!.id)).toBe(false)
  })

  it('removes nothing while the list moves', async () => {
    fill(600)
    await desk.cycle()
    const http = service.http
    service.http = (request) => {
      if (request.url.includes('/times?')) service.add({ date: '2026-08-02' })
      return http(request)
    }
    await desk.restart()
    const before = (await desk.entries()).length
    await clock.advance(25 * 3_600_000)
    await readByItself()
    await desk.cycle()
    expect((await desk.entries()).length).toBeGreaterThanOrEqual(before)
  })
})

describe('the first reading', () => {
  it('continues after a kill where it was, and misses nothing', async () => {
    fill(500)
    const cycle = desk.sync.syncOnce({ wait: false })
    const http = service.http
    let pages = 0
    const dead = new Promise<void>((resolve) => {
      service.http = (request) => {
        if (request.url.includes('/times?') && ++pages === 18) resolve()
        return http(request)
      }
    })
    await desk.restart()
    await cycle
    const second = desk.sync.syncOnce({ wait: false })
    await clock.until(dead)
    await desk.restart()
    await second
    const got = (await desk.entries()).length
    expect(got).toBeGreaterThan(900)
    // In between, a colleague adds one at the top, and one further down.
    service.add({ date: '2026-08-02', notes: 'Top' })
    service.add({ date: '2026-05-05', notes: 'Middle' })
    service.requests.length = 0
    await desk.cycle()
    expect(lists()[0]).not.toContain('page=1&')
    expect(await desk.entries()).toHaveLength(2_502)
  })
})

describe('a sync on request', () => {
  /** Days of long ago: on one of the first pages, and at the top of page 21. */
  const [old, oldest] = ['2026-07-04', addDays('2026-08-01', -400)]
  const of = (date: string) => [...service.times.values()].find((time) => time.date === date)!
  const edited = async () =>
    (await desk.entries()).filter(({ notes }) => notes === 'Edited').map(({ date }) => date)
  const pages = () => lists().map((line) => Number(/page=(\d+)/.exec(line)?.[1] ?? 0))

  beforeEach(async () => {
    fill(600)
    await desk.cycle()
    await clock.advance(2 * 24 * 3_600_000)
    service.change(of(old).id, { notes: 'Edited' })
    service.change(of(oldest).id, { notes: 'Edited' })
    service.requests.length = 0
    desk.statuses.length = 0
  })

  /** Cuts the network after this many pages. */
  function breakAfter(allowed: number): () => void {
    const { http } = service
    service.http = (request) => {
      if (request.url.includes('/times?') && allowed-- <= 0) service.outage = { is: 'unreached' }
      return http(request)
    }
    return () => {
      service.http = http
      service.outage = null
    }
  }

  it('shows what was edited long ago, with any number of entries', async () => {
    await desk.cycle()
    expect(await edited()).toEqual([old, oldest])
  })

  it('reports which page it reads', async () => {
    await desk.cycle()
    const told = desk.statuses.flatMap(({ phase }) => (phase.is === 'fetching' ? [phase] : []))
    expect(told.map(({ page }) => page)).toEqual(Array.from({ length: 30 }, (_, page) => page + 1))
    expect(told.every((phase) => phase.pages === 30)).toBe(true)
  })

  it('continues within the hour where it lost its network, and misses nothing that moved', async () => {
    const mend = breakAfter(20)
    expect(await desk.cycle()).toMatchObject({ error: { code: 'offline' } })
    expect(await edited()).toEqual([old])
    mend()
    // On a page that was read already: the rest moves up to pages before.
    const added = service.add({ date: '2026-07-21', notes: 'Added' })
    const gone = [...service.times.values()].filter(({ date }) => date === '2026-05-20')
    service.remove(...gone.map(({ id }) => id), of('2026-05-22').id)
    await clock.advance(50 * 60_000)
    service.requests.length = 0
    await desk.cycle()
    expect(pages()[0]).toBeGreaterThanOrEqual(15)
    const entries = await desk.entries()
    expect(entries).toHaveLength(service.times.size)
    expect(entries.some(({ remote }) => remote === added.id)).toBe(true)
    expect(await edited()).toEqual([old, oldest])
  })

  it('begins again after an hour', async () => {
    const mend = breakAfter(20)
    await desk.cycle()
    mend()
    service.change(of('2026-07-18').id, { notes: 'Edited' })
    await clock.advance(61 * 60_000)
    service.requests.length = 0
    await desk.cycle()
    expect(pages()[0]).toBe(1)
    expect((await edited()).toSorted()).toEqual([oldest, old, '2026-07-18'].toSorted())
  })
})
