/**
 * A service answers the deletion of a category with "gone" although it still has it: the deletion
 * counts as done.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const week = 7 * 24 * 3_600_000

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

/** It is archived here, and nothing more is sent for it. */
async function archivedHereAlone(): Promise<number> {
  const categories = categoriesOf(desk)
  service.addCategory({ name: 'Travel', tasks: [1] })
  await desk.cycle()
  const { id: local } = (await categories.all())[0]!
  await categories.archive(local)
  clock.jump(60_000)
  service.failNext('DELETE', { is: 'status', status: 404, body: '{}' })
  // No list that would show it in the same pass.
  service.failNext(/^GET .categories$/, { is: 'status', status: 503 })
  await desk.cycle()
  service.calm()
  expect((await categories.one(local))!.deleted_at).not.toBeNull()
  expect(await desk.inbox()).toEqual([])
  expect(service.requests.filter((line) => line.startsWith('DELETE'))).toHaveLength(1)
  return local
}

it('comes back when a list shows it', async () => {
  const local = await archivedHereAlone()
  await desk.cycle()
  expect(await categoriesOf(desk).one(local)).toMatchObject({ deleted_at: null, state: 'synced' })
})

it('comes back within a week beside a feed, which does not report it again', async () => {
  service.capabilities.add('changes')
  const local = await archivedHereAlone()
  await desk.cycle()
  expect((await categoriesOf(desk).one(local))!.deleted_at).not.toBeNull()
  clock.jump(week)
  await desk.cycle()
  expect(await categoriesOf(desk).one(local)).toMatchObject({ deleted_at: null, state: 'synced' })
})
