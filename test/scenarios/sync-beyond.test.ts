/** Sync with capabilities of the service beyond the specification. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { categoriesOf, expensesOf } from '../support/sync/desk-records.ts'
import { testService, type TestService } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const gets = (path: string) => service.requests.filter((line) => line.startsWith(`GET ${path}`))

describe('idempotency keys', () => {
  beforeEach(() => service.capabilities.add('idempotency'))

  it('resolve a lost reply by sending again, without a quarantine', async () => {
    const local = await desk.add({ notes: 'Once' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    const before = clock.monotonic()
    await desk.cycle({ wait: true })
    expect(clock.monotonic() - before).toBeLessThan(10_000)
    expect(service.made.times).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
    const [first, second] = service.keys
    expect(service.keys).toHaveLength(2)
    expect(second).toBe(first)
    expect(await desk.inbox()).toEqual([])
  })

  it('stay with their request when the entry is changed after it', async () => {
    const local = await desk.add({ notes: 'First' })
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Second' })
    await desk.cycle({ wait: true })
    await desk.cycle()
    expect(service.made.times).toBe(1)
    expect([...service.times.values()]).toMatchObject([{ notes: 'Second' }])
  })

  it('survive a crash', async () => {
    const local = await desk.add()
    service.failNext('POST', { is: 'delay', milliseconds: 5_000 })
    const cycle = desk.sync.syncOnce({ wait: false })
    await clock.advance(1_000)
    await desk.restart()
    await cycle
    await desk.cycle({ wait: true })
    expect(service.made.times).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  // 409: another body had the key. After any other refusal of a repetition, the first may have been
  // carried out.
  it.each([409, 412, 403, 422])(
    'are given up where a repetition is answered %i',
    async (status) => {
      await desk.add({ start: 100 })
      await desk.cycle()
      const local = await desk.add({ notes: 'Once' })
      service.failNext('POST', { is: 'drop-response' })
      await desk.cycle()
      service.failNext('POST', { is: 'status', status })
      await desk.cycle({ wait: true })
      expect(service.made.times).toBe(2)
      expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
      expect(await desk.inbox()).toEqual([])
    },
  )
})

describe('conditional requests', () => {
  beforeEach(() => service.capabilities.add('conditional'))

  it('read and merge again when the record changed between the read and the PUT', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine' })
    const [id] = service.times.keys()
    const http = service.http
    let done = false
    service.http = (request) => {
      if (request.method === 'PUT' && !done) {
        done = true
        service.change(id!, { quantity: 9 })
      }
      return http(request)
    }
    await desk.restart()
    await desk.cycle()
    expect([...service.times.values()]).toMatchObject([{ notes: 'Mine', quantity: 9 }])
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', quantity: 9, state: 'synced' })
  })

  it('keep what was changed there between the read and the DELETE', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.remove(local)
    const [id] = service.times.keys()
    const http = service.http
    let done = false
    service.http = (request) => {
      if (request.method === 'DELETE' && !done) {
        done = true
        service.change(id!, { notes: 'Theirs' })
      }
      return http(request)
    }
    await desk.restart()
    await desk.cycle()
    expect(service.times.size).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', state: 'synced' })
  })
})

describe('the feed of changes', () => {
  beforeEach(() => service.capabilities.add('changes'))

  it('reports every change, deletions included, in one request at a time', async () => {
    const expenses = expensesOf(desk)
    const categories = categoriesOf(desk)
    const time = service.add({ notes: 'There' })
    const expense = service.addExpense({ name: 'Taxi' })
    const category = service.addCategory({ name: 'Travel', tasks: [1] })
    await desk.cycle()
    expect(await desk.entries()).toMatchObject([{ notes: 'There', state: 'synced' }])
    expect(await expenses.all()).toMatchObject([{ name: 'Taxi', state: 'synced' }])
    expect(await categories.all()).toMatchObject([{ name: 'Travel', tasks: [1], state: 'synced' }])

    service.change(time.id, { notes: 'Changed' })
    service.remove(expense.id)
    service.change(category.id, { tasks: [2] })
    clock.jump(180_000)
    desk.sync.start()
    await clock.advance(1_000)
    service.requests.length = 0
    service.change(time.id, { notes: 'Changed again' })
    await clock.advance(121_000)
    expect(await desk.entries()).toMatchObject([{ notes: 'Changed again' }])
    expect(await expenses.all()).toEqual([])
    expect(await categories.all()).toMatchObject([{ tasks: [2] }])
    expect(service.requests.filter((line) => !line.startsWith('GET /changes'))).toEqual([])
  })

  it('does not mistake its own create for a colleague’s while the outcome is unknown', async () => {
    await desk.add({ start: 100 })
    await desk.cycle()
    const local = await desk.add({ notes: 'Once' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(2)
    await desk.cycle({ wait: true })
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(2)
    expect(service.made.times).toBe(2)
  })

  it('excludes what was deleted before its first page: a card about it is known to be about that', async () => {
    service.capabilities.delete('changes')
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    service.remove([...service.times.keys()][0]!)
    service.add({ notes: 'Other', start: 600 })
    await desk.edit(local, { notes: 'Mine' })
    await desk.cycle()
    expect(await desk.inbox()).toMatchObject([{ kind: 'gone' }])

    service.capabilities.add('changes')
    await clock.advance(2 * 60 * 60_000)
    await desk.cycle()
    await desk.undo()
    await desk.cycle()
    expect(await desk.entry(local)).toBeUndefined()
    expect(await desk.inbox()).toEqual([])
  })

  it('starts over where it cannot be continued, and removes what whole lists do not show', async () => {
    const kept = service.add({ notes: 'Kept' })
    const gone = service.add({ notes: 'Gone', start: 600 })
    await desk.cycle()
    service.remove(gone.id)
    service.failNext('GET /changes', { is: 'status', status: 410 })
    await desk.cycle()
    expect((await desk.entries()).map((entry) => entry.remote)).toEqual([kept.id])
    await desk.cycle()
    expect(gets('/changes').length).toBeGreaterThan(1)
  })
})

describe('restoring a category', () => {
  beforeEach(() => service.capabilities.add('restore'))

  it('takes it out of the archives, under its id', async () => {
    const mine = categoriesOf(desk)
    const local = await mine.add({ name: 'Back' })
    await desk.cycle()
    const [id] = service.categories.keys()
    await mine.archive(local)
    await desk.cycle()
    expect(service.categories.get(id!)!.archived).toBe(true)
    await mine.restore(local)
    expect(await mine.one(local)).toMatchObject({ state: 'pending' })
    await desk.cycle()
    expect(service.categories.get(id!)!.archived).toBe(false)
    expect(service.categories.size).toBe(1)
    expect(await mine.one(local)).toMatchObject({ remote: id, state: 'synced', deleted_at: null })
  })

  it('is repeated when its reply was lost', async () => {
    const mine = categoriesOf(desk)
    const local = await mine.add({ name: 'Back' })
    await desk.cycle()
    await mine.archive(local)
    await desk.cycle()
    await mine.restore(local)
    service.failNext(/POST .*restore/, { is: 'drop-response' })
    await desk.cycle()
    await desk.cycle({ wait: true })
    expect(service.categories.size).toBe(1)
    expect(await mine.one(local)).toMatchObject({ state: 'synced', deleted_at: null })
  })

  it('that was done there restores it here', async () => {
    const mine = categoriesOf(desk)
    const { id } = service.addCategory({ name: 'Travel' })
    await desk.cycle()
    service.remove(id)
    await desk.cycle()
    expect(await mine.all()).toMatchObject([{ deleted_at: expect.any(String) as string }])
    clock.jump(1_000)
    service.restore(id)
    service.change(id, { name: 'Travel again' })
    await desk.cycle()
    expect(await mine.all()).toMatchObject([{ deleted_at: null, name: 'Travel again' }])
    expect(await desk.inbox()).toEqual([])
  })
})
