/** Values that are well-formed but impossible: each costs its own record, and nothing else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { expensesOf } from '../../support/sync/desk-records.ts'
import { distorting, type Wire } from '../../support/sync/distorting.ts'
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

const most = Number.MAX_SAFE_INTEGER

/**
 * Makes the service answer the first record of a list with this change, and the others as they are.
 */
const inFirst = (place: string, change: (record: Wire) => Wire) =>
  distorting({ service, desk }, place, (body) => {
    const page = JSON.parse(body) as { data: Wire[] }
    const data = page.data.map((record) =>
      (record['notes'] as string | null) === 'absurd' ? change(record) : record,
    )
    return JSON.stringify({ ...page, data })
  })

const project = (record: Wire) => record['project'] as Wire

describe('an entry', () => {
  it.each<[string, (record: Wire) => Wire]>([
    ['of more minutes than a number holds', () => ({ quantity: most, increment: most })],
    ['of more minutes than there have been', () => ({ quantity: 3e9, increment: 3e9 })],
    ['of many increments', () => ({ quantity: 10_000_001, increment: 1 })],
    ['of fewer than none', () => ({ quantity: -1 })],
    ['whose increment takes no time', () => ({ increment: 0 })],
    ['that begins on another day', () => ({ start: 1440 })],
    ['that begins before its day', () => ({ start: -1 })],
    ['that is dearer than a number holds', () => ({ rate: most, quantity: 100, increment: 60 })],
    ['with a rate of the largest number', () => ({ rate: most })],
    ['with a rate below the smallest', () => ({ rate: -most })],
    ['with notes of a megabyte', () => ({ notes: 'n'.repeat(1024 ** 2) })],
    [
      'of a project whose increment is absurd',
      (r) => ({ project: { ...project(r), increment: most } }),
    ],
    ['of a project whose rate is absurd', (r) => ({ project: { ...project(r), rate: most } })],
    [
      'of a project with a long name',
      (r) => ({ project: { ...project(r), name: 'n'.repeat(1e6) } }),
    ],
  ])('%s becomes a card, and the others are pulled', async (_, absurd) => {
    service.add({ notes: 'before', start: 1 })
    service.add({ notes: 'absurd', start: 2 })
    service.add({ notes: 'after', start: 3 })
    await inFirst('GET /times', (record) => ({ ...record, ...absurd(record) }))
    expect(await desk.cycle()).toMatchObject({ ok: true })
    const notes = (await desk.entries()).map((entry) => entry.notes)
    expect(notes.toSorted()).toEqual(['after', 'before'])
    const cards = await readInboxCards(desk.store.db)
    expect(cards).toMatchObject([{ kind: 'bad-record' }])
    expect(cards[0]!.raw!.length).toBeLessThanOrEqual(10_000)
    service.add({ notes: 'later', start: 4 })
    expect(await desk.cycle()).toMatchObject({ ok: true })
    expect(await desk.entries()).toHaveLength(3)
  })

  it('at the end of every range is pulled', async () => {
    service.add({ notes: 'absurd' })
    const values = { start: 1439, quantity: 10_000, increment: 1_000, rate: 900_000_000 }
    await inFirst('GET /times', (record) => ({ ...record, ...values, total: 10_000_000 }))
    expect(await desk.cycle()).toMatchObject({ ok: true })
    expect(await readInboxCards(desk.store.db)).toEqual([])
    expect(await desk.entries()).toMatchObject([{ start: 1439, quantity: 10_000 }])
  })
})

describe('an expense', () => {
  const largest = 10 ** 12
  const values = { unit_charge: 1, original_unit_charge: 1, quantity: 1 }

  it.each<[string, Wire]>([
    ['with a cost beyond the largest amount', { total_cost: largest + 1 }],
    ['with a refund beyond it', { unit_charge: -largest - 1 }],
    ['with a total beyond it', { total_charge: largest + 1 }],
    ['whose price is beyond it in its own currency', { original_unit_charge: most }],
    ['whose total would be computed beyond it', { ...values, quantity: largest + 1 }],
    ['of a charge beyond it', { charge: { id: 7, name: 'Gold', charge: largest + 1 } }],
    ['of a project whose budget is beyond it', { project: { id: 1, budget: largest + 1 } }],
  ])('%s becomes a card, and the others are pulled', async (_, absurd) => {
    const expense = { project_id: 1, date: '2026-11-19', unit_charge: 100 }
    for (const name of ['Train', 'Gold']) {
      service.addExpense({ ...expense, name, notes: name === 'Gold' ? 'absurd' : null })
    }
    await inFirst('GET /expenses', (record) => ({ ...record, ...absurd }))
    expect(await desk.cycle()).toMatchObject({ ok: true })
    expect((await expensesOf(desk).all()).map(({ name }) => name)).toEqual(['Train'])
    expect(await readInboxCards(desk.store.db)).toMatchObject([{ kind: 'bad-record' }])
  })

  it('of the largest amounts is pulled', async () => {
    const expense = { project_id: 1, date: '2026-11-19', name: 'Gold', notes: 'absurd' }
    service.addExpense({ ...expense, unit_charge: 100 })
    await inFirst('GET /expenses', (record) => ({
      ...{ ...record, ...values, unit_charge: largest, original_unit_charge: largest },
      ...{ total_charge: largest, original_total_charge: largest, total_cost: -largest },
    }))
    expect(await desk.cycle()).toMatchObject({ ok: true })
    expect(await readInboxCards(desk.store.db)).toEqual([])
    expect(await expensesOf(desk).all()).toMatchObject([{ unit_charge: largest }])
  })
})

describe('a list', () => {
  it('that claims to be longer than any is read as far as it goes, and no further', async () => {
    const expense = { project_id: 1, date: '2026-11-19', unit_charge: 100 }
    for (const name of ['Train', 'Lunch']) service.addExpense({ ...expense, name })
    await desk.cycle()
    let asked = 0
    const stop = await distorting({ service, desk }, 'GET /expenses', (body) => {
      asked += 1
      // Throws, so that a program that asks on for ever fails and does not hang.
      if (asked > 500) throw new Error('Asked without end')
      return JSON.stringify({ ...(JSON.parse(body) as Wire), last_page: 1e9 })
    })
    for (let turn = 0; turn < 30; turn++) {
      asked = 0
      await desk.cycle()
      expect(asked).toBeLessThan(20)
      clock.jump(3_600_000)
    }
    stop()
    service.addExpense({ ...expense, name: 'Hotel' })
    clock.jump(24 * 3_600_000)
    await desk.cycle()
    const names = (await expensesOf(desk).all()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Hotel', 'Lunch', 'Train'])
  })
})

describe('a feed', () => {
  it('whose cursor is cut in the middle of a character is read again from the last valid cursor', async () => {
    service.capabilities = new Set(['changes', 'user'])
    service.add({ notes: 'before', start: 1 })
    await desk.cycle()
    const stop = await distorting({ service, desk }, 'GET /changes', (body) =>
      JSON.stringify({ ...(JSON.parse(body) as Wire), cursor: '\ud800' }),
    )
    service.add({ notes: 'meanwhile', start: 2 })
    for (let turn = 0; turn < 3; turn++) {
      await desk.cycle()
      clock.jump(120_000)
    }
    stop()
    service.add({ notes: 'after', start: 3 })
    clock.jump(120_000)
    await desk.cycle()
    const notes = (await desk.entries()).map((entry) => entry.notes)
    expect(notes.toSorted()).toEqual(['after', 'before', 'meanwhile'])
  })
})
