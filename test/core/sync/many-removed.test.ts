/** Many deletions in parts within minutes count together, however the wall clock is set. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

const minute = 60_000
const day = 24 * 60 * minute

let clock: VirtualClock
let service: TestService
let desk: Desk
let ids: number[]

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  service.capabilities.add('changes')
  desk = await openDesk(service, clock)
  ids = Array.from({ length: 40 }, (_, index) => service.add({ start: index * 5 }).id)
  await desk.cycle()
})

afterEach(() => desk.close())

/** Deletes this many there, which the feed reports. */
async function go(count: number): Promise<void> {
  for (const id of ids.splice(0, count)) service.remove(id)
  await desk.cycle()
}

const cards = () => readInboxCards(desk.store.db)

describe('the second part of many that were deleted there', () => {
  it.each([
    ['put back by a day', -day],
    ['put forward by a day', day],
    ['put back by minutes', -11 * minute],
    ['left alone', 0],
  ])('waits for consent with the clock %s in between', async (_, milliseconds) => {
    await go(8)
    expect(await cards()).toEqual([])
    clock.jump(milliseconds)
    await go(4)
    expect(await desk.entries()).toHaveLength(32)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '4 entries' }])
  })

  it('waits for consent with another process in between', async () => {
    await go(8)
    await desk.restart()
    await go(4)
    expect(await desk.entries()).toHaveLength(32)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '4 entries' }])
  })

  it('is counted separately ten minutes later', async () => {
    await go(8)
    await clock.advance(11 * minute)
    await go(4)
    expect(await desk.entries()).toHaveLength(28)
    expect(await cards()).toEqual([])
  })
})

describe('many that one reading of several pages does not show', () => {
  it('are asked about when the next one, with other page borders, does not show them either', async () => {
    service.capabilities.clear()
    for (let start = 300; start < 420; start++) service.add({ start })
    await clock.advance(61 * minute)
    await desk.cycle()
    const gone = ids.splice(0, 20)
    for (const id of gone) service.remove(id)
    // Before the third page that is asked for, which is the first of the second reading.
    for (const run of [() => {}, () => {}, () => service.restore(...gone)]) {
      service.beforeNext('GET /times', run)
    }
    await desk.cycle()
    expect(await cards()).toEqual([])
    for (const id of gone) service.remove(id)
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '20 entries' }])
    // They wait: nothing more is requested until consent.
    service.requests.length = 0
    await desk.cycle()
    expect(service.requests.filter((line) => line.includes('limit=89'))).toEqual([])
    expect(await desk.entries()).toHaveLength(160)
  })
})

describe('a consent that is undone while it is carried out', () => {
  it('keeps what is not deleted by then', async () => {
    // The lists show what is missing here, and each address is asked: the feed would report it at
    // once.
    service.capabilities.clear()
    await clock.advance(61 * minute)
    await desk.cycle()
    for (const id of ids.splice(0, 20)) service.remove(id)
    await desk.cycle()
    const [asked] = await cards()
    unwrap(await resolveCard(desk.context, asked!.card, 'theirs', []))
    service.beforeNext(`GET /times/${service.times.keys().next().value! - 17}`, () => desk.undo())
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(37)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '17 entries' }])
  })
})

describe('a consent that is undone while another is asked for', () => {
  it('is asked for together with it, and never about one entry twice', async () => {
    service.capabilities.clear()
    await clock.advance(61 * minute)
    await desk.cycle()
    const first = ids.splice(0, 20)
    service.remove(...first)
    await desk.cycle()
    const [asked] = await cards()
    const { change } = unwrap(await resolveCard(desk.context, asked!.card, 'theirs', []))
    service.remove(...ids.splice(0, 15))
    // Nothing of what the person consented to can be carried out yet.
    for (const id of [...first, ...first]) {
      service.failNext(`GET /times/${id}`, { is: 'status', status: 403 })
    }
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(40)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '15 entries' }])
    unwrap(await undoChange(desk.context, change))
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '35 entries' }])
    await desk.cycle()
    const together = await cards()
    expect(together).toMatchObject([{ kind: 'removals', title: '35 entries' }])
    unwrap(await resolveCard(desk.context, together[0]!.card, 'theirs', []))
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(5)
    expect(await cards()).toEqual([])
  })
})

describe('the answer that many missing entries are to stay', () => {
  let concealed: number

  /** Many are deleted there, and the lists leave out one more, with a matching total. */
  beforeEach(async () => {
    service.capabilities.clear()
    await clock.advance(61 * minute)
    await desk.cycle()
    concealed = ids[0]!
    for (const id of ids.splice(1, 20)) service.remove(id)
    service.distort = (body) => {
      const data = body.data as { id: number }[]
      const shown = data.filter(({ id }) => id !== concealed)
      return { ...body, data: shown, total: Number(body.total) - (data.length - shown.length) }
    }
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '21 entries' }])
  })

  const keep = async () => {
    const [card] = await cards()
    clock.jump(1_000)
    return unwrap(await resolveCard(desk.context, card!.card, 'again')).change
  }
  const linked = async (id: number) => (await desk.entries()).filter(({ remote }) => remote === id)

  it('creates the deleted ones again, and leaves linked what the list only concealed', async () => {
    await keep()
    await desk.cycle()
    expect(await linked(concealed)).toMatchObject([{ state: 'synced' }])
    service.distort = null
    await clock.advance(61 * minute)
    await desk.cycle()
    expect(service.times.size).toBe(40)
    expect(service.doubled()).toBe(0)
    expect(await desk.entries()).toHaveLength(40)
    expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
    expect(await cards()).toEqual([])
  })

  it('is not asked for again while the addresses cannot be asked', async () => {
    await keep()
    for (let id = 0; id < 21; id++) {
      service.failNext(/^GET .times.\d+$/, { is: 'status', status: 500 })
    }
    await desk.cycle()
    await clock.advance(10 * minute)
    await desk.cycle()
    expect(await cards()).toEqual([])
    service.calm()
    await clock.advance(10 * minute)
    await desk.cycle()
    expect(service.times.size).toBe(40)
    expect(await linked(concealed)).toHaveLength(1)
  })

  it('applies to an entry that is edited and reverted before its address was asked', async () => {
    const { local } = (await desk.entries())[1]!
    await keep()
    await desk.edit(local, { notes: 'Mine' })
    await desk.undo()
    await desk.cycle({ wait: true })
    expect(service.times.size).toBe(40)
    expect(await desk.entry(local)).toMatchObject({ notes: null, state: 'synced' })
  })

  it('can be undone, and asks about as many as are missing then', async () => {
    const change = await keep()
    unwrap(await undoChange(desk.context, change))
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '21 entries' }])
    await desk.cycle()
    expect(service.times.size).toBe(20)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '21 entries' }])
  })

  it('is undone without the entries that turned out to be there', async () => {
    const change = await keep()
    // Creating the others again waits for a better moment.
    const unwell = { is: 'status', status: 429, headers: { 'retry-after': '60' } } as const
    service.failNext('POST', unwell)
    service.distort = null
    await desk.cycle()
    expect(await linked(concealed)).toMatchObject([{ state: 'synced' }])
    unwrap(await undoChange(desk.context, change))
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '20 entries' }])
  })

  it('leaves a later edit to be sent when it is undone', async () => {
    const { local } = (await desk.entries()).find(({ remote }) => remote === concealed)!
    const change = await keep()
    await desk.edit(local, { notes: 'Mine' })
    unwrap(await undoChange(desk.context, change))
    await desk.cycle()
    expect(service.times.get(concealed)).toMatchObject({ notes: 'Mine' })
    expect(await desk.entry(local)).toMatchObject({ remote: concealed, state: 'synced' })
  })
})

describe('an entry that was deleted there, and that is wanted here', () => {
  it('stays linked where it is there again by the time its address is asked', async () => {
    service.capabilities.clear()
    const { local, remote } = (await desk.entries())[0]!
    await desk.edit(local, { notes: 'Mine' })
    service.remove(remote!)
    await desk.cycle({ wait: true })
    const [card] = await cards()
    expect(card).toMatchObject({ kind: 'gone', local })
    service.restore(remote!)
    clock.jump(1_000)
    const { change } = unwrap(await resolveCard(desk.context, card!.card, 'again'))
    await desk.cycle()
    expect(service.times.size).toBe(40)
    expect(service.times.get(remote!)).toMatchObject({ notes: 'Mine' })
    expect(await desk.entry(local)).toMatchObject({ remote, state: 'synced' })
    expect(await undoChange(desk.context, change)).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: 'The service has this record after all' },
    })
  })
})

describe('a category that came back although it was deleted here', () => {
  it('is asked about still when it was to stay with many others', async () => {
    service.names = 'active'
    const categories = categoriesOf(desk)
    const there = Array.from({ length: 12 }, (_, index) =>
      service.addCategory({ name: `Category ${index}`, tasks: [1] }),
    )
    await desk.cycle()
    const { id: local, remote } = (await categories.all())[0]!
    await categories.archive(local)
    service.change(remote!, { name: 'Changed there' })
    await desk.cycle({ wait: true })
    expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'deleted-here', local }])
    for (const { id } of there) service.remove(id)
    await desk.cycle()
    const many = (await cards()).find(({ kind }) => kind === 'removals')!
    expect(many).toMatchObject({ title: '12 categories' })
    unwrap(await resolveCard(desk.context, many.card, 'again'))
    await desk.cycle({ wait: true })
    await desk.cycle({ wait: true })
    expect(await categories.one(local)).toMatchObject({ deleted_at: null, state: 'synced' })
    expect(await cards()).toMatchObject([{ kind: 'conflict', note: 'deleted-here', local }])
  })
})
