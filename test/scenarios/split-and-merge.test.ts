import { afterEach, beforeEach, expect, it } from 'vitest'
import { deletionGrace } from '#core/actions/change.ts'
import { mergeTimes, splitTime } from '#core/actions/split-merge-times.ts'
import { unwrap } from '#shared/errors.ts'
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

const stretches = () =>
  [...service.times.values()].map(({ id, start, quantity }) => ({ id, start, quantity }))
const writes = () => service.requests.filter((line) => !line.startsWith('GET'))

it('sends a split as one update and one new entry, and a merge as the reverse', async () => {
  const local = await desk.add({ start: 540, quantity: 6, notes: 'Sketches' })
  unwrap(await desk.cycle())
  const [there] = stretches()
  service.requests.length = 0

  const [first, second] = unwrap(await splitTime(desk.context, local, 570))
  unwrap(await desk.cycle())
  expect(stretches()).toEqual([
    { id: there!.id, start: 540, quantity: 2 },
    { id: expect.any(Number) as number, start: 570, quantity: 4 },
  ])
  expect(
    writes()
      .map((line) => line.split(' ')[0])
      .toSorted(),
  ).toEqual(['POST', 'PUT'])

  unwrap(await mergeTimes(desk.context, [first, second]))
  await clock.advance(deletionGrace + 1_000)
  unwrap(await desk.cycle())
  expect(stretches()).toEqual([{ id: there!.id, start: 540, quantity: 6 }])
  expect(await desk.entries()).toMatchObject([{ local, state: 'synced', notes: 'Sketches' }])
})

it('makes no request for a merge that is undone in time', async () => {
  const locals = [await desk.add(), await desk.add({ start: 600 })]
  unwrap(await desk.cycle())
  const before = stretches()
  service.requests.length = 0
  unwrap(await mergeTimes(desk.context, locals))
  await desk.undo()
  unwrap(await desk.cycle())
  expect(writes()).toEqual([])
  expect(stretches()).toEqual(before)
})
