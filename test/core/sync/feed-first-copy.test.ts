/** A first copy from the feed of changes, and changes there while it is read. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  service.capabilities.add('changes')
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

/** The last days are listed first, so that the person sees something; that takes a moment. */
async function copies(meanwhile: () => void): Promise<void> {
  service.failNext('GET /times', { is: 'delay', milliseconds: 100 })
  service.beforeNext('GET /changes', meanwhile)
  await desk.cycle()
}

it('deletes what was deleted after the last days were listed', async () => {
  const { id } = service.add({ notes: 'Removed' })
  service.add({ notes: 'Kept' })
  await copies(() => service.remove(id))
  expect(service.requests.filter((line) => line.includes('/times/'))).toHaveLength(1)
  expect(await desk.entries()).toMatchObject([{ notes: 'Kept' }])
})

it('asks about many that were deleted after the last days were listed', async () => {
  for (let entry = 0; entry < 12; entry++) service.add({ start: entry * 5 })
  await copies(() => service.remove(...service.times.keys()))
  expect(await desk.entries()).toHaveLength(12)
  expect(await desk.inbox()).toMatchObject([{ kind: 'removals' }])
})

it('keeps what was added after the last days were listed', async () => {
  service.add({ notes: 'First' })
  await copies(() => void service.add({ notes: 'Second' }))
  expect((await desk.entries()).map(({ notes }) => notes)).toEqual(['First', 'Second'])
})

/** One entry on both sides, which is deleted there before the feed is read for the first time. */
async function removedBeforeFirstCopy(): Promise<void> {
  service.capabilities.clear()
  await desk.add({ notes: 'Removed' })
  await desk.add({ notes: 'Kept', start: 600 })
  await desk.cycle()
  const gone = [...service.times.values()].find(({ notes }) => notes === 'Removed')!
  service.remove(gone.id)
  service.capabilities.add('changes')
  // Long enough for the service to be asked what it can do.
  await clock.advance(61 * 60_000)
}

const notesHere = async () => (await desk.entries()).map(({ notes }) => notes)

it('remembers what it left out until its address has been asked', async () => {
  await removedBeforeFirstCopy()
  service.failNext('GET /times/', { is: 'unreached' })
  expect(await desk.cycle()).toMatchObject({ ok: false })
  expect(await notesHere()).toEqual(['Removed', 'Kept'])
  // Lists are unreliable from now on, and none is needed.
  service.distort = (body) => ({ ...body, total: 7 })
  await desk.restart()
  await desk.cycle()
  expect(await notesHere()).toEqual(['Kept'])
  expect(await desk.inbox()).toEqual([])
})

it('keeps an entry that it left out when the entry’s address returns it', async () => {
  await removedBeforeFirstCopy()
  service.failNext('GET /times/', { is: 'unreached' })
  await desk.cycle()
  const gone = [...(await desk.entries())].find(({ notes }) => notes === 'Removed')!
  service.beforeNext('GET /times/', () => service.restore(gone.remote!))
  await desk.cycle()
  expect(await desk.entries()).toHaveLength(2)
  service.requests.length = 0
  await desk.cycle()
  expect(service.requests.filter((line) => line.includes('/times/'))).toEqual([])
})

it('deletes what it left out once an edit of it is undone', async () => {
  await removedBeforeFirstCopy()
  const gone = [...(await desk.entries())].find(({ notes }) => notes === 'Removed')!
  service.failNext('GET /times/', { is: 'unreached' })
  await desk.cycle()
  service.distort = (body) => ({ ...body, total: 7 })
  await desk.edit(gone.local, { notes: 'Edited' })
  await desk.cycle()
  expect(await desk.inbox()).toMatchObject([{ kind: 'gone' }])
  await desk.undo()
  await desk.cycle()
  await desk.cycle()
  expect(await notesHere()).toEqual(['Kept'])
})

it('deletes what it left out once a refused edit of its day is undone', async () => {
  service.capabilities.clear()
  const local = await desk.add({ notes: 'Removed' })
  await desk.add({ notes: 'Kept', start: 600 })
  await desk.cycle()
  await desk.edit(local, { date: '2026-11-12' })
  service.failNext('PUT', { is: 'status', status: 403 })
  await desk.cycle()
  expect(await desk.entry(local)).toMatchObject({ state: 'refused' })
  service.remove((await desk.entry(local))!.remote!)
  service.capabilities.add('changes')
  await clock.advance(61 * 60_000)
  await desk.cycle()
  service.distort = (body) => ({ ...body, total: 7 })
  await desk.undo()
  await desk.cycle()
  await desk.cycle()
  expect(await notesHere()).toEqual(['Kept'])
})

it('waits for a create that is repeated, whose reply may be what it would leave out', async () => {
  service.capabilities = new Set(['idempotency'])
  const { id: other } = service.add({ notes: 'Other' })
  await desk.cycle()
  const local = await desk.add({ notes: 'Once' })
  service.failNext('POST', { is: 'drop-response' })
  await desk.cycle()
  service.remove(...[...service.times.keys()].filter((id) => id !== other))
  service.capabilities.add('changes')
  // Long enough for the service to be asked what it can do.
  await clock.advance(61 * 60_000)
  service.failNext('POST', { is: 'status', status: 503 })
  await desk.cycle()
  // Now the reply is the same as the first time.
  desk.sync.start()
  await clock.advance(10 * 60_000)
  expect(service.made.times).toBe(1)
  expect(await desk.entry(local)).toBeUndefined()
  expect(service.requests.filter((line) => line.startsWith('GET /changes'))).not.toEqual([])
})

it('has all categories read within minutes when the weekly reading of them failed, and all times at once', async () => {
  service.addCategory({ name: 'Travel' })
  desk.sync.start()
  await clock.advance(60_000)
  await desk.restart()
  const listed = (resource = 'categories') =>
    service.requests.filter((line) => line.startsWith(`GET /${resource}?`))
  service.failNext('GET /categories', { is: 'status', status: 500 })
  service.requests.length = 0
  clock.jump(8 * 24 * 60 * 60_000)
  desk.sync.start()
  await clock.advance(60_000)
  expect(listed()).toHaveLength(1)
  expect(listed('times')).toHaveLength(1)
  await clock.advance(15 * 60_000)
  expect(listed()).toHaveLength(2)
  expect(listed('times')).toHaveLength(1)
})
