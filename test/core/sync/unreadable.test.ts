/** A record that cannot be read is shown, but not again after the person left it out. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxUnreadableCards } from '#core/store/inbox/unreadable-records.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { distorting } from '../../support/sync/distorting.ts'
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

type Body = { data: Record<string, unknown>[] }

const inList = (change: (record: Record<string, unknown>) => Record<string, unknown>) =>
  distorting({ service, desk }, 'GET /times', (body) => {
    const page = JSON.parse(body) as Body
    return JSON.stringify({ ...page, data: page.data.map(change) })
  })

const cards = () => readInboxCards(desk.store.db)
const leaveOut = async () => {
  const [card] = await cards()
  await resolveCard(desk.context, card!.card, 'drop')
}

describe('a record of a list that cannot be read', () => {
  it('is named by its field, in words', async () => {
    service.add({ notes: 'One' })
    await inList((record) => ({ ...record, quantity: 'many', date: '2026-02-31' }))
    await desk.cycle()
    expect(await cards()).toMatchObject([
      {
        title: 'Unreadable entry',
        message: 'date: isn’t a date',
        raw: expect.stringContaining('"quantity":"many"') as string,
      },
    ])
  })

  it('is not asked about again after it was left out, unless it changes or that is undone', async () => {
    service.add({ notes: 'One' })
    let quantity = 'many'
    await inList((record) => ({ ...record, quantity }))
    await desk.cycle()
    await leaveOut()
    await desk.cycle()
    expect(await cards()).toEqual([])
    await desk.undo()
    expect(await cards()).toHaveLength(1)
    await leaveOut()
    quantity = 'more'
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'bad-record' }])
  })

  it('is one of few that are shown when there are hundreds', async () => {
    for (let start = 0; start < 150; start++) service.add({ start, notes: `At ${start}` })
    const stop = await inList((record) => ({ ...record, quantity: null }))
    await desk.cycle()
    await desk.cycle()
    const shown = await cards()
    expect(shown).toHaveLength(maxUnreadableCards + 1)
    expect(shown.at(-1)).toMatchObject({ note: 'more', raw: null, takes: ['drop'] })
    stop()
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(150)
    expect(await cards()).toMatchObject([{ note: 'more' }])
  })
})

describe('a change that the feed reports and that cannot be read', () => {
  /** Rewrites the next answer of the feed. */
  const inFeed = (change: (told: Record<string, unknown>) => unknown) =>
    distorting({ service, desk }, 'GET /changes', (body) => {
      const page = JSON.parse(body) as Body
      return JSON.stringify({ ...page, data: page.data.map(change) })
    })

  beforeEach(async () => {
    service.capabilities = new Set(['changes'])
    service.add({ notes: 'One' })
    await desk.cycle()
  })

  it('is no longer asked about once the feed reports it readably', async () => {
    const id = [...service.times.keys()][0]!
    const stop = await inFeed((told) => ({ ...told, record: { id, quantity: 'many' } }))
    service.change(id, { notes: 'Two' })
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'bad-record', others: [{ id }] }])
    stop()
    service.change(id, { notes: 'Three' })
    await desk.cycle()
    expect(await cards()).toEqual([])
    expect(await desk.entries()).toMatchObject([{ notes: 'Three' }])
  })

  it.each<[string, object]>([
    ['without its record', { record: null }],
    ['with the record of another', { record: { id: 7 } }],
    ['about a thing of no name', { resource: 'constructor' }],
    ['about a prototype', { resource: '__proto__' }],
    ['with no id', { id: null }],
  ])('%s deletes nothing and stops nothing', async (_name, set) => {
    const id = [...service.times.keys()][0]!
    const stop = await inFeed((told) => ({ ...told, ...set }))
    service.change(id, { notes: 'Two' })
    expect(await desk.cycle()).toMatchObject({ ok: true })
    expect(await desk.entries()).toHaveLength(1)
    expect(await cards()).toMatchObject([{ kind: 'bad-record' }])
    stop()
    service.add({ notes: 'Next', start: 60 })
    await desk.cycle()
    expect((await desk.entries()).map(({ notes }) => notes)).toContain('Next')
  })
})
