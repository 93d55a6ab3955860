/** An entry that was split here while the service did something else with it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { splitTime } from '#core/actions/split-merge-times.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
/** Local id of an entry of four increments that the service has. */
let local: number
let remote: number

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
  local = await desk.add({ notes: 'Workshop', start: 540, quantity: 4 })
  await desk.cycle()
  remote = [...service.times.keys()][0]!
  clock.jump(60_000)
})
afterEach(() => desk.close())

/** Splits the entry in its middle. Returns the local id of the second half. */
async function split(): Promise<number> {
  const row = (await desk.entry(local))!
  const { total } = await desk.store.db
    .selectFrom('time_entry')
    .select('total')
    .where('id', '=', local)
    .executeTakeFirstOrThrow()
  return unwrap(await splitTime(desk.context, local, row.start + total / 2))[1]
}
const there = () => [...service.times.values()].map(({ quantity }) => quantity)
const here = async () => (await desk.entries()).map(({ quantity }) => quantity)
async function answer(take: CardAnswer): Promise<void> {
  const [card] = await readInboxCards(desk.store.db)
  unwrap(await resolveCard(desk.context, card!.card, take))
}

it('is sent as a shorter entry and a new one', async () => {
  await split()
  await desk.cycle()
  expect(there()).toEqual([2, 2])
})

it('has its second half sent only after the first, whatever was changed in between', async () => {
  const half = await split()
  service.failNext('PUT', { is: 'status', status: 422, body: '{"message":"No"}' })
  await desk.edit(half, { notes: 'Afternoon' })
  await desk.cycle()
  expect(there()).toEqual([4])
  await answer('again')
  await desk.cycle()
  expect(there()).toEqual([2, 2])
})

it('counts once while it is not known whether the service has the shorter one', async () => {
  await split()
  service.failNext('PUT', { is: 'drop-response' })
  await desk.cycle()
  expect(there()).toEqual([2])
  await desk.cycle({ wait: true })
  expect(there()).toEqual([2, 2])
})

it.each<[CardAnswer, number[]]>([
  ['mine', [2, 2]],
  ['theirs', [3]],
])('and shortened there is asked about once; “%s” decides for both halves', async (take, then) => {
  await split()
  service.change(remote, { quantity: 3 })
  await desk.cycle()
  expect(there()).toEqual([3])
  await answer(take)
  await desk.cycle()
  expect(there()).toEqual(then)
  expect(await here()).toEqual(then)
})

it.each<[CardAnswer, number[]]>([
  ['again', [2, 2]],
  ['drop', []],
])('and deleted there is asked about once; “%s” decides for both halves', async (take, then) => {
  await split()
  service.remove(remote)
  await desk.cycle()
  expect(there()).toEqual([])
  await answer(take)
  await desk.cycle({ wait: true })
  expect(there()).toEqual(then)
  expect(await here()).toEqual(then)
})

it.each<[string, () => Promise<void>, number[]]>([
  ['the answer stands', () => Promise.resolve(), []],
  ['the answer is undone and the entry sent again', sendAgain, [1, 2]],
])('leaves no second half there whose response was lost if %s', async (_, then, stand) => {
  await split()
  service.failNext('POST', { is: 'drop-response' })
  await desk.cycle()
  service.remove(remote)
  await desk.edit(local, { quantity: 1 })
  await desk.cycle()
  await answer('drop')
  await then()
  desk.sync.start()
  await clock.advance(10 * 60_000)
  expect(there().toSorted()).toEqual(stand)
  expect((await here()).toSorted()).toEqual(stand)
})

async function sendAgain(): Promise<void> {
  await desk.undo()
  await answer('again')
}

it('has a second half again, which waits again, after the answer is undone', async () => {
  await split()
  service.change(remote, { quantity: 3 })
  await desk.cycle()
  await answer('theirs')
  await desk.undo()
  await desk.cycle()
  expect(await here()).toEqual([2, 2])
  expect(there()).toEqual([3])
  await answer('mine')
  await desk.cycle()
  expect(there()).toEqual([2, 2])
})

it('keeps a second half that was edited since', async () => {
  const half = await split()
  await desk.edit(half, { notes: 'Afternoon, for another client' })
  service.change(remote, { quantity: 3 })
  await desk.cycle()
  await answer('theirs')
  await desk.cycle()
  expect(there()).toEqual([3, 2])
})
