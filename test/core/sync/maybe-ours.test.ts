/** A record that may be the one that was sent: nothing is sent again before the person answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import type { ExpenseInput } from '#core/actions/expenses.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { expensesOf } from '../../support/sync/desk-records.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
  // So that the service's clock is known.
  await desk.add({ start: 60, notes: 'Before' })
  await desk.cycle()
})

afterEach(() => desk.close())

const cards = () => readInboxCards(desk.store.db)
const posts = () => service.requests.filter((line) => line.startsWith('POST')).length

async function answer(take: CardAnswer): Promise<void> {
  const [card, ...others] = await cards()
  expect(others).toEqual([])
  clock.jump(1_000)
  expect(await resolveCard(desk.context, card!.card, take)).toMatchObject({ ok: true })
}

/** Its reply was lost, and it was changed there before a process here looked. */
async function maybeOurs(meanwhile: (local: number) => Promise<void> = async () => {}) {
  const local = await desk.add({ notes: 'Mine', quantity: 4 })
  service.failNext('POST', { is: 'drop-response' })
  await desk.cycle()
  const [made] = [...service.times.values()].filter(({ notes }) => notes === 'Mine')
  service.change(made!.id, { quantity: 9 })
  await meanwhile(local)
  await desk.cycle({ wait: true })
  service.requests.length = 0
  return { local, remote: made!.id }
}

describe('a record that may be on the service', () => {
  it('is asked about together with the one actually created, when that appears late', async () => {
    await desk.add({ notes: 'Mine', quantity: 4 })
    service.failNext('POST', { is: 'late', milliseconds: 200_000 })
    await desk.cycle()
    const alike = service.add({ notes: 'Mine', quantity: 9 })
    await desk.cycle({ wait: true })
    expect((await desk.inbox())[0]!.detail).toMatchObject({ others: [alike.id] })
    await clock.advance(200_000)
    await desk.cycle({ wait: true })
    const late = [...service.times.values()].find(
      ({ notes, quantity }) => notes === 'Mine' && quantity === 4,
    )!
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', detail: { adopted: null, others: [alike.id, late.id] } },
    ])
    await answer('theirs')
    await desk.cycle({ wait: true })
    expect(posts()).toBe(2)
  })

  it('is asked about where an equal one appears late, which is the better match', async () => {
    await desk.add({ notes: 'Mine', quantity: 4 })
    service.failNext('POST', { is: 'late', milliseconds: 200_000 })
    await desk.cycle({ wait: true })
    expect(service.made.times).toBe(2)
    await desk.add({ notes: 'Mine', quantity: 4 })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    const second = [...service.times.keys()].at(-1)!
    service.change(second, { quantity: 9 })
    await clock.advance(200_000)
    await desk.cycle({ wait: true })
    const late = [...service.times.keys()].at(-1)!
    expect(late).not.toBe(second)
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', detail: { adopted: late, others: [second] } },
    ])
    await answer('drop')
    await desk.cycle({ wait: true })
    expect([...service.times.values()].filter(({ notes }) => notes === 'Mine')).toHaveLength(2)
  })

  it('is asked about when it comes late after it was sent again and deleted', async () => {
    const local = await desk.add({ notes: 'Mine', quantity: 4 })
    service.failNext('POST', { is: 'late', milliseconds: 200_000 })
    await desk.cycle({ wait: true })
    await desk.remove(local)
    await desk.cycle({ wait: true })
    expect(service.made.times).toBe(2)
    expect([...service.times.values()].map(({ notes }) => notes)).toEqual(['Before'])
    await clock.advance(200_000)
    await desk.cycle({ wait: true })
    const [, late] = [...service.times.values()]
    expect(await cards()).toMatchObject([{ note: 'deleted-here', others: [{ id: late!.id }] }])
    // Restoring it creates no second one.
    await desk.undo()
    await desk.cycle({ wait: true })
    expect(service.times.size).toBe(2)
    expect(await desk.entry(local)).toMatchObject({ state: 'conflict' })
    await answer('theirs')
    await desk.cycle({ wait: true })
    expect(service.times.size).toBe(2)
    expect(await desk.entries()).toHaveLength(2)
  })

  it('is another one once the service has the one from before a deletion again', async () => {
    const local = await desk.add({ notes: 'Mine', quantity: 4 })
    await desk.cycle({ wait: true })
    const first = [...service.times.keys()].at(-1)!
    clock.jump(60_000)
    await desk.remove(local)
    await desk.cycle({ wait: true })
    await desk.undo()
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    service.failNext('POST', { is: 'status', status: 422 })
    await desk.cycle({ wait: true })
    const other = service.add({ notes: 'Mine', quantity: 4 })
    clock.jump(600_000)
    await desk.cycle({ wait: true })
    expect((await desk.inbox()).map(({ kind }) => kind).toSorted()).toEqual(['refused', 'twin'])
    service.restore(first)
    await desk.cycle({ wait: true })
    expect(await desk.entry(local)).toMatchObject({ remote: first, state: 'synced' })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', detail: { adopted: first, others: [other.id] } },
    ])
    await answer('drop')
    await desk.cycle({ wait: true })
    expect([...service.times.keys()].at(-1)).toBe(first)
    expect(await desk.entries()).toHaveLength(2)
  })

  it('is another one once the service has again what was deleted here', async () => {
    const local = await desk.add({ notes: 'Mine', quantity: 4 })
    service.failNext('POST', { is: 'late', milliseconds: 200_000 })
    await desk.cycle({ wait: true })
    const second = [...service.times.keys()].at(-1)!
    await desk.remove(local)
    await clock.advance(200_000)
    await desk.cycle({ wait: true })
    const late = [...service.times.keys()].at(-1)!
    clock.jump(600_000)
    service.restore(second)
    await desk.cycle({ wait: true })
    expect(await desk.entry(local)).toMatchObject({ remote: second })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', detail: { adopted: second, others: [late] } },
      { kind: 'conflict', detail: { deletedHere: true } },
    ])
  })

  it('is not sent again when its deletion is undone', async () => {
    const { local } = await maybeOurs()
    expect(await cards()).toMatchObject([{ kind: 'twin', takes: ['again', 'theirs', 'drop'] }])
    await desk.remove(local)
    await desk.cycle({ wait: true })
    await desk.undo()
    await desk.cycle({ wait: true })
    expect(posts()).toBe(0)
    expect(await desk.entry(local)).toMatchObject({ state: 'conflict' })
    expect(await cards()).toMatchObject([{ kind: 'twin', takes: ['again', 'theirs', 'drop'] }])
    await answer('again')
    await desk.cycle({ wait: true })
    expect(posts()).toBe(1)
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })

  it('is not sent again when it was deleted before a process looked, and that is undone', async () => {
    const { local } = await maybeOurs((local) => desk.remove(local))
    expect(await cards()).toMatchObject([{ kind: 'twin', local, note: 'deleted-here' }])
    await desk.undo()
    await desk.cycle({ wait: true })
    expect(posts()).toBe(0)
    expect(await desk.entry(local)).toMatchObject({ state: 'conflict' })
    await answer('theirs')
    await desk.cycle({ wait: true })
    expect(posts()).toBe(0)
    expect(await desk.entry(local)).toBeUndefined()
  })

  it('once deleted here, is deleted there too when the person answers so', async () => {
    const { remote } = await maybeOurs((local) => desk.remove(local))
    await desk.cycle()
    expect(await cards()).toMatchObject([{ takes: ['theirs', 'mine'], others: [{ id: remote }] }])
    await answer('mine')
    await desk.cycle({ wait: true })
    expect(service.times.has(remote)).toBe(false)
    expect(await cards()).toEqual([])
  })

  it('once deleted here, stays there when the person answers so', async () => {
    const { local, remote } = await maybeOurs()
    await desk.remove(local)
    await desk.cycle({ wait: true })
    await answer('theirs')
    await desk.cycle({ wait: true })
    expect(service.times.has(remote)).toBe(true)
    expect((await desk.entries()).map((entry) => entry.remote)).toContain(remote)
    expect(await cards()).toEqual([])
  })

  it('is no longer asked about when it was deleted on both sides', async () => {
    const { local, remote } = await maybeOurs()
    await desk.remove(local)
    await desk.cycle({ wait: true })
    const [extra] = (await desk.entries()).filter((entry) => entry.remote === remote)
    await desk.remove(extra!.local)
    await desk.cycle({ wait: true })
    expect(service.times.has(remote)).toBe(false)
    expect(await cards()).toEqual([])
  })
})

describe('a similar record that a colleague adds on the same day', () => {
  const expenses = () => expensesOf(desk)

  /** An expense that the service did not get the first time, sent twice and watched since. */
  async function sentTwice(input: Partial<ExpenseInput>): Promise<void> {
    await expenses().add(input)
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle()
    await desk.cycle({ wait: true })
    expect(service.made.expenses).toBe(1)
  }

  it('is no duplicate when it is the same charge with another text', async () => {
    await sentTwice({ charge: desk.charge, quantity: 1, notes: 'Ada, day 1' })
    clock.jump(600_000)
    service.addExpense({ charge_id: 1, name: 'Charge 1', quantity: 1, notes: 'Ben, day 1' })
    await desk.cycle()
    expect(await cards()).toEqual([])
    expect(await expenses().all()).toHaveLength(2)
  })

  it('is no duplicate when it is another thing of the same price', async () => {
    await sentTwice({ name: 'Taxi', unit_charge: 2_500, quantity: 1 })
    service.addExpense({ name: 'Lunch', unit_charge: 2_500, quantity: 1 })
    await desk.cycle()
    expect(await cards()).toEqual([])
  })

  it('may be a duplicate when the service rewrote the same text', async () => {
    await sentTwice({ name: 'Taxi & tip', unit_charge: 2_500, quantity: 1 })
    clock.jump(600_000)
    service.addExpense({ name: 'TAXI &amp; TIP', unit_charge: 2_500, quantity: 1 })
    await desk.cycle()
    expect(await cards()).toMatchObject([{ kind: 'twin', note: 'late' }])
  })

  it('does not keep a lost create waiting when it was made at another time', async () => {
    service.addExpense({ name: 'Taxi', unit_charge: 2_500, quantity: 1, notes: 'Ben' })
    clock.jump(600_000)
    await expenses().add({ name: 'Taxi', unit_charge: 2_500, quantity: 1, notes: 'Ada' })
    service.failNext('POST', { is: 'drop-request' })
    await desk.cycle({ wait: true })
    expect(await cards()).toEqual([])
    expect(service.made.expenses).toBe(1)
  })

  describe('where nothing is known of the clock of the service', () => {
    beforeEach(async () => {
      await desk.close()
      service = testService(clock)
      desk = await openDesk(service, clock)
    })

    it('is asked about, and nothing is sent again', async () => {
      await maybeOurs()
      expect(posts()).toBe(0)
      expect(await cards()).toMatchObject([{ kind: 'twin' }])
    })
  })
})

describe('a create from a copied folder whose reply the original had lost, and that was edited before', () => {
  /**
   * Two machines use copies of one folder: the original has found the record, and sent the edit.
   */
  async function copiedAfter(change: { quantity: number; date?: string }) {
    const local = await desk.add({ notes: 'Mine', quantity: 4 })
    service.failNext('POST', { is: 'drop-response' })
    await desk.cycle()
    await desk.edit(local, change)
    const copied_at = clock.now()
    await desk.store.db
      .updateTable('sync_record')
      .set({ copied_at })
      .where('local_id', '=', local)
      .execute()
    const [made] = [...service.times.values()].filter(({ notes }) => notes === 'Mine')
    service.change(made!.id, change)
    service.requests.length = 0
    await desk.cycle({ wait: true })
    return desk.entry(local)
  }

  it('is found on the day to which it was moved', async () => {
    const entry = await copiedAfter({ quantity: 9, date: '2026-11-12' })
    expect(posts()).toBe(0)
    expect(entry).toMatchObject({ state: 'synced', quantity: 9, date: '2026-11-12' })
  })

  it('is found where nothing is known of the clock of the service', async () => {
    await desk.close()
    service = testService(clock)
    desk = await openDesk(service, clock)
    const entry = await copiedAfter({ quantity: 9 })
    expect(posts()).toBe(0)
    expect(entry).toMatchObject({ quantity: 9 })
  })
})
