/** Bugs that the proxy found, each as the shortest sequence that shows it. */
import { expect, it, onTestFinished } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { openDesk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { testService } from '../../support/sync/service.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

it('a category whose conflicting name is undone becomes what the service has', async () => {
  const clock = virtualClock()
  const service = testService(clock)
  const desk = await openDesk(service, clock)
  onTestFinished(() => desk.close())
  const mine = categoriesOf(desk)
  const { id } = service.addCategory({ name: 'Travel' })
  await desk.cycle()
  const [{ id: local } = { id: 0 }] = await mine.all()

  await mine.edit(local, { name: 'Trips' })
  await clock.advance(60_000)
  service.change(id, { name: 'Journeys' })
  await desk.cycle()
  expect(await desk.inbox()).toMatchObject([{ kind: 'conflict', resource: 'category' }])

  await desk.undo()
  await desk.cycle()
  expect(await mine.one(local)).toMatchObject({ name: 'Journeys', state: 'synced' })
  expect(await desk.inbox()).toEqual([])
})

it('a category whose create lost its reply is not mistaken for another that was created just then', async () => {
  const clock = virtualClock()
  const service = testService(clock)
  const desk = await openDesk(service, clock)
  onTestFinished(() => desk.close())
  const mine = categoriesOf(desk)
  await mine.add({ name: 'Before' })
  await desk.cycle()
  const local = await mine.add({ name: 'Travel' })
  service.failNext('POST /categories', { is: 'drop-request' })
  await desk.cycle()
  service.addCategory({ name: 'Food' })
  await desk.cycle({ wait: true })
  expect(await desk.inbox()).toEqual([])
  expect(await mine.one(local)).toMatchObject({ state: 'synced' })
  expect([...service.categories.values()].map(({ name }) => name)).toEqual([
    'Before',
    'Food',
    'Travel',
  ])
})

it('the duplicate of a create that was carried out twice is deleted, however soon that is requested', async () => {
  const clock = virtualClock()
  const service = testService(clock)
  const desk = await openDesk(service, clock)
  onTestFinished(() => desk.close())
  await desk.add({ notes: 'Before', start: 60 })
  await desk.cycle()
  const local = await desk.add({ notes: 'Twice' })
  service.failNext('POST', { is: 'drop-response' })
  await desk.cycle()
  const [, first] = [...service.times.values()]
  const second = service.add({ ...first, id: undefined })
  // The day is searched for the sent entry; no other list gets through.
  const { http } = service
  service.http = (request) =>
    request.url.includes('sortKey') ? Promise.resolve({ is: 'lost', why: 'Cut' }) : http(request)
  await clock.advance(60_000)
  await desk.cycle({ wait: true })
  expect(await readInboxCards(desk.store.db)).toMatchObject([
    { kind: 'twin', local, takes: ['mine', 'drop'], others: [{ id: second.id, title: '“Twice”' }] },
  ])
  const [card] = await readInboxCards(desk.store.db)
  await resolveCard(desk.context, card!.card, 'drop')
  service.http = http
  await desk.cycle({ wait: true })
  expect([...service.times.values()].map(({ notes }) => notes)).toEqual(['Before', 'Twice'])
  expect((await desk.entries()).map(({ notes }) => notes)).toEqual(['Before', 'Twice'])
})
