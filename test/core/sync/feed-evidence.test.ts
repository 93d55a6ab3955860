/**
 * A change that the feed reports only once is not forgotten while something here delays applying
 * it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
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
  service.capabilities.add('changes')
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const cards = () => readInboxCards(desk.store.db)

async function answer(take: CardAnswer): Promise<number> {
  const [card] = await cards()
  const { change } = unwrap(await resolveCard(desk.context, card!.card, take))
  return change
}

/** A record in conflict over its notes, which the inbox asks about. */
async function changedOnBothSides(): Promise<{ id: number; local: number }> {
  const { id } = service.add({ notes: 'There' })
  await desk.cycle()
  const { local } = (await desk.entries())[0]!
  await desk.edit(local, { notes: 'Mine' })
  service.change(id, { notes: 'Theirs' })
  await desk.cycle()
  expect(await cards()).toMatchObject([{ kind: 'conflict' }])
  return { id, local }
}

/** One entry on both sides: edited here, then deleted there, as the feed has reported. */
async function editedAndGone(): Promise<number> {
  const { id } = service.add({ notes: 'There' })
  await desk.cycle()
  const { local } = (await desk.entries())[0]!
  await desk.edit(local, { notes: 'Mine' })
  service.remove(id)
  await desk.cycle()
  expect(await cards()).toMatchObject([{ kind: 'gone' }])
  await desk.cycle()
  return local
}

/**
 * Lets the loop run, with passes of the feed that read no whole lists; returns the requests for
 * lists.
 */
async function runs(seconds = 130): Promise<string[]> {
  service.requests.length = 0
  desk.sync.start()
  await clock.advance(seconds * 1_000)
  await desk.restart()
  return service.requests.filter((line) => line.startsWith('GET /times'))
}

describe('an entry that was edited here and deleted there', () => {
  it('goes when the edit is undone', async () => {
    await editedAndGone()
    await desk.undo()
    expect(await runs()).toEqual([])
    expect(await desk.entries()).toEqual([])
    expect(await cards()).toEqual([])
    expect(await desk.store.db.selectFrom('trash').selectAll().execute()).toHaveLength(1)
  })

  it('goes also when the process was killed in between', async () => {
    await editedAndGone()
    await desk.restart()
    await desk.undo()
    await desk.restart()
    await runs()
    expect(await desk.entries()).toEqual([])
  })

  it('goes when the edit was undone before the feed reported the deletion', async () => {
    const { id } = service.add({ notes: 'There' })
    await desk.cycle()
    const { local } = (await desk.entries())[0]!
    await desk.edit(local, { notes: 'Mine' })
    service.failNext(/^PUT/, { is: 'drop-request' })
    await desk.cycle()
    service.remove(id)
    await desk.cycle()
    await desk.undo()
    await desk.cycle({ wait: true })
    await runs()
    expect(await desk.entries()).toEqual([])
    expect(service.times.size).toBe(0)
  })

  it('is asked about again when dropping it is undone, and goes when the edit is undone', async () => {
    await editedAndGone()
    await answer('drop')
    expect(await desk.entries()).toEqual([])
    await desk.cycle()
    await desk.undo()
    expect(await cards()).toMatchObject([{ kind: 'gone' }])
    await runs()
    expect(await desk.entries()).toMatchObject([{ notes: 'Mine', state: 'conflict' }])
    // The newest change is now the edit.
    await desk.undo()
    await runs()
    expect(await desk.entries()).toEqual([])
  })

  it('is asked about again when sending it again is undone in time', async () => {
    await editedAndGone()
    await answer('again')
    await desk.undo()
    await runs()
    expect(service.times.size).toBe(0)
    expect(await cards()).toMatchObject([{ kind: 'gone' }])
    await desk.undo()
    await runs()
    expect(await desk.entries()).toEqual([])
  })

  it('is created again when sending it again is undone too late', async () => {
    const local = await editedAndGone()
    await desk.add({ start: 100 })
    await desk.cycle()
    const change = await answer('again')
    service.failNext('POST', { is: 'drop-response' })
    // It is searched for twice, and then sent.
    await desk.cycle()
    await clock.advance(11_000)
    await desk.cycle()
    const taken = await undoChange(desk.context, change)
    expect(taken).toMatchObject({ ok: false, error: { code: 'conflict' } })
    await clock.advance(80_000)
    await runs()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'synced' })
    expect(service.times.size).toBe(2)
    expect(await cards()).toEqual([])
  })

  it('is created again when it is sent again, and then stays', async () => {
    const local = await editedAndGone()
    await answer('again')
    await desk.cycle({ wait: true })
    await runs()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'synced' })
    await desk.edit(local, { notes: 'More' })
    await desk.undo()
    await runs()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'synced' })
    expect(service.times.size).toBe(1)
  })

  it('is created again when it is edited once more', async () => {
    const local = await editedAndGone()
    await desk.edit(local, { quantity: 8 })
    await runs()
    expect(await desk.entry(local)).toMatchObject({ quantity: 8, state: 'synced' })
    expect(service.times.size).toBe(1)
  })

  it('stays when the feed shows it again', async () => {
    const { id } = service.add({ notes: 'There' })
    await desk.cycle()
    const { local } = (await desk.entries())[0]!
    await desk.edit(local, { notes: 'Mine' })
    service.remove(id)
    await desk.cycle()
    service.restore(id)
    await desk.cycle()
    expect(await cards()).toEqual([])
    await desk.undo()
    await runs()
    expect(await desk.entry(local)).toMatchObject({ remote: id, state: 'synced' })
  })

  it('goes when both sides had changed it and the remote version is taken', async () => {
    const { id } = await changedOnBothSides()
    service.remove(id)
    await desk.cycle()
    const conflict = (await cards()).find(({ kind }) => kind === 'conflict')
    expect(conflict).toBeDefined()
    unwrap(await resolveCard(desk.context, conflict!.card, 'theirs'))
    await runs()
    expect(await desk.entries()).toEqual([])
    expect(await cards()).toEqual([])
  })
})

describe('a conflict', () => {
  it.each([
    ['taken back', async () => desk.undo()],
    ['undone by hand', async (local: number) => desk.edit(local, { notes: 'There' })],
  ])('takes the remote version when the local one is %s', async (_, leave) => {
    const { local } = await changedOnBothSides()
    await desk.cycle()
    await leave(local)
    expect(await runs()).toEqual([expect.stringMatching(/^GET \/times\/\d+/)])
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', state: 'synced' })
    expect(await cards()).toEqual([])
    expect(await runs()).toEqual([])
  })
})

describe('the answer to a conflict', () => {
  it.each([
    ['theirs', 'Used the service’s version of “Theirs”'],
    ['mine', 'Kept your version of “Mine”'],
  ] as const)('%s carries the text that is current at that moment', async (take, summary) => {
    await changedOnBothSides()
    const change = await answer(take)
    const told = desk.store.db.selectFrom('change').select('summary').where('id', '=', change)
    expect(await told.execute()).toEqual([{ summary }])
  })
})

describe('a category that was edited here and archived there', () => {
  it('is archived here when the edit is undone', async () => {
    const categories = categoriesOf(desk)
    const { id } = service.addCategory({ name: 'Travel', tasks: [1] })
    await desk.cycle()
    const { id: local } = (await categories.all())[0]!
    await categories.edit(local, { name: 'Mine' })
    service.remove(id)
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'gone' }])
    await desk.undo()
    await runs()
    expect((await categories.one(local))!.deleted_at).not.toBeNull()
    expect(await cards()).toEqual([])
    // Restored from the archives there, it is back here.
    service.restore(id)
    await runs()
    expect(await categories.one(local)).toMatchObject({ deleted_at: null, state: 'synced' })
  })
})

describe('a record that the person once wanted to keep', () => {
  it.each(['again', 'an edit'] as const)(
    'is asked about again when it was back in between, with a category and %s',
    async (how) => {
      service.capabilities.add('restore')
      const categories = categoriesOf(desk)
      const { id } = service.addCategory({ name: 'Travel', tasks: [1] })
      await desk.cycle()
      const { id: local } = (await categories.all())[0]!
      await categories.edit(local, { name: 'Mine' })
      service.remove(id)
      await desk.cycle()
      expect(await cards()).toMatchObject([{ kind: 'gone' }])
      if (how === 'again') await answer('again')
      else await categories.edit(local, { name: 'Mine after all' })
      await desk.cycle()
      await desk.cycle()
      expect(service.categories.get(id)!.archived).toBe(false)
      await clock.advance(60_000)
      service.remove(id)
      await categories.edit(local, { name: 'Changed later' })
      await desk.cycle()
      await desk.cycle()
      expect(service.categories.get(id)!.archived).toBe(true)
      expect(await cards()).toMatchObject([{ kind: 'gone', local }])
    },
  )

  it('is asked about again when the service had only said that it is deleted, with a time', async () => {
    service.capabilities.clear()
    const { id } = service.add({ notes: 'There' })
    await desk.cycle()
    const { local } = (await desk.entries())[0]!
    await desk.edit(local, { notes: 'Mine' })
    service.failNext('GET', { is: 'status', status: 404 })
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'gone' }])
    await desk.edit(local, { notes: 'Mine after all' })
    await desk.cycle()
    expect(service.times.get(id)!.notes).toBe('Mine after all')
    await clock.advance(60_000)
    service.remove(id)
    await desk.edit(local, { notes: 'Changed later' })
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'gone', local }])
    expect(service.times.size).toBe(0)
  })
})

describe('an entry that was deleted here and there', () => {
  it('goes when its deletion here is undone unsent, after the feed reported the other one', async () => {
    const { id } = service.add({ notes: 'There' })
    await desk.cycle()
    const { local } = (await desk.entries())[0]!
    await desk.remove(local)
    service.remove(id)
    // The first pass after a start reads before it sends.
    await desk.restart()
    service.beforeNext(/^GET .expenses/, () => desk.undo())
    await desk.cycle()
    await runs()
    expect(await desk.entries()).toEqual([])
    expect(await cards()).toEqual([])
    expect(await desk.store.db.selectFrom('trash').selectAll().execute()).toHaveLength(1)
  })
})

describe('a create whose reply was lost', () => {
  it('goes when the feed reported its deletion before its outcome was known', async () => {
    service.capabilities.add('idempotency')
    await desk.add({ start: 100 })
    await desk.cycle()
    const local = await desk.add({ notes: 'Once' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    const unwell = { is: 'status', status: 503 } as const
    service.failNext('POST', unwell)
    await desk.cycle()
    const [made] = [...service.times.values()].filter(({ notes }) => notes === 'Once')
    service.remove(made!.id)
    service.failNext('POST', unwell)
    await desk.cycle()
    await runs()
    expect(service.made.times).toBe(2)
    expect(await desk.entry(local)).toBeUndefined()
  })
})

describe('a create whose outcome stays unknown', () => {
  it('does not keep later changes of the feed from being applied', async () => {
    service.capabilities.add('idempotency')
    await desk.add({ start: 100 })
    await desk.cycle()
    await desk.add({ notes: 'Once' })
    const unwell = { is: 'status', status: 503 } as const
    service.failNext('POST', unwell)
    await desk.cycle()
    // The service may have created it and may still answer with it, so the change is not skipped.
    service.remove(service.add({ start: 200 }).id)
    for (let start = 300; start < 450; start++) service.add({ start })
    service.failNext('POST', unwell)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(152)
    await desk.cycle()
    expect(service.times.size).toBe(152)
    expect(await desk.entries()).toHaveLength(152)
  })

  it('is asked about with what looks the same there, and no longer keeps that from being pulled', async () => {
    service.capabilities.add('idempotency')
    await desk.add({ start: 100 })
    await desk.cycle()
    const local = await desk.add({ notes: 'Broken', quantity: 4 })
    for (let times = 0; times < 10; times++) service.failNext('POST', { is: 'status', status: 500 })
    await desk.cycle()
    // By hand, where it is deleted.
    const { id } = service.add({ notes: 'Broken', quantity: 2 })
    await runs(200)
    expect(await cards()).toMatchObject([{ kind: 'twin' }])
    clock.jump(1_000)
    await answer('again')
    await runs()
    expect((await desk.entries()).map(({ remote }) => remote)).toContain(id)
    expect(await desk.entry(local)).toMatchObject({ notes: 'Broken', quantity: 4 })
  })
})

describe('many entries deleted there at once', () => {
  async function filled(count: number): Promise<number[]> {
    const ids = Array.from({ length: count }, (_, index) => service.add({ start: index * 5 }).id)
    await desk.cycle()
    return ids
  }

  it('wait for consent, and are deleted with it', async () => {
    await filled(12)
    service.remove(...service.times.keys())
    await desk.cycle()
    await runs()
    expect(await desk.entries()).toHaveLength(12)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '12 entries' }])
    await answer('theirs')
    expect(await runs(5)).toEqual([])
    expect(await desk.entries()).toEqual([])
    expect(await cards()).toEqual([])
  })

  it('are counted across the pages in which the feed reports them', async () => {
    const ids = await filled(150)
    for (const id of ids.slice(0, 145)) service.remove(id)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(150)
    expect(await cards()).toMatchObject([{ kind: 'removals', title: '145 entries' }])
  })

  it('are counted across the passes in which the feed reports them', async () => {
    const ids = await filled(40)
    for (let pass = 0; pass < 8; pass++) {
      for (const id of ids.slice(pass * 4, pass * 4 + 4)) service.remove(id)
      clock.jump(5_000)
      await desk.cycle()
    }
    const [card] = await cards()
    expect(card).toMatchObject({ kind: 'removals' })
    expect(await desk.entries()).toHaveLength(32)
    expect(card!.others).toHaveLength(24)
  })

  it('are deleted without consent where they are few among those around them', async () => {
    const ids = await filled(150)
    for (const id of ids.slice(0, 140).filter((_, index) => index % 14 === 0)) service.remove(id)
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(140)
    expect(await cards()).toEqual([])
  })

  it('are created again where they are wanted here, and wait when that is undone', async () => {
    await filled(12)
    service.remove(...service.times.keys())
    await desk.cycle()
    const change = await answer('again')
    unwrap(await undoChange(desk.context, change))
    await runs()
    expect(service.times.size).toBe(0)
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
    await answer('again')
    await desk.cycle({ wait: true })
    expect(service.times.size).toBe(12)
    await runs()
    expect(await desk.entries()).toHaveLength(12)
  })

  it('are no longer asked about when the feed shows them again', async () => {
    const ids = await filled(12)
    service.remove(...ids)
    await desk.cycle()
    service.restore(...ids)
    await desk.cycle()
    expect(await cards()).toEqual([])
    expect(await desk.entries()).toHaveLength(12)
    expect((await desk.entries()).every(({ state }) => state === 'synced')).toBe(true)
  })

  it('do not keep one that is edited here from getting a card of its own', async () => {
    await filled(12)
    service.remove(...service.times.keys())
    await desk.cycle()
    const { local } = (await desk.entries())[0]!
    await desk.edit(local, { notes: 'Mine' })
    await desk.cycle()
    const kinds = (await cards()).map(({ kind, title }) => `${kind} ${title}`)
    expect(kinds).toEqual(['removals 11 entries', 'gone “Mine”'])
    await answer('theirs')
    await runs()
    expect(await desk.entries()).toMatchObject([{ local, notes: 'Mine' }])
    await desk.undo()
    await desk.undo()
  })

  it('are deleted after a first copy from the feed with consent alone', async () => {
    service.capabilities.delete('changes')
    await filled(12)
    service.remove(...service.times.keys())
    service.add({ notes: 'Kept', date: '2026-11-18' })
    service.capabilities.add('changes')
    clock.jump(2 * 3_600_000)
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
    await answer('theirs')
    await runs()
    expect(await desk.entries()).toMatchObject([{ notes: 'Kept' }])
  })
})
