/** A first copy from the feed of changes, and what happens there while it is read. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { fakeService, type FakeService } from '../../support/sync/fake-service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: FakeService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = fakeService(clock)
  service.capabilities.add('changes')
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

/** The last days are listed first, so that there is something to look at; that takes a moment. */
async function copies(meanwhile: () => void): Promise<void> {
  service.failNext('GET /times', { is: 'delay', milliseconds: 100 })
  service.beforeNext('GET /changes', meanwhile)
  await desk.cycle()
}

it('takes away what was removed after the last days were listed', async () => {
  const { id } = service.add({ notes: 'Removed' })
  service.add({ notes: 'Kept' })
  await copies(() => service.remove(id))
  expect(service.requests.filter((line) => line.includes('/times/'))).toHaveLength(1)
  expect(await desk.entries()).toMatchObject([{ notes: 'Kept' }])
})

it('asks about many that were removed after the last days were listed', async () => {
  for (let entry = 0; entry < 12; entry++) service.add({ start: entry * 5 })
  await copies(() => service.times.clear())
  expect(await desk.entries()).toHaveLength(12)
  expect(await desk.inbox()).toMatchObject([{ kind: 'removals' }])
})

it('keeps what was added after the last days were listed', async () => {
  service.add({ notes: 'First' })
  await copies(() => void service.add({ notes: 'Second' }))
  expect((await desk.entries()).map(({ notes }) => notes)).toEqual(['First', 'Second'])
})
