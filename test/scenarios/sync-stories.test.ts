import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
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

describe('a whole sync', () => {
  it('sends what was added here and receives what was added there', async () => {
    const local = await desk.add({ notes: 'Sketches' })
    const there = service.add({ notes: 'Made there', start: 600 })
    const report = await desk.cycle()
    expect(report).toMatchObject({
      ok: true,
      value: { pushed: 1, pulled: 1, pending: 0, inbox: 0 },
    })
    expect(service.made.times).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ state: 'synced', notes: 'Sketches' })
    expect((await desk.entries()).find((entry) => entry.remote === there.id)).toMatchObject({
      notes: 'Made there',
      state: 'synced',
    })
  })

  it('sends nothing in a second pass when nothing changed', async () => {
    await desk.add()
    service.add({ start: 600 })
    await desk.cycle()
    service.requests.length = 0
    const report = await desk.cycle()
    expect(report).toMatchObject({ ok: true, value: { pushed: 0, pulled: 0, pending: 0 } })
    expect(service.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
  })

  it('sends an edit and a deletion, and receives those of the service', async () => {
    const kept = await desk.add({ notes: 'Keep' })
    const gone = await desk.add({ notes: 'Go', start: 600 })
    await desk.cycle()
    await desk.edit(kept, { quantity: 6 })
    await desk.remove(gone)
    await desk.cycle()
    expect([...service.times.values()]).toMatchObject([{ notes: 'Keep', quantity: 6 }])

    const remote = [...service.times.keys()][0]!
    clock.jump(1000)
    service.change(remote, { notes: 'Changed there' })
    await desk.cycle()
    expect(await desk.entry(kept)).toMatchObject({ notes: 'Changed there', quantity: 6 })
    service.remove(remote)
    await desk.cycle()
    expect(await desk.entries()).toEqual([])
  })

  it('never stores the record in the answer to a deletion', async () => {
    const local = await desk.add()
    await desk.cycle()
    await desk.remove(local)
    await desk.cycle()
    expect(await desk.entries()).toEqual([])
    const records = await desk.store.db
      .selectFrom('sync_record')
      .selectAll()
      .where('resource', '=', 'time')
      .execute()
    expect(records).toEqual([])
  })

  it('makes one request for an entry that was added and changed, none for one that was added and deleted', async () => {
    const local = await desk.add()
    await desk.edit(local, { notes: 'Later' })
    await desk.remove(await desk.add({ start: 700 }))
    await desk.cycle()
    expect(service.requests.filter((line) => !line.startsWith('GET'))).toEqual(['POST /times'])
  })
})

describe('a lost reply', () => {
  it('makes no duplicate when the first POST loses its reply', async () => {
    const local = await desk.add({ notes: 'Once' })
    service.failNext('POST', { is: 'drop-response' })
    expect(await desk.cycle()).toMatchObject({ ok: false, error: { code: 'offline' } })
    // The pull sees the entry while its outcome is unknown here, and holds it back.
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pulled: 0, pending: 1 } })
    expect(await desk.entries()).toHaveLength(1)
    expect(await desk.entry(local)).toMatchObject({ state: 'sending' })

    expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { pending: 0 } })
    expect(service.times.size).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ remote: [...service.times.keys()][0] })
  })

  it('sends again when the request never arrived', async () => {
    await desk.add()
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { pending: 0 } })
    expect(service.times.size).toBe(1)
    expect(service.made.times).toBe(1)
  })

  it('makes no duplicate of a request that is carried out within the quarantine', async () => {
    await desk.add()
    service.failNext('POST', { is: 'late', milliseconds: 50_000 })
    await desk.cycle()
    expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { pending: 0 } })
    expect(service.made.times).toBe(1)
  })

  it.each([0, 1, 40, 200])('does not trust an answer cut after %i characters', async (at) => {
    await desk.add()
    service.failNext('POST', { is: 'truncate', at })
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 0, pending: 1 } })
    await desk.cycle({ wait: true })
    expect(service.made.times).toBe(1)
    expect(await desk.entries()).toMatchObject([{ state: 'synced' }])
  })

  it('continues after a crash with a request under way', async () => {
    const local = await desk.add()
    // The process dies while the service works on the request.
    service.failNext('POST', { is: 'delay', milliseconds: 5_000 })
    const cycle = desk.sync.syncOnce({ wait: false })
    await clock.advance(1_000)
    await desk.restart()
    await cycle
    expect(await desk.entry(local)).toMatchObject({ state: 'sending' })
    await desk.cycle({ wait: true })
    expect(service.times.size).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('sends two equal entries one after the other, and both arrive once', async () => {
    await desk.add({ notes: 'Same' })
    await desk.add({ notes: 'Same' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    await desk.cycle()
    expect(service.made.times).toBe(1)
    await desk.cycle({ wait: true })
    expect(service.made.times).toBe(2)
    expect(await desk.entries()).toMatchObject([{ state: 'synced' }, { state: 'synced' }])
  })

  it('does not send again what the service stored with other notes, and asks', async () => {
    const local = await desk.add({ notes: 'A — B' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    service.change([...service.times.keys()][0]!, { notes: 'A &mdash; B' })
    await desk.cycle({ wait: true })
    expect(service.made.times).toBe(1)
    expect(await desk.inbox()).toMatchObject([{ kind: 'twin', local }])
  })

  it('is sent again with the same key after a portal that let it through', async () => {
    service.capabilities.add('idempotency')
    await desk.cycle()
    const local = await desk.add({ notes: 'Once' })
    const http = service.http
    service.http = async (request) => {
      const outcome = await http(request)
      if (request.method !== 'POST' || service.made.times > 1) return outcome
      service.http = http
      return { is: 'answer', status: 511, headers: {}, body: '' }
    }
    expect(await desk.cycle()).toMatchObject({ ok: false, error: { code: 'offline' } })
    await desk.cycle({ wait: true })
    expect([service.made.times, new Set(service.keys).size]).toEqual([1, 1])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('counts a record that a list shows twice as one', async () => {
    const local = await desk.add({ notes: 'Once' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    const http = service.http
    service.http = async (request) => {
      const outcome = await http(request)
      if (outcome.is !== 'answer' || !request.url.includes('/times?')) return outcome
      const page = JSON.parse(outcome.body) as { data: unknown[] }
      return { ...outcome, body: JSON.stringify({ ...page, data: [...page.data, ...page.data] }) }
    }
    await desk.restart()
    // A list that fails its checks is not believed for this long.
    for (let looks = 0; looks < 8; looks++) {
      await clock.advance(60_000)
      await desk.cycle()
    }
    const [id] = service.times.keys()
    expect(await desk.entry(local)).toMatchObject({ remote: id })
    expect(await desk.inbox()).toMatchObject([{ kind: 'twin', detail: { others: [] } }])
    expect(await readInboxCards(desk.store.db)).toMatchObject([{ note: 'found', takes: ['mine'] }])
  })

  it('creates a card when several entries may be the one that was sent', async () => {
    const local = await desk.add({ notes: 'Twice' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    const [first] = service.times.keys()
    const second = service.add({ notes: 'Twice' })
    await desk.cycle({ wait: true })
    expect(await desk.entry(local)).toMatchObject({ remote: first })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', local, detail: { adopted: first, others: [second.id] } },
    ])
  })

  it('counts an update as arrived when the service shows it', async () => {
    const local = await desk.add()
    await desk.cycle()
    await desk.edit(local, { quantity: 5 })
    service.failNext('PUT', { is: 'drop-response' })
    await desk.cycle()
    await desk.edit(local, { quantity: 6 })
    await desk.cycle()
    expect([...service.times.values()]).toMatchObject([{ quantity: 6 }])
    expect(await desk.inbox()).toEqual([])
  })

  it('creates an entry again that was restored while its deletion was under way', async () => {
    const local = await desk.add({ notes: 'Back again' })
    await desk.cycle()
    const [first] = service.times.keys()
    await desk.remove(local)
    service.failNext('DELETE', { is: 'late', milliseconds: 20_000 })
    await desk.cycle()
    await desk.undo()
    await desk.cycle({ wait: true })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Back again' }])
    expect([...service.times.keys()]).not.toEqual([first])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })
})

describe('an edit during a request', () => {
  it('becomes a PUT when it is made during the POST, never a second POST', async () => {
    const local = await desk.add({ notes: 'First' })
    service.beforeNext('POST', () => desk.edit(local, { notes: 'Second' }))
    await desk.cycle()
    await desk.cycle()
    expect(service.made.times).toBe(1)
    expect([...service.times.values()]).toMatchObject([{ notes: 'Second' }])
    expect(await desk.entry(local)).toMatchObject({ notes: 'Second', state: 'synced' })
  })

  it('becomes a DELETE when the entry is deleted during the POST', async () => {
    const local = await desk.add()
    service.beforeNext('POST', () => desk.remove(local))
    await desk.cycle()
    await desk.cycle()
    expect(service.times.size).toBe(0)
    expect(await desk.entries()).toEqual([])
  })

  it('is not parked with the version that was refused', async () => {
    service.validate = (body) => (body.quantity === 4 ? { quantity: ['is too much'] } : null)
    const local = await desk.add()
    service.beforeNext('POST', () => desk.edit(local, { quantity: 2 }))
    await desk.cycle()
    expect(await desk.inbox()).toEqual([])
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ state: 'synced', quantity: 2 })
  })

  it('restores an entry whose deletion the service confirms in the same moment', async () => {
    const local = await desk.add({ notes: 'Undone' })
    await desk.cycle()
    await desk.remove(local)
    service.beforeNext('DELETE', () => desk.undo())
    await desk.cycle()
    expect([...service.times.values()]).toMatchObject([{ notes: 'Undone' }])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })
})

describe('a refusal', () => {
  it('parks one entry with the message of the service and blocks nothing else', async () => {
    service.validate = (body) => (body.notes === 'Bad' ? { notes: ['are not welcome'] } : null)
    const bad = await desk.add({ notes: 'Bad' })
    const good = await desk.add({ notes: 'Good', start: 600 })
    expect(await desk.cycle()).toMatchObject({
      ok: true,
      value: { pushed: 1, pending: 0, inbox: 1 },
    })
    expect(await desk.entry(bad)).toMatchObject({ state: 'refused' })
    expect(await desk.entry(good)).toMatchObject({ state: 'synced' })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'refused', local: bad, detail: { fields: { notes: ['are not welcome'] } } },
    ])

    service.requests.length = 0
    await desk.cycle()
    expect(service.requests).not.toContain('POST /times')
    await desk.edit(bad, { notes: 'Better' })
    await desk.cycle()
    expect(await desk.entry(bad)).toMatchObject({ state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })

  it('does not block others when one entry makes the service fail', async () => {
    const poison = await desk.add({ notes: 'Poison' })
    const good = await desk.add({ notes: 'Good', start: 600 })
    service.failNext('POST', { is: 'status', status: 500 })
    await desk.cycle()
    expect(await desk.entry(poison)).toMatchObject({ state: 'sending' })
    expect(await desk.entry(good)).toMatchObject({ state: 'synced' })
  })
})

describe('signing in', () => {
  it('pauses at 401, loses nothing, and continues with a new token', async () => {
    const local = await desk.add()
    service.tokens.clear()
    desk.sync.start()
    await clock.advance(5_000)
    expect(desk.statuses.at(-1)).toMatchObject({ phase: { is: 'signed-out' }, pending: 1 })
    const asked = service.requests.length
    await clock.advance(600_000)
    expect(service.requests).toHaveLength(asked)

    service.tokens.add('new')
    desk.token = 'new'
    desk.sync.wake()
    await clock.advance(5_000)
    expect(desk.statuses.at(-1)).toMatchObject({ phase: { is: 'idle' }, pending: 0 })
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('takes a redirect to a login page as a refused token', async () => {
    await desk.add()
    service.outage = { is: 'redirect', to: '/login' }
    expect(await desk.cycle()).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
    service.outage = null
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 1 } })
    expect(service.made.times).toBe(1)
  })
})

describe('both sides', () => {
  it('merges changes of different fields', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine' })
    clock.jump(1000)
    service.change([...service.times.keys()][0]!, { quantity: 8 })
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', quantity: 8, state: 'synced' })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Mine', quantity: 8 }])
    expect(await desk.inbox()).toEqual([])
  })

  it('keeps the local version and asks when both changed the same field', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine', quantity: 6 })
    clock.jump(1000)
    service.change([...service.times.keys()][0]!, { notes: 'Theirs' })
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', quantity: 6, state: 'conflict' })
    // Only the group in conflict waits.
    expect([...service.times.values()]).toMatchObject([{ notes: 'Theirs', quantity: 6 }])
    expect(await desk.inbox()).toMatchObject([
      {
        kind: 'conflict',
        detail: {
          groups: [
            {
              group: 'notes',
              base: { notes: 'Base' },
              mine: { notes: 'Mine' },
              theirs: { notes: 'Theirs' },
            },
          ],
        },
      },
    ])
  })

  it('ends a conflict when the other side makes the same change', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    const [remote] = service.times.keys()
    await desk.edit(local, { notes: 'Mine' })
    clock.jump(1000)
    service.change(remote!, { notes: 'Theirs' })
    await desk.cycle()
    clock.jump(1000)
    service.change(remote!, { notes: 'Mine' })
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })

  it('asks when the service deleted what was changed here, and sends it again after an edit', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine' })
    service.remove(...service.times.keys())
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'conflict' })
    expect(await desk.inbox()).toMatchObject([{ kind: 'gone', local }])
    await desk.edit(local, { notes: 'Still wanted' })
    await desk.cycle({ wait: true })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Still wanted' }])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('restores what was deleted here and changed there', async () => {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.remove(local)
    clock.jump(1000)
    service.change([...service.times.keys()][0]!, { notes: 'Theirs' })
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', state: 'synced' })
    expect(service.times.size).toBe(1)
    expect(await desk.inbox()).toMatchObject([{ kind: 'conflict', local }])
  })

  it('converges on two machines', async () => {
    const other = await openDesk(service, clock)
    const mine = await desk.add({ notes: 'From one' })
    await other.add({ notes: 'From two', start: 600 })
    await desk.cycle()
    await other.cycle()
    await desk.cycle()
    await desk.edit(mine, { quantity: 9 })
    const theirs = (await other.entries()).find((entry) => entry.notes === 'From one')!
    await other.edit(theirs.local, { notes: 'From both' })
    await desk.cycle()
    await other.cycle()
    await desk.cycle()
    const shape = ({
      remote,
      notes,
      quantity,
      state,
    }: Awaited<ReturnType<Desk['entries']>>[0]) => ({
      remote,
      notes,
      quantity,
      state,
    })
    const byRemote = (desk: Desk) =>
      desk.entries().then((all) => all.map(shape).toSorted((one, two) => one.remote! - two.remote!))
    expect(await byRemote(desk)).toEqual(await byRemote(other))
    expect(await byRemote(desk)).toMatchObject([
      { notes: 'From both', quantity: 9, state: 'synced' },
      { notes: 'From two', state: 'synced' },
    ])
    await other.close()
  })
})

describe('a misleading network', () => {
  it('changes nothing behind a captive portal', async () => {
    const local = await desk.add({ notes: 'Kept' })
    service.add({ notes: 'There', start: 600 })
    await desk.cycle()
    await desk.edit(local, { notes: 'Edited' })
    const before = await desk.entries()
    service.outage = { is: 'html' }
    expect(await desk.cycle()).toMatchObject({ ok: false, error: { code: 'offline' } })
    expect(await desk.entries()).toEqual(before)
    service.outage = null
    await desk.cycle({ wait: true })
    expect([...service.times.values()].map((time) => time.notes)).toEqual(['There', 'Edited'])
  })

  it('deletes nothing for an incomplete list', async () => {
    for (let start = 0; start < 5; start++) service.add({ start: start * 60 })
    await desk.cycle()
    service.distort = (body) => ({ ...body, data: (body.data as unknown[]).slice(2) })
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(5)
  })

  it('deletes nothing that a complete list leaves out but its own address shows', async () => {
    for (let start = 0; start < 5; start++) service.add({ start: start * 60 })
    await desk.cycle()
    service.distort = (body) => ({
      ...body,
      data: (body.data as unknown[]).slice(2),
      total: (body.total as number) - 2,
    })
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(5)
  })

  it('waits for consent when most of the entries are missing at once', async () => {
    for (let start = 0; start < 12; start++) service.add({ start: start * 60 })
    await desk.cycle()
    service.remove(...service.times.keys())
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(12)
  })

  it('sets an unreadable record aside with its text and takes the others', async () => {
    service.add({ notes: 'Good' })
    const bad = service.add({ start: 600 })
    service.distort = (body) => ({
      ...body,
      data: (body.data as { id: number }[]).map((row) =>
        row.id === bad.id ? { ...row, quantity: 'four' } : row,
      ),
    })
    await desk.cycle()
    await desk.cycle()
    expect(await desk.entries()).toMatchObject([{ notes: 'Good' }])
    expect(await desk.inbox()).toMatchObject([
      { kind: 'bad-record', detail: { remote: bad.id, raw: expect.stringContaining('four') } },
    ])
    service.distort = null
    await desk.cycle()
    expect(await desk.inbox()).toEqual([])
    expect(await desk.entries()).toHaveLength(2)
  })
})

describe('increments', () => {
  it('keeps the minutes of unsent entries when the increment becomes known', async () => {
    service.projects.get(1)!.increment = 6
    const first = await desk.add({ quantity: 4 })
    const second = await desk.add({ quantity: 2, start: 700 })
    await desk.cycle()
    // The first was sent before anything was known of the project: a card shows both durations.
    expect(await desk.inbox()).toMatchObject([
      {
        kind: 'unit',
        local: first,
        detail: { sent: { quantity: 4, increment: 15 }, stands: { quantity: 4, increment: 6 } },
      },
    ])
    expect(await desk.entry(second)).toMatchObject({ quantity: 5, state: 'synced' })
  })
})
