/**
 * A category whose create lost its reply, and the category of that name that is found there: the
 * one that was created, or another that has only the name in common.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
let categories: ReturnType<typeof categoriesOf>
/** Local ids of the service's tasks 1, 2 and 3. */
let tasks: number[]

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  service.tasks.set(3, { id: 3, name: 'Review' })
  for (const task_id of [1, 2, 3]) service.add({ task_id, start: task_id })
  desk = await openDesk(service, clock)
  categories = categoriesOf(desk)
  // The tasks are known, and the service's clock too.
  await desk.add({ notes: 'Before' })
  await desk.cycle()
  const known = await desk.store.db
    .selectFrom('sync_record')
    .select(['local_id', 'remote_id'])
    .where('resource', '=', 'task')
    .orderBy('remote_id')
    .execute()
  tasks = known.map(({ local_id }) => local_id)
})

afterEach(() => desk.close())

const cards = () => readInboxCards(desk.store.db)
const named = (name: string) => [...service.categories.values()].filter((one) => one.name === name)
const settles = () => desk.cycle({ wait: true })

/** Added here while a captive portal answers in place of the service. */
async function addedBehindGate(places: readonly number[]): Promise<number> {
  const local = await categories.add({
    name: 'Outside',
    tasks: places.map((place) => tasks[place - 1]!),
  })
  service.failNext('POST', { is: 'html' })
  await desk.cycle()
  return local
}

/** Added here and created there; the reply was lost. */
async function addedUnheard(places: readonly number[]) {
  const local = await categories.add({
    name: 'Outside',
    tasks: places.map((place) => tasks[place - 1]!),
  })
  service.failNext('POST', { is: 'drop-response' })
  await desk.cycle()
  return { local, remote: named('Outside')[0]!.id }
}

describe('a category that existed there already, under the name of one that was never created', () => {
  beforeEach(async () => {
    service.addCategory({ name: 'Outside', tasks: [1, 3] })
    await clock.advance(3_600_000)
  })

  it('is merged with it, with the members of both', async () => {
    const local = await addedBehindGate([1, 2])
    await settles()
    expect(named('Outside')).toMatchObject([{ tasks: [1, 2, 3] }])
    expect(await categories.one(local)).toMatchObject({ tasks: [1, 2, 3], state: 'synced' })
    expect(await cards()).toEqual([])
  })

  it('keeps a member that was taken out here before the probe', async () => {
    const local = await addedBehindGate([1, 2])
    await categories.edit(local, { tasks: [tasks[1]!] })
    await settles()
    expect(named('Outside')).toMatchObject([{ tasks: [1, 2, 3] }])
  })

  it('stays when the one here is archived before the probe', async () => {
    const local = await addedBehindGate([1, 2])
    await categories.archive(local)
    await settles()
    await settles()
    expect(named('Outside')).toMatchObject([{ tasks: [1, 3], archived: false }])
    expect((await categories.all()).filter((row) => row.deleted_at === null)).toMatchObject([
      { tasks: [1, 3], state: 'synced' },
    ])
    expect(await cards()).toEqual([])
  })
})

describe('a category that was created there within the minute of one whose reply was lost', () => {
  it('is merged with it, with the members of both, also when a colleague created it', async () => {
    const local = await addedBehindGate([1, 2])
    service.addCategory({ name: 'Outside', tasks: [1, 3] })
    await settles()
    expect(named('Outside')).toMatchObject([{ tasks: [1, 2, 3] }])
    expect(await categories.one(local)).toMatchObject({ tasks: [1, 2, 3], state: 'synced' })
  })

  it('loses a member that was taken out here before the probe', async () => {
    const { local } = await addedUnheard([1, 2])
    await categories.edit(local, { tasks: [tasks[1]!] })
    await settles()
    expect(named('Outside')).toMatchObject([{ tasks: [2] }])
    expect(await categories.one(local)).toMatchObject({ tasks: [2], state: 'synced' })
  })

  it('keeps a member that a colleague added there before the probe', async () => {
    const { local, remote } = await addedUnheard([1, 2])
    service.change(remote, { tasks: [1, 2, 3] })
    await categories.edit(local, { tasks: [tasks[1]!] })
    await settles()
    expect(named('Outside')).toMatchObject([{ tasks: [2, 3] }])
  })

  it('is archived there when it was archived here before the probe', async () => {
    const { local, remote } = await addedUnheard([1, 2])
    await categories.archive(local)
    await settles()
    await settles()
    expect(service.categories.get(remote)!.archived).toBe(true)
    expect(await cards()).toEqual([])
  })

  it('is asked about when it was archived here and has other members there', async () => {
    const { local, remote } = await addedUnheard([1, 2])
    service.change(remote, { tasks: [1, 2, 3] })
    await categories.archive(local)
    await settles()
    await settles()
    expect(service.categories.get(remote)!.archived).toBe(false)
    expect(await cards()).toMatchObject([{ kind: 'twin', takes: ['theirs', 'mine'] }])
  })
})

describe('a category whose create is answered with one that existed already', () => {
  it('has the members of both', async () => {
    const { id } = service.addCategory({ name: 'Outside', tasks: [1, 3] })
    const current = { success: true, category: { ...service.categories.get(id)!, deleted: false } }
    const local = await categories.add({ name: 'Outside', tasks: [tasks[0]!, tasks[1]!] })
    service.failNext('POST', { is: 'status', status: 200, body: JSON.stringify(current) })
    await settles()
    await settles()
    expect(service.categories.get(id)!.tasks).toEqual([1, 2, 3])
    expect(await categories.one(local)).toMatchObject({ tasks: [1, 2, 3], state: 'synced' })
  })
})
