/** The first reading of a large account. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
/** The pages of the whole list that were requested, and how many at once. */
let pages: number[]
let most: number

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  for (let entry = 0; entry < 2_500; entry++) {
    const day = new Date(Date.UTC(2026, 10, 19) - Math.floor(entry / 4) * 86_400_000)
    service.add({ date: day.toISOString().slice(0, 10), start: entry % 1_440 })
  }
  pages = []
  most = 0
  let underWay = 0
  const { http } = service
  service.http = async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const isPage = pathname.endsWith('/times') && searchParams.has('page')
    if (isPage) pages.push(Number(searchParams.get('page')))
    if (isPage) most = Math.max(most, ++underWay)
    await clock.sleep(100, request.signal)
    const outcome = await http(request)
    if (isPage) underWay--
    return outcome
  }
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const entries = async () => (await desk.entries()).length

it('is useful after its first page, the newest entries first', async () => {
  desk.sync.start()
  while ((await entries()) === 0) await clock.advance(50)
  const dates = (await desk.entries()).map(({ date }) => date)
  expect(dates.length).toBeLessThanOrEqual(200)
  expect(dates.toSorted().at(-1)).toBe('2026-11-19')
  expect(clock.monotonic()).toBeLessThan(1_000)
})

it('has four pages under way at once', async () => {
  await desk.cycle()
  expect(await entries()).toBe(2_500)
  expect(most).toBe(4)
  expect(pages.length).toBeLessThanOrEqual(30)
})

it('continues where it was when the program was stopped', async () => {
  desk.sync.start()
  while ((await entries()) < 1_500) await clock.advance(50)
  await desk.restart()
  pages.length = 0
  await desk.cycle()
  expect(await entries()).toBe(2_500)
  // The pages after the last recorded one; then a few reads to see whether anything moved in
  // between.
  expect(Math.min(...pages.slice(0, 10))).toBeGreaterThanOrEqual(10)
  expect(pages.length).toBeLessThanOrEqual(30)
})

it('reads one page after the other once the service asks for fewer', async () => {
  desk.sync.start()
  while ((await entries()) < 500) await clock.advance(50)
  service.failNext('GET /times', { is: 'status', status: 429, headers: { 'retry-after': '2' } })
  await clock.advance(3_000)
  most = 0
  await clock.advance(120_000)
  expect(most).toBe(1)
  expect(await entries()).toBe(2_500)
})
