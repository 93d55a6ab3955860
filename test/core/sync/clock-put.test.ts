/** The clock is set while no process runs, and the outcome of a create is unknown. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
  await desk.add({ start: 60, notes: 'Before' })
  await desk.cycle()
})

afterEach(() => desk.close())

describe('a clock that is set forward while Stint does not run', () => {
  it('does not shorten the wait for a create that may still be carried out', async () => {
    await desk.add({ notes: 'Late' })
    service.failNext('POST', { is: 'late', milliseconds: 50_000 })
    await desk.cycle()
    // The process that would have noticed has ended.
    clock.jump(3_600_000)
    await desk.restart()
    await desk.cycle({ wait: true })
    await clock.advance(60_000)
    await desk.cycle()
    expect(service.made.times).toBe(2)
    expect(await desk.entries()).toHaveLength(2)
    expect(await desk.inbox()).toEqual([])
  })

  it('costs a minute at most after a restart', async () => {
    await desk.add({ notes: 'Lost' })
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    await desk.restart()
    const began = clock.monotonic()
    await desk.cycle({ wait: true })
    expect(clock.monotonic() - began).toBeLessThan(80_000)
    expect(service.made.times).toBe(2)
  })

  it('does not keep short-lived processes waiting for ever', async () => {
    await desk.add({ notes: 'Lost' })
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    for (let process = 0; process < 4; process++) {
      await desk.restart()
      await clock.advance(3_600_000)
      await desk.cycle()
    }
    expect(service.made.times).toBe(2)
    expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
  })
})

it('a clock that is set forward by two days does not end the watch for a late duplicate', async () => {
  await desk.add({ notes: 'Late' })
  service.failNext('POST', { is: 'late', milliseconds: 300_000 })
  await desk.cycle()
  await clock.advance(120_000)
  await desk.cycle({ wait: true })
  expect(service.made.times).toBe(2)
  clock.jump(2 * 86_400_000)
  await desk.cycle()
  await clock.advance(300_000)
  await desk.cycle({ wait: true })
  expect(service.made.times).toBe(3)
  expect(await readInboxCards(desk.store.db)).toMatchObject([{ kind: 'twin' }])
})

describe('a clock that is set back by a day', () => {
  // By the clock as it is now, the service created nothing when it was asked to create the
  // category.
  it.each([
    ['renamed', { name: 'Indoors' }],
    ['archived', null],
  ])('asks about a category whose reply was lost and that was %s since', async (_, set) => {
    await desk.close()
    const began = clock.now() - clock.monotonic()
    service = testService({ ...clock, now: () => began + clock.monotonic() })
    desk = await openDesk(service, clock)
    const categories = categoriesOf(desk)
    await desk.add()
    await desk.cycle()
    const local = await categories.add({ name: 'Outside', tasks: [desk.task] })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    clock.jump(-86_400_000)
    await desk.add({ start: 700 })
    await desk.cycle()
    if (set) await categories.edit(local, set)
    else await categories.archive(local)
    await desk.cycle({ wait: true })
    await desk.cycle({ wait: true })
    expect([...service.categories.values()]).toMatchObject([{ name: 'Outside', archived: false }])
    expect(await readInboxCards(desk.store.db)).toMatchObject([{ kind: 'twin' }])
  })
})
