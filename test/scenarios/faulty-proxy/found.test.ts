/** What the proxy found, as the shortest story that tells it. */
import { expect, it, onTestFinished } from 'vitest'
import { openDesk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { fakeService } from '../../support/sync/fake-service.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

it('a category whose conflicting name is taken back becomes what the service has', async () => {
  const clock = virtualClock()
  const service = fakeService(clock)
  const desk = await openDesk(service, clock)
  onTestFinished(() => desk.close())
  const mine = categoriesOf(desk)
  const { id } = service.addCategory({ name: 'Travel' })
  await desk.cycle()
  const [{ id: local } = { id: 0 }] = await mine.all()

  await mine.edit(local, { name: 'Trips' })
  await clock.advance(60_000)
  service.changeCategory(id, { name: 'Journeys' })
  await desk.cycle()
  expect(await desk.inbox()).toMatchObject([{ kind: 'conflict', resource: 'category' }])

  await desk.undo()
  await desk.cycle()
  expect(await mine.one(local)).toMatchObject({ name: 'Journeys', state: 'synced' })
  expect(await desk.inbox()).toEqual([])
})

it('a category that lost its answer is not taken for another that was made just then', async () => {
  const clock = virtualClock()
  const service = fakeService(clock)
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
