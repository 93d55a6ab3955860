/** The days of a report, which are read before anything else when they are old. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const hour = 60 * 60_000
const spring = { from: '2026-03-01', to: '2026-05-31' }

let clock: VirtualClock
let service: TestService
let desk: Desk
let readAt: number

/** Five entries a day for 500 days until the summer, read completely. */
beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  for (let day = 0; day < 500; day++) {
    const date = addDays('2026-08-01', -day)
    for (let entry = 0; entry < 5; entry++) service.add({ date, start: entry * 60 })
  }
  desk = await openDesk(service, clock)
  readAt = clock.now()
  await desk.cycle()
  desk.sync.start()
  await clock.advance(1_000)
})

afterEach(() => desk.close())

const asOf = () => desk.sync.sumsAsOf(spring)
const edited = async () => (await desk.entries()).filter(({ notes }) => notes === 'Edited').length
const lists = () => service.requests.filter((line) => line.startsWith('GET /times?'))
function editInSpring() {
  const [time] = [...service.times.values()].filter(({ date }) => date === '2026-04-15')
  service.change(time!.id, { notes: 'Edited' })
}

it('are as of now within the hour in which they were read', async () => {
  await clock.advance(50 * 60_000)
  service.requests.length = 0
  expect(await asOf()).toBeNull()
  await clock.advance(1_000)
  expect(lists()).toEqual([])
})

it('report when they were read, and are read first, from the page on which they begin', async () => {
  await clock.advance(2 * hour)
  editInSpring()
  service.requests.length = 0
  expect(await asOf()).toBe(readAt)
  await clock.advance(1_000)
  expect(await edited()).toBe(1)
  expect(await asOf()).toBeNull()
  // From the page on which they begin: 62 days of summer are before them, 92 are theirs.
  expect(lists()[0]).toMatch(/page=4$/)
  expect(lists().length).toBeLessThan(10)
})

it('may be in the future: the list from its newest entry includes those, too', async () => {
  await clock.advance(2 * hour)
  // Counts the expenses first; entries of the last 60 days are read every half hour.
  await desk.sync.sumsAsOf({ from: '2026-11-01', to: '2026-11-19' })
  await clock.advance(1_000)
  expect(await desk.sync.sumsAsOf({ from: '2026-10-01', to: '2026-12-31' })).toBeNull()
})

it('report their last reading as long as the service cannot be reached, and are read when it can', async () => {
  await clock.advance(2 * hour)
  editInSpring()
  service.outage = { is: 'unreached' }
  expect(await asOf()).toBe(readAt)
  await clock.advance(10 * 60_000)
  expect(await asOf()).toBe(readAt)
  service.outage = null
  await clock.advance(60_000)
  expect(await asOf()).toBeNull()
  expect(await edited()).toBe(1)
})

it('are requested once in ten minutes where they cannot be read completely', async () => {
  await clock.advance(2 * hour)
  const [time] = [...service.times.values()].filter(({ date }) => date === '2026-04-15')
  service.distort = (body) => {
    const data = body['data'] as { id: number }[] | undefined
    for (const record of data ?? []) if (record.id === time!.id) Object.assign(record, { date: 7 })
    return body
  }
  service.requests.length = 0
  for (let look = 0; look < 8; look++) {
    expect(await asOf()).toBe(readAt)
    await clock.advance(60_000)
  }
  expect(lists().filter((line) => line.endsWith('page=4'))).toHaveLength(1)
})

it('include their expenses, which are counted where they were not for an hour', async () => {
  const expense = service.addExpense({ date: '2026-04-02' })
  await clock.advance(2 * hour)
  expect(await asOf()).toBe(readAt)
  await clock.advance(1_000)
  service.remove(expense.id)
  await clock.advance(2 * hour)
  expect(await asOf()).not.toBeNull()
  await clock.advance(1_000)
  const rows = await desk.store.db.selectFrom('expense').select('id').execute()
  expect(rows).toEqual([])
  expect(await asOf()).toBeNull()
})

it('count as not read before the first sync is complete', async () => {
  const fresh = await openDesk(service, clock)
  expect(await fresh.sync.sumsAsOf(spring)).toBe(0)
  await fresh.close()
})
