import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { categoriesOf } from '../support/sync/desk-records.ts'
import { testService, type TestService } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
let mine: ReturnType<typeof categoriesOf>

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
  mine = categoriesOf(desk)
})

afterEach(() => desk.close())

const there = () => [...service.categories.values()]
const active = () => there().filter(({ archived }) => !archived)

describe('a whole sync', () => {
  it('sends and receives categories with their members', async () => {
    const local = await mine.add({ name: 'Creative', tasks: [desk.task], charges: [desk.charge] })
    service.addCategory({ name: 'Travel', tasks: [2], charges: [1, 2] })
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 1, pending: 0 } })
    expect(active()).toMatchObject([
      { name: 'Travel' },
      { name: 'Creative', tasks: [1], charges: [1] },
    ])
    expect(await mine.one(local)).toMatchObject({ state: 'synced' })
    expect((await mine.all()).find((row) => row.name === 'Travel')).toMatchObject({
      tasks: [2],
      charges: [1, 2],
      state: 'synced',
    })
  })

  it('requests no single category when the list is unchanged', async () => {
    service.addCategory({ name: 'Travel', tasks: [1] })
    await clock.advance(60_000)
    await desk.cycle()
    service.requests.length = 0
    await desk.cycle()
    expect(service.requests.filter((line) => line.startsWith('GET /categories/'))).toEqual([])
  })

  it('detects swapped members once a day, though their number stays', async () => {
    const { id } = service.addCategory({ name: 'Travel', tasks: [1] })
    await clock.advance(60_000)
    await desk.cycle()
    // Without a new date, as some services write members.
    service.changeSilently(id, { tasks: [2] })
    await desk.cycle()
    expect(await mine.all()).toMatchObject([{ tasks: [1] }])
    await clock.advance(25 * 3_600_000)
    await desk.cycle()
    expect(await mine.all()).toMatchObject([{ tasks: [2] }])
  })

  it('detects members that are swapped within the second of a change from here', async () => {
    const local = await mine.add({ name: 'Travel', tasks: [desk.task] })
    await desk.cycle()
    const [sent] = there()
    const { updated_at } = sent!
    service.change(sent!.id, { tasks: [2] })
    expect(there()[0]).toMatchObject({ tasks: [2], updated_at })
    await clock.advance(60_000)
    await desk.cycle()
    expect(await mine.one(local)).toMatchObject({ tasks: [2], state: 'synced' })
    // Once is enough.
    service.requests.length = 0
    await desk.cycle()
    expect(service.requests.filter((line) => line.startsWith('GET /categories/'))).toEqual([])
  })

  it('archives on both sides, and keeps the row', async () => {
    const here = await mine.add({ name: 'Here' })
    const other = service.addCategory({ name: 'There' })
    await desk.cycle()
    await mine.archive(here)
    service.remove(other.id)
    await desk.cycle()
    expect(active()).toEqual([])
    const rows = await mine.all()
    expect(rows.map((row) => row.deleted_at !== null)).toEqual([true, true])
    service.requests.length = 0
    await desk.cycle()
    expect(service.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
  })
})

describe('a name', () => {
  it('that an active category has merges the two, with the members of both', async () => {
    const other = service.addCategory({ name: 'travel', tasks: [2] })
    const local = await mine.add({ name: 'Travel', tasks: [desk.task] })
    await desk.cycle()
    expect(service.made.categories).toBe(0)
    expect(active()).toMatchObject([{ id: other.id, tasks: [1, 2] }])
    expect(await mine.one(local)).toMatchObject({ remote: other.id, state: 'synced' })
    expect(await mine.all()).toHaveLength(1)
  })

  it('that only an archived one can have is asked about', async () => {
    const other = service.addCategory({ name: 'Travel' })
    service.remove(other.id)
    const local = await mine.add({ name: 'Travel' })
    await desk.cycle()
    expect(await mine.one(local)).toMatchObject({ state: 'refused' })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'archived', local, detail: { fields: { name: ['has already been taken'] } } },
    ])
    await mine.edit(local, { name: 'Travel again' })
    await desk.cycle()
    expect(await mine.one(local)).toMatchObject({ state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })

  it('can be swapped with that of another, and moved on in a circle', async () => {
    const named = async (name: string) => [name, await mine.add({ name })] as const
    const [[, one], [, two], [, three]] = [
      await named('One'),
      await named('Two'),
      await named('Three'),
    ]
    await desk.cycle()
    await mine.edit(one, { name: 'Aside' })
    await mine.edit(two, { name: 'One' })
    await mine.edit(three, { name: 'Two' })
    await mine.edit(one, { name: 'Three' })
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pending: 0, inbox: 0 } })
    const remote = async (local: number) => (await mine.one(local))!.remote!
    expect(service.categories.get(await remote(one))).toMatchObject({ name: 'Three' })
    expect(service.categories.get(await remote(two))).toMatchObject({ name: 'One' })
    expect(service.categories.get(await remote(three))).toMatchObject({ name: 'Two' })
    expect(active()).toHaveLength(3)
  })

  it('is sent after the change that frees it, whichever was made first', async () => {
    const one = await mine.add({ name: 'One' })
    const two = await mine.add({ name: 'Two' })
    await desk.cycle()
    await mine.edit(two, { name: 'Three' })
    await mine.edit(one, { name: 'Two' })
    const fresh = await mine.add({ name: 'One' })
    await mine.edit(one, { name: 'Aside' })
    await mine.edit(one, { name: 'Two' })
    await mine.edit(two, { name: 'Four' })
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pending: 0, inbox: 0 } })
    expect(active().map(({ name }) => name)).toEqual(['Two', 'Four', 'One'])
    expect(await mine.one(fresh)).toMatchObject({ state: 'synced' })
  })

  it('that one who waits for the person has is asked about', async () => {
    const one = await mine.add({ name: 'One' })
    const two = await mine.add({ name: 'Two' })
    await desk.cycle()
    service.failNext('PUT', {
      is: 'status',
      status: 422,
      body: '{"message":"No","errors":{"name":["No"]}}',
    })
    await mine.edit(two, { name: 'Three' })
    await desk.cycle()
    await mine.edit(one, { name: 'Two' })
    await desk.cycle()
    expect((await desk.inbox()).map(({ kind, local }) => [kind, local])).toEqual([
      ['refused', two],
      ['refused', one],
    ])
  })

  it('that has a temporary one on the service after a kill is sent by the next start', async () => {
    const one = await mine.add({ name: 'One' })
    const two = await mine.add({ name: 'Two' })
    await desk.cycle()
    await mine.edit(one, { name: 'Aside' })
    await mine.edit(two, { name: 'One' })
    await mine.edit(one, { name: 'Two' })
    service.failNext('PUT', { is: 'drop-response' })
    await desk.cycle()
    await desk.restart()
    await desk.cycle({ wait: true })
    await desk.cycle({ wait: true })
    expect(await mine.all()).toMatchObject([
      { name: 'Two', state: 'synced' },
      { name: 'One', state: 'synced' },
    ])
    expect(active().map(({ name }) => name)).toEqual(['Two', 'One'])
  })

  it('is looked up when the reply to a create was lost', async () => {
    const local = await mine.add({ name: 'Once' })
    service.failNext('POST /categories', { is: 'drop-response' })
    await desk.cycle()
    await desk.cycle({ wait: true })
    expect(service.made.categories).toBe(1)
    expect(await mine.one(local)).toMatchObject({ state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })
})

describe('both sides', () => {
  it('merge their members, one by one', async () => {
    const local = await mine.add({ name: 'Both', tasks: [desk.task] })
    await desk.cycle()
    const { id } = there()[0]!
    await mine.edit(local, { tasks: [], charges: [desk.charge] })
    clock.jump(1_000)
    service.change(id, { tasks: [1, 2] })
    await desk.cycle()
    expect(there()).toMatchObject([{ tasks: [2], charges: [1] }])
    expect(await mine.one(local)).toMatchObject({ tasks: [2], charges: [1], state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })

  it('ask when it was archived there and changed here', async () => {
    const local = await mine.add({ name: 'Kept' })
    await desk.cycle()
    const { id } = there()[0]!
    await mine.edit(local, { name: 'Kept and changed' })
    service.remove(id)
    await desk.cycle()
    expect(await desk.inbox()).toMatchObject([{ kind: 'gone', local }])
    expect(await mine.one(local)).toMatchObject({ name: 'Kept and changed', state: 'conflict' })
  })

  it('create a new one for one restored here, where the service cannot restore', async () => {
    const local = await mine.add({ name: 'Back' })
    await desk.cycle()
    await mine.archive(local)
    await desk.cycle()
    service.names = 'active'
    await mine.restore(local)
    await desk.cycle()
    expect(active()).toMatchObject([{ name: 'Back' }])
    expect(await mine.one(local)).toMatchObject({ state: 'synced', deleted_at: null })
  })
})

describe('webhooks', () => {
  it('are what a complete list shows', async () => {
    const first = service.addWebhook('https://one.test/')
    await desk.cycle()
    const uris = async () =>
      (await desk.store.db.selectFrom('webhook').select('uri').orderBy('id').execute()).map(
        (row) => row.uri,
      )
    expect(await uris()).toEqual(['https://one.test/'])
    service.webhooks.delete(first.id)
    service.addWebhook('https://two.test/')
    await desk.cycle()
    expect(await uris()).toEqual(['https://two.test/'])
  })
})
