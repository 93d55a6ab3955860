import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
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

const seconds = (count: number) => clock.advance(count * 1_000)
const notesHere = async () => (await desk.entries()).map((entry) => entry.notes)
const phase = () => desk.statuses.at(-1)?.phase.is

describe('the loop', () => {
  it('sends an edit soon, and edits that follow each other together', async () => {
    desk.sync.start()
    await seconds(1)
    service.requests.length = 0
    const local = await desk.add({ notes: 'One' })
    await clock.advance(100)
    await desk.edit(local, { notes: 'Two' })
    await seconds(1)
    expect(service.requests).toEqual(['POST /times'])
    expect([...service.times.values()]).toMatchObject([{ notes: 'Two' }])
    expect(phase()).toBe('idle')
  })

  it('shows within seconds what changes on watched days, and asks for no more', async () => {
    service.add({ notes: 'Before', date: '2026-08-01' })
    desk.sync.start()
    await seconds(1)
    desk.sync.watch({ from: '2026-08-01', to: '2026-08-01' })
    await seconds(1)
    const [id] = service.times.keys()
    service.change(id!, { notes: 'After' })
    await seconds(6)
    expect(await notesHere()).toEqual(['After'])
    service.requests.length = 0
    await seconds(60)
    expect(service.requests.length).toBeLessThanOrEqual(13)
  })

  it('is quiet without a watched day: the days around today every two minutes', async () => {
    desk.sync.start()
    await seconds(5)
    service.requests.length = 0
    await seconds(600)
    expect(service.requests.filter((line) => line.startsWith('GET /times'))).toHaveLength(5)
    expect(service.requests.filter((line) => line.startsWith('GET /expenses'))).toHaveLength(5)
    expect(service.requests).toHaveLength(10)
    service.add({ notes: 'New' })
    await seconds(121)
    expect(await notesHere()).toEqual(['New'])
  })

  it('says that it is offline, and sends everything within fifteen seconds of the start', async () => {
    service.outage = { is: 'unreached' }
    desk.sync.start()
    await desk.add({ notes: 'Kept' })
    await seconds(600)
    expect(desk.statuses.at(-1)).toMatchObject({ phase: { is: 'offline' }, pending: 1 })
    service.outage = null
    await seconds(15)
    expect(desk.statuses.at(-1)).toMatchObject({ phase: { is: 'idle' }, pending: 0 })
    expect(service.times.size).toBe(1)
  })

  it('keeps the moment since when it is offline', async () => {
    service.outage = { is: 'unreached' }
    desk.sync.start()
    await seconds(1)
    const first = desk.statuses.at(-1)!.phase as { since: number }
    await seconds(100)
    expect(desk.statuses.at(-1)!.phase).toMatchObject({ is: 'offline', since: first.since })
  })

  it('is offline until an answer shows otherwise, also with nothing to send', async () => {
    desk.sync.start()
    desk.sync.watch({ from: '2026-11-19', to: '2026-11-19' })
    await seconds(10)
    service.outage = { is: 'unreached' }
    await seconds(10)
    desk.sync.watch(null)
    desk.sync.wake()
    await seconds(60)
    expect(phase()).toBe('offline')
    service.outage = null
    await seconds(11)
    expect(phase()).toBe('idle')
  })

  it('does not keep asking a bare service for what it cannot say of itself', async () => {
    const http = service.http
    service.http = async (request) =>
      request.url.endsWith('/api/v1')
        ? (await http(request), { is: 'answer', status: 200, headers: {}, body: '<html>' })
        : http(request)
    await desk.restart()
    desk.sync.watch({ from: '2026-11-19', to: '2026-11-19' })
    desk.sync.start()
    await seconds(300)
    expect(service.requests.filter((line) => line === 'GET ')).toHaveLength(1)
    expect(phase()).toBe('idle')
  })

  it('leaves a service alone for as long as it asks, also when edits are made', async () => {
    desk.sync.start()
    await seconds(1)
    const busy = { is: 'status', status: 429, headers: { 'retry-after': '60' } } as const
    service.failNext('POST', busy)
    await desk.add()
    await seconds(2)
    service.requests.length = 0
    await desk.add({ start: 700 })
    await seconds(50)
    expect(await desk.cycle()).toMatchObject({ ok: false, error: { code: 'service' } })
    expect(service.requests).toEqual([])
    await seconds(20)
    expect(service.times.size).toBe(2)
  })

  it('sends much work to a service that takes 120 requests a minute and tells nothing', async () => {
    const http = service.http
    const taken: number[] = []
    let refused = 0
    service.http = async (request) => {
      if (taken.filter((at) => at > clock.monotonic() - 60_000).length >= 120) {
        refused++
        return { is: 'answer', status: 429, headers: {}, body: 'Too many' }
      }
      taken.push(clock.monotonic())
      return http(request)
    }
    await desk.restart()
    for (let entry = 0; entry < 300; entry++) await desk.add({ start: entry })
    desk.sync.start()
    await seconds(240)
    expect(service.times.size).toBe(300)
    expect(service.made.times).toBe(300)
    expect(refused).toBeLessThan(12)
  })

  it('sends an edit between two pages of a long list', async () => {
    for (let entry = 0; entry < 1_450; entry++) {
      service.add({ date: '2026-05-05', start: entry % 1_440 })
    }
    let made = false
    const http = service.http
    service.http = async (request) => {
      if (request.url.includes('page=2') && !made) {
        made = true
        await desk.add({ notes: 'Urgent' })
      }
      return http(request)
    }
    await desk.restart()
    await desk.cycle()
    const sent = service.requests.findIndex((line) => line.startsWith('POST'))
    const last = service.requests.findIndex((line) => line.includes('page=15'))
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(last)
    expect((await desk.entries()).find((entry) => entry.notes === 'Urgent')).toMatchObject({
      state: 'synced',
    })
    expect(await desk.entries()).toHaveLength(1_451)
  })

  it('shows the pages of a long list as they come', async () => {
    for (let entry = 0; entry < 250; entry++) service.add({ date: '2026-05-05', start: entry })
    desk.sync.start()
    await seconds(1)
    const shown = desk.statuses.map((status) => status.phase)
    expect(shown).toContainEqual({ is: 'fetching', page: 1, pages: 3 })
    expect(shown.at(-1)).toEqual({ is: 'idle' })
  })

  it('removes from a list of several pages what two readings and its address agree on', async () => {
    for (let entry = 0; entry < 150; entry++) service.add({ date: '2026-05-05', start: entry })
    await desk.cycle()
    const [id] = service.times.keys()
    service.remove(id!)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(149)
    expect(service.requests).toContain(`GET /times/${id}`)
    expect(service.requests.some((line) => line.includes('limit=89'))).toBe(true)
  })

  it('stops at once, with the request under way kept in the journal', async () => {
    const local = await desk.add()
    service.failNext('POST', { is: 'delay', milliseconds: 20_000 })
    desk.sync.start()
    await seconds(5)
    const before = clock.monotonic()
    await clock.until(desk.sync.stop())
    expect(clock.monotonic() - before).toBeLessThan(1_000)
    expect(await desk.entry(local)).toMatchObject({ state: 'sending' })
  })
})

describe('the history of sync', () => {
  it('has a change by sync with the rows before and after', async () => {
    const local = await desk.add({ notes: 'Before' })
    await desk.cycle()
    clock.jump(1_000)
    service.change([...service.times.keys()][0]!, { notes: 'After' })
    await desk.cycle()
    const change = await desk.store.db
      .selectFrom('change as c')
      .innerJoin('history as h', 'h.change_id', 'c.id')
      .select(['c.actor', 'c.summary', 'h.local_id', 'h.before', 'h.after'])
      .orderBy('h.id', 'desc')
      .executeTakeFirstOrThrow()
    expect(change).toMatchObject({
      actor: 'sync',
      local_id: local,
      summary: 'Updated “After” from the service',
    })
    expect(JSON.parse(change.before!)).toMatchObject({ notes: 'Before' })
    expect(JSON.parse(change.after!)).toMatchObject({ notes: 'After', quantity: 4 })
    expect(desk.changes).toContain(`time ${local}`)
    expect(desk.changes).toContain('history ')
  })

  it('has an update where sync fills a project that was added by its id alone', async () => {
    await desk.add()
    await desk.cycle()
    const project = await desk.store.db
      .selectFrom('project')
      .selectAll()
      .where('id', '=', desk.project)
      .executeTakeFirstOrThrow()
    expect(project).toMatchObject({ name: 'Website relaunch', code: 'P1', increment: 15 })
    expect(project.client_id).not.toBeNull()
  })
})
