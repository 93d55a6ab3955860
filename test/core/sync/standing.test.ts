/** What the Sync page claims about an account: never more than is true. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertProject } from '#core/store/resources/projects.ts'
import { idleSyncState } from '#shared/rules/idle-sync-state.ts'
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

it('claims that everything is synced only when nothing waits for a decision', async () => {
  await desk.add()
  await desk.cycle()
  const status = await desk.sync.status()
  expect(status).toMatchObject({ pending: 0, held: 0, drafts: 0, inbox: 0 })
  expect(idleSyncState(status)).toBe('in-step')
})

it('counts drafts, and entries that name a project of this machine, as waiting for the person', async () => {
  const project = await desk.store.db
    .transaction()
    .execute((trx) => insertProject(trx, { organisation_id: organisation, name: 'Imported' }))
  await desk.add({ project: null, task: null })
  await desk.add({ project, start: 600 })
  await desk.add({ start: 660 })
  await desk.cycle()
  const status = await desk.sync.status()
  expect(status).toMatchObject({ pending: 0, held: 1, drafts: 1, inbox: 0 })
  expect(idleSyncState(status)).toBe('waits')
  const sending = desk.statuses.flatMap(({ phase }) => (phase.is === 'sending' ? phase.of : []))
  expect(new Set(sending)).toEqual(new Set([1]))
})

it('does not count a request as settled whose reply was lost, though its edit is undone', async () => {
  const local = await desk.add()
  await desk.cycle()
  await desk.edit(local, { notes: 'Edited' })
  service.failNext('PUT', { is: 'drop-response' })
  await desk.cycle()
  await desk.undo()
  const status = await desk.sync.status()
  expect(status).toMatchObject({ pending: 1 })
  expect(idleSyncState(status)).toBe('to-send')
})

describe('when the account was checked', () => {
  const minute = 60_000
  const checks = async () => {
    const { lastSync, lastComplete } = await desk.sync.status()
    return { lastSync, lastComplete }
  }

  it('is complete once everything was read, and not while only recent days are', async () => {
    desk.sync.start()
    await clock.advance(minute)
    const first = await checks()
    expect(first.lastSync).not.toBeNull()
    expect(first.lastComplete).toBe(first.lastSync)
    await clock.advance(6 * 60 * minute)
    const later = await checks()
    expect(clock.now() - later.lastSync!).toBeLessThan(3 * minute)
    expect(later.lastComplete).toBe(first.lastComplete)
    await desk.cycle()
    const asked = await checks()
    expect(asked.lastComplete).toBe(asked.lastSync)
    expect(clock.now() - asked.lastComplete!).toBeLessThan(minute)
  })

  it('is unchanged by sending, and by a check that did not finish', async () => {
    await desk.cycle()
    const first = await checks()
    await clock.advance(10 * minute)
    await desk.add()
    service.failNext('GET /times', { is: 'unreached' })
    await desk.cycle()
    expect(service.times.size).toBe(1)
    expect(await checks()).toEqual(first)
  })

  it('is not complete where a list could not be read, or changed during the reading', async () => {
    await desk.cycle()
    const first = await checks()
    await clock.advance(10 * minute)
    service.failNext('GET /expenses', { is: 'status', status: 500 })
    await desk.cycle()
    expect((await checks()).lastComplete).toBe(first.lastComplete)
  })

  it('is complete with every pass where the service reports changes', async () => {
    service.capabilities.add('changes')
    desk.sync.start()
    await clock.advance(60 * minute)
    const { lastSync, lastComplete } = await checks()
    expect(lastComplete).toBe(lastSync)
    expect(clock.now() - lastComplete!).toBeLessThan(3 * minute)
  })
})
