/** Accounts that are too large to be read whole each time. */
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

const lists = () => service.requests.filter((line) => line.startsWith('GET /times?'))

describe('counting', () => {
  it('finds one deletion among thousands with few requests', async () => {
    fill(600)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(3_000)
    const [gone] = [...service.times.values()].filter((time) => time.date === '2025-06-15')
    service.remove(gone!.id)
    service.requests.length = 0
    await clock.advance(25 * 3_600_000)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(2_999)
    expect(lists().length).toBeLessThan(30)
  })

  it('finds a deletion and an addition that make up for each other', async () => {
    fill(600)
    await desk.cycle()
    const [gone] = [...service.times.values()].filter((time) => time.date === '2025-02-15')
    service.remove(gone!.id)
    const made = service.add({ date: '2026-06-15', notes: 'New' })
    await desk.cycle()
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
    await desk.cycle()
    expect((await desk.entries()).length).toBeGreaterThanOrEqual(before)
  })
})

describe('the first reading', () => {
  it('goes on after a kill where it was, and misses nothing', async () => {
    fill(500)
    const cycle = desk.sync.cycle({ wait: false })
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
    const second = desk.sync.cycle({ wait: false })
    await clock.until(dead)
    await desk.restart()
    await second
    const got = (await desk.entries()).length
    expect(got).toBeGreaterThan(900)
    // Meanwhile somebody adds one at the top, and one further down.
    service.add({ date: '2026-08-02', notes: 'Top' })
    service.add({ date: '2026-05-05', notes: 'Middle' })
    service.requests.length = 0
    await desk.cycle()
    expect(lists()[0]).not.toContain('page=1&')
    expect(await desk.entries()).toHaveLength(2_502)
  })
})
