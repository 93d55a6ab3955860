/** Many that go bit by bit within minutes count together, whatever the clock on the wall says. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCards } from '#core/sync/cards.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { fakeService, type FakeService } from '../../support/sync/fake-service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const minute = 60_000
const day = 24 * 60 * minute

let clock: VirtualClock
let service: FakeService
let desk: Desk
let ids: number[]

beforeEach(async () => {
  clock = virtualClock()
  service = fakeService(clock)
  service.capabilities.add('changes')
  desk = await openDesk(service, clock)
  ids = Array.from({ length: 40 }, (_, index) => service.add({ start: index * 5 }).id)
  await desk.cycle()
})

afterEach(() => desk.close())

/** So many of them go there, and the feed tells of it. */
async function go(count: number): Promise<void> {
  for (const id of ids.splice(0, count)) service.remove(id)
  await desk.cycle()
}

const cards = () => readCards(desk.store.db)

describe('the second part of many that were removed there', () => {
  it.each([
    ['put back by a day', -day],
    ['put forward by a day', day],
    ['put back by minutes', -11 * minute],
    ['left alone', 0],
  ])('waits for consent with the clock %s in between', async (_, milliseconds) => {
    await go(8)
    expect(await cards()).toEqual([])
    clock.jump(milliseconds)
    await go(4)
    expect(await desk.entries()).toHaveLength(32)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '4 entries' }])
  })

  it('waits for consent with another process in between', async () => {
    await go(8)
    await desk.restart()
    await go(4)
    expect(await desk.entries()).toHaveLength(32)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '4 entries' }])
  })

  it('stands for itself ten minutes later', async () => {
    await go(8)
    await clock.advance(11 * minute)
    await go(4)
    expect(await desk.entries()).toHaveLength(28)
    expect(await cards()).toEqual([])
  })
})
