/** What Sync says of an account: never more than is so. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertProject } from '#core/store/projects.ts'
import { syncStanding } from '#shared/rules/sync-standing.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { organisation } from '../../support/store.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

it('has all that is here only when nothing waits for anybody', async () => {
  await desk.add()
  await desk.cycle()
  const status = await desk.sync.status()
  expect(status).toMatchObject({ pending: 0, held: 0, drafts: 0, inbox: 0 })
  expect(syncStanding(status)).toBe('in-step')
})

it('counts drafts, and what names a project of this machine, as waiting for the person', async () => {
  const project = await desk.store.db
    .transaction()
    .execute((trx) => insertProject(trx, { organisation_id: organisation, name: 'Imported' }))
  await desk.add({ project: null, task: null })
  await desk.add({ project, start: 600 })
  await desk.add({ start: 660 })
  await desk.cycle()
  const status = await desk.sync.status()
  expect(status).toMatchObject({ pending: 0, held: 1, drafts: 1, inbox: 0 })
  expect(syncStanding(status)).toBe('waits')
  const sending = desk.statuses.flatMap(({ phase }) => (phase.is === 'sending' ? phase.of : []))
  expect(new Set(sending)).toEqual(new Set([1]))
})

it('does not count a request as settled whose answer was lost, though its edit is taken back', async () => {
  const local = await desk.add()
  await desk.cycle()
  await desk.edit(local, { notes: 'Edited' })
  service.failNext('PUT', { is: 'drop-response' })
  await desk.cycle()
  await desk.undo()
  const status = await desk.sync.status()
  expect(status).toMatchObject({ pending: 1 })
  expect(syncStanding(status)).toBe('to-send')
})
