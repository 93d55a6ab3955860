/**
 * A record that is held back while the outcome of a create is unknown, since it may be that create,
 * is read again once the outcome is known, also where nothing else would be read for days.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
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
  // Sent first, so that the service's clock is known.
  await desk.add({ notes: 'Before', start: 60 })
})

afterEach(() => desk.close())

const notesHere = async () => (await desk.entries()).flatMap(({ notes }) => notes ?? []).toSorted()

it('also reads again an entry of months ago, which the first reading of everything shows', async () => {
  const day = '2026-05-05'
  // The lists of the last days do not reach back to it.
  for (let entry = 0; entry < 150; entry++) service.add({ date: '2026-11-01', start: entry })
  service.add({ date: day, start: 540, quantity: 4, notes: 'Theirs' })
  await desk.add({ date: day, start: 540, quantity: 4, notes: 'Mine' })
  service.beforeNext('POST', () => service.failNext('POST', { is: 'drop-response' }))
  desk.sync.start()
  await clock.advance(5_000)
  expect(await notesHere()).toEqual(['Before', 'Mine'])
  await clock.advance(15 * 60_000)
  expect(await notesHere()).toEqual(['Before', 'Mine', 'Theirs'])
  expect(await desk.inbox()).toEqual([])
})

it('also reads again a category', async () => {
  const categories = categoriesOf(desk)
  service.addCategory({ name: 'Outside work', tasks: [1] })
  await categories.add({ name: 'Outside', tasks: [desk.task] })
  service.beforeNext('POST', () => service.failNext('POST', { is: 'drop-response' }))
  desk.sync.start()
  await clock.advance(5_000)
  expect(await categories.all()).toHaveLength(1)
  await clock.advance(15 * 60_000)
  expect((await categories.all()).map(({ name }) => name)).toEqual(['Outside', 'Outside work'])
  expect(await desk.inbox()).toEqual([])
})
