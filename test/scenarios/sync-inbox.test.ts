import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
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

const times = () => [...service.times.values()]
const cards = () => readInboxCards(desk.store.db)

/** Answers the only open card. */
async function answer(take: CardAnswer): Promise<void> {
  const [card, ...others] = await cards()
  expect(others).toEqual([])
  clock.jump(1_000)
  expect(await resolveCard(desk.context, card!.card, take)).toMatchObject({ ok: true })
}

async function refused(): Promise<number> {
  service.validate = (body) => (body.notes === 'Bad' ? { notes: ['are not welcome'] } : null)
  const local = await desk.add({ notes: 'Bad' })
  await desk.cycle()
  return local
}

describe('a refused entry', () => {
  it('shows the message of the service on its field', async () => {
    const local = await refused()
    expect(await cards()).toMatchObject([
      {
        kind: 'refused',
        local,
        title: '“Bad”',
        takes: ['again', 'drop'],
        fields: [{ field: 'notes', mine: { value: 'Bad' }, words: ['are not welcome'] }],
      },
    ])
  })

  it('is sent again unchanged, and parked again when nothing has changed there', async () => {
    const local = await refused()
    await answer('again')
    expect(await desk.entry(local)).toMatchObject({ state: 'pending' })
    await desk.cycle()
    expect(await cards()).toHaveLength(1)
    service.validate = () => null
    await answer('again')
    await desk.cycle()
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
    expect(await cards()).toEqual([])
  })

  it('is dropped into the trash, and comes back with its question by undo', async () => {
    const local = await refused()
    await answer('drop')
    expect(await desk.entry(local)).toBeUndefined()
    expect(await cards()).toEqual([])
    await desk.undo()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Bad', state: 'refused' })
    expect(await cards()).toMatchObject([{ kind: 'refused', local }])
  })

  it('is reset to what the service has', async () => {
    const local = await desk.add({ notes: 'Good' })
    await desk.cycle()
    service.validate = (body) => (body.notes === 'Bad' ? { notes: ['are not welcome'] } : null)
    await desk.edit(local, { notes: 'Bad' })
    await desk.cycle()
    await answer('theirs')
    expect(await desk.entry(local)).toMatchObject({ notes: 'Good', state: 'synced' })
    await desk.undo()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Bad', state: 'refused' })
    expect(await cards()).toHaveLength(1)
  })

  it('takes no answer that makes no sense, and none twice', async () => {
    await refused()
    const [card] = await cards()
    expect(await resolveCard(desk.context, card!.card, 'mine')).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { take: ['Needs again or drop'] } },
    })
    await answer('again')
    expect(await resolveCard(desk.context, card!.card, 'again')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    expect(await resolveCard(desk.context, 999, 'again')).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})

describe('a conflict', () => {
  async function conflict(): Promise<number> {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine' })
    clock.jump(1_000)
    service.change(times()[0]!.id, { notes: 'Theirs' })
    await desk.cycle()
    return local
  }

  it('shows what each side has, field by field', async () => {
    await conflict()
    expect(await cards()).toMatchObject([
      {
        kind: 'conflict',
        takes: ['mine', 'theirs'],
        fields: [
          {
            field: 'notes',
            base: { value: 'Base' },
            mine: { value: 'Mine' },
            theirs: { value: 'Theirs' },
          },
        ],
      },
    ])
  })

  it('sends the local version', async () => {
    const local = await conflict()
    await answer('mine')
    await desk.cycle()
    expect(times()).toMatchObject([{ notes: 'Mine' }])
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'synced' })
  })

  it('takes the remote version, and asks again after undo', async () => {
    const local = await conflict()
    await answer('theirs')
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', state: 'synced' })
    await desk.undo()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'conflict' })
    await desk.cycle()
    expect(times()).toMatchObject([{ notes: 'Theirs' }])
    expect(await cards()).toHaveLength(1)
    await answer('mine')
    await desk.cycle()
    expect(times()).toMatchObject([{ notes: 'Mine' }])
  })

  it('takes some remote fields and keeps the others, as one change', async () => {
    const local = await desk.add({ notes: 'Base', start: 540, quantity: 2 })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine', quantity: 3, start: 600 })
    clock.jump(1_000)
    service.change(times()[0]!.id, { notes: 'Theirs', quantity: 4 })
    await desk.cycle()
    const [card] = await cards()
    expect(card!.fields.map(({ field, group }) => [field, group])).toEqual([
      ['quantity', 'quantity'],
      ['increment', 'quantity'],
      ['notes', 'notes'],
    ])
    const mixed = await resolveCard(desk.context, card!.card, 'mine', ['notes'])
    expect(mixed).toMatchObject({ ok: true })
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', quantity: 3, start: 600 })
    await desk.undo()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'conflict' })
    await resolveCard(desk.context, card!.card, 'mine', ['notes'])
    await desk.cycle()
    expect(times()).toMatchObject([{ notes: 'Theirs', quantity: 3, start: 600 }])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
    expect(await cards()).toEqual([])
  })

  it('keeps local changes when the remote version of every field in conflict is taken', async () => {
    const local = await desk.add({ notes: 'Base', quantity: 2 })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine', quantity: 3 })
    clock.jump(1_000)
    service.change(times()[0]!.id, { notes: 'Theirs' })
    await desk.cycle()
    const [card] = await cards()
    await resolveCard(desk.context, card!.card, 'mine', ['notes'])
    await desk.cycle()
    expect(times()).toMatchObject([{ notes: 'Theirs', quantity: 3 }])
    expect(await desk.entry(local)).toMatchObject({ notes: 'Theirs', quantity: 3 })
  })

  it('takes no remote field that is not in conflict', async () => {
    await conflict()
    const [card] = await cards()
    const refusal = { ok: false, error: { code: 'validation' } }
    expect(await resolveCard(desk.context, card!.card, 'mine', ['start'])).toMatchObject(refusal)
    expect(await resolveCard(desk.context, card!.card, 'theirs', ['notes'])).toMatchObject(refusal)
    expect(await cards()).toHaveLength(1)
  })

  it('names the records that a field refers to', async () => {
    const mine = categoriesOf(desk)
    const local = await mine.add({ name: 'Base' })
    await desk.cycle()
    await mine.edit(local, { name: 'Mine' })
    clock.jump(1_000)
    service.change([...service.categories.keys()][0]!, { name: 'Theirs' })
    await desk.cycle()
    await answer('theirs')
    expect(await mine.one(local)).toMatchObject({ name: 'Theirs', state: 'synced' })
    await desk.undo()
    await desk.cycle()
    await answer('mine')
    await desk.cycle()
    expect([...service.categories.values()]).toMatchObject([{ name: 'Mine' }])
  })
})

describe('an entry that was deleted there and changed here', () => {
  async function gone(): Promise<number> {
    const local = await desk.add({ notes: 'Base' })
    await desk.cycle()
    await desk.edit(local, { notes: 'Mine' })
    service.remove(...service.times.keys())
    await desk.cycle()
    return local
  }

  it('is created again', async () => {
    const local = await gone()
    expect(await cards()).toMatchObject([
      {
        kind: 'gone',
        fields: [{ field: 'notes', base: { value: 'Base' }, mine: { value: 'Mine' } }],
      },
    ])
    await answer('again')
    await desk.cycle({ wait: true })
    expect(times()).toMatchObject([{ notes: 'Mine' }])
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('is dropped, and asked about again after undo', async () => {
    const local = await gone()
    await answer('drop')
    await desk.cycle()
    expect(await desk.entries()).toEqual([])
    await desk.undo()
    expect(await desk.entry(local)).toMatchObject({ notes: 'Mine', state: 'conflict' })
    expect(await cards()).toMatchObject([{ kind: 'gone', local }])
  })
})

describe('a duplicate', () => {
  it('that may be ours is adopted, or not', async () => {
    await desk.add({ start: 100 })
    await desk.cycle()
    const local = await desk.add({ notes: 'A — B' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    service.change(times().at(-1)!.id, { notes: 'A &mdash; B' })
    await desk.cycle({ wait: true })
    expect(await cards()).toMatchObject([
      { kind: 'twin', local, takes: ['again', 'theirs', 'drop'], others: [{ id: times()[1]!.id }] },
    ])
    await answer('theirs')
    await desk.cycle()
    expect(times()).toHaveLength(2)
    expect((await desk.entries()).map((entry) => entry.state)).toEqual(['synced', 'synced'])
  })

  /** An expense that exists twice on the service, with its card. */
  async function late(): Promise<number> {
    const mine = expensesOf(desk)
    await mine.add({ name: 'Before' })
    await desk.cycle()
    const local = await mine.add({ name: 'Late' })
    service.failNext('POST /expenses', { is: 'late', milliseconds: 300_000 })
    await desk.cycle()
    await desk.cycle({ wait: true })
    await clock.advance(300_000)
    await desk.cycle()
    return local
  }

  it('that may be ours is not sent when it is changed, and its card stays', async () => {
    await desk.add({ start: 100 })
    await desk.cycle()
    const local = await desk.add({ notes: 'A — B' })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    service.change(times().at(-1)!.id, { notes: 'A &mdash; B' })
    await desk.cycle({ wait: true })
    await desk.edit(local, { quantity: 9 })
    await desk.cycle({ wait: true })
    expect(times()).toHaveLength(2)
    expect(await cards()).toMatchObject([{ kind: 'twin', local }])
    await answer('again')
    await desk.cycle({ wait: true })
    expect(times()).toHaveLength(3)
    expect(await desk.entry(local)).toMatchObject({ quantity: 9, state: 'synced' })
  })

  it('keeps its card when the kept record is changed, and when it is deleted', async () => {
    const mine = expensesOf(desk)
    const local = await late()
    await mine.edit(local, { quantity: 3 })
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'twin', local, takes: ['mine', 'drop'] }])
    await mine.remove(local)
    await desk.cycle({ wait: true })
    expect(await mine.one(local)).toBeUndefined()
    expect(service.expenses.size).toBe(2)
    expect(await cards()).toMatchObject([{ kind: 'twin', title: '“Late”' }])
    await answer('drop')
    await desk.cycle({ wait: true })
    expect([...service.expenses.values()]).toMatchObject([{ name: 'Before' }])
    expect(await cards()).toEqual([])
  })

  it('loses its card when the duplicate is deleted', async () => {
    const mine = expensesOf(desk)
    const local = await late()
    const extra = (await mine.all()).find((row) => row.name === 'Late' && row.id !== local)!
    await mine.remove(extra.id)
    await desk.cycle({ wait: true })
    expect(service.expenses.size).toBe(2)
    expect(await cards()).toEqual([])
  })

  it('that came late is deleted on both sides, or kept', async () => {
    const mine = expensesOf(desk)
    const local = await late()
    expect(await cards()).toMatchObject([{ kind: 'twin', note: 'late', takes: ['mine', 'drop'] }])
    await answer('drop')
    await desk.cycle()
    expect(service.expenses.size).toBe(2)
    expect(await mine.all()).toHaveLength(2)
    expect(await mine.one(local)).toMatchObject({ state: 'synced' })
  })
})

describe('many deletions at once', () => {
  async function emptied(): Promise<void> {
    for (let start = 0; start < 12; start++) service.add({ start: start * 60 })
    await desk.cycle()
    service.remove(...service.times.keys())
    await desk.cycle()
  }

  it('are carried out with consent', async () => {
    await emptied()
    expect(await cards()).toMatchObject([
      { kind: 'removals', title: '12 entries', takes: ['theirs', 'again'] },
    ])
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(12)
    await answer('theirs')
    await desk.cycle()
    expect(await desk.entries()).toEqual([])
    expect(await cards()).toEqual([])
    const { n } = await desk.store.db
      .selectFrom('trash')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(12)
  })

  it('are no longer asked about when the entries are back', async () => {
    for (let start = 0; start < 12; start++) service.add({ start: start * 60 })
    await desk.cycle()
    service.distort = (body) => ({ ...body, data: [], total: 0, last_page: 0 })
    await desk.cycle()
    expect(await cards()).toHaveLength(1)
    service.distort = null
    await desk.cycle()
    expect(await cards()).toEqual([])
    expect(await desk.entries()).toHaveLength(12)
  })

  it('are created again when they are wanted here', async () => {
    await emptied()
    await answer('again')
    await desk.cycle({ wait: true })
    expect(service.times.size).toBe(12)
    expect((await desk.entries()).every((entry) => entry.state === 'synced')).toBe(true)
  })

  it('are asked about again when the consent is undone in time', async () => {
    await emptied()
    await answer('again')
    await desk.undo()
    await desk.cycle()
    expect(service.times.size).toBe(0)
    expect(await cards()).toMatchObject([{ kind: 'removals' }])
    expect(await desk.entries()).toHaveLength(12)
  })
})

describe('an increment that was assumed wrongly', () => {
  it('is answered by a change of the quantity, and by no other', async () => {
    service.projects.get(1)!.increment = 6
    const local = await desk.add({ quantity: 4 })
    await desk.cycle()
    await desk.edit(local, { notes: 'Other words' })
    expect(await cards()).toMatchObject([{ kind: 'unit' }])
    await desk.edit(local, { quantity: 7 })
    expect(await cards()).toEqual([])
  })

  it('keeps the minutes that were meant', async () => {
    service.projects.get(1)!.increment = 6
    const local = await desk.add({ quantity: 4 })
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'unit', takes: ['theirs', 'mine'] }])
    await answer('mine')
    await desk.cycle()
    expect(times()).toMatchObject([{ quantity: 10 }])
    expect(await desk.entry(local)).toMatchObject({ quantity: 10, state: 'synced' })
  })
})
