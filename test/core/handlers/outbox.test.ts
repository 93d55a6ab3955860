import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOutbox } from '#core/handlers/outbox.ts'
import { addReference } from '#core/actions/references.ts'
import { unwrap } from '#shared/errors.ts'
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
})
afterEach(() => desk.close())

const outbox = (limit = 50) => readOutbox(desk.store.db, limit)

it('lists what waits, newest first, by the names that the person gave', async () => {
  const sent = await desk.add({ notes: 'Sent already' })
  const gone = await desk.add({ notes: 'On its way out', start: 700 })
  await desk.cycle()
  expect(await outbox()).toEqual({ items: [], total: 0 })

  const made = await desk.add({ notes: 'Fresh', start: 600 })
  await desk.edit(sent, { notes: 'Sent, then changed' })
  await desk.remove(gone)
  await categoriesOf(desk).add({ name: 'Pitch work' })
  const { items, total } = await outbox()
  expect(total).toBe(4)
  expect(
    items.map(({ resource, local, title, what, state }) => [resource, local, title, what, state]),
  ).toEqual([
    ['category', 1, '“Pitch work”', 'new', 'pending'],
    ['time', gone, '“On its way out”', 'deleted', 'pending'],
    ['time', sent, '“Sent, then changed”', 'changed', 'pending'],
    ['time', made, '“Fresh”', 'new', 'pending'],
  ])
  expect(items[2]).toMatchObject({ project: 'P1', date: '2026-11-19', at: clock.now() })
})

it('marks what waits for a lost reply, and what waits for the person', async () => {
  const lost = await desk.add({ notes: 'Lost on the way' })
  service.failNext('POST', { is: 'drop-response' })
  await desk.cycle()
  const draft = await desk.add({ notes: 'Draft', project: null, start: 600 })
  const barn = unwrap(
    await addReference(desk.context, 'project', { name: 'Barn', currency: 'EUR' }),
  )
  const held = await desk.add({ notes: 'Held', project: barn, start: 700 })
  const { items } = await outbox()
  expect(Object.fromEntries(items.map(({ local, state }) => [local, state]))).toEqual({
    [lost]: 'checking',
    [draft]: 'draft',
    [held]: 'held',
  })
})

it('leaves what waits for a decision to the inbox, and returns no more than the limit', async () => {
  service.validate = (body) => (body.notes === 'Bad' ? { notes: ['are not welcome'] } : null)
  await desk.add({ notes: 'Bad' })
  await desk.cycle()
  expect(await outbox()).toEqual({ items: [], total: 0 })
  for (const start of [600, 700, 800]) await desk.add({ notes: `At ${start}`, start })
  const { items, total } = await outbox(2)
  expect(total).toBe(3)
  expect(items.map(({ title }) => title)).toEqual(['“At 800”', '“At 700”'])
})
