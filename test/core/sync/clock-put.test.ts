/** The clock is put while nobody looks, and the outcome of a create is open. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { fakeService, type FakeService } from '../../support/sync/fake-service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: FakeService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = fakeService(clock)
  desk = await openDesk(service, clock)
  await desk.add({ start: 60, notes: 'Before' })
  await desk.cycle()
})

afterEach(() => desk.close())

describe('a clock that is put forward while Stint does not run', () => {
  it('does not shorten the wait for a create that may still be carried out', async () => {
    await desk.add({ notes: 'Late' })
    service.failNext('POST', { is: 'late', milliseconds: 50_000 })
    await desk.cycle()
    // The process that would have noticed does not run any more.
    clock.jump(3_600_000)
    await desk.restart()
    await desk.cycle({ wait: true })
    await clock.advance(60_000)
    await desk.cycle()
    expect(service.created).toBe(2)
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
    expect(service.created).toBe(2)
  })

  it('is no reason for processes that only live for a moment to wait for ever', async () => {
    await desk.add({ notes: 'Lost' })
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    for (let process = 0; process < 4; process++) {
      await desk.restart()
      await clock.advance(3_600_000)
      await desk.cycle()
    }
    expect(service.created).toBe(2)
    expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
  })
})
