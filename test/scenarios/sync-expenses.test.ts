import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { expensesOf } from '../support/sync/desk-records.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { testService, type TestService } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk
let mine: ReturnType<typeof expensesOf>

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
  mine = expensesOf(desk)
})

afterEach(() => desk.close())

const there = () => [...service.expenses.values()]
const writes = () => service.requests.filter((line) => !line.startsWith('GET'))

describe('a whole sync', () => {
  it('sends one-off and predefined expenses as the specification requires, and receives others', async () => {
    const lunch = await mine.add({
      name: 'Lunch',
      unit_charge: 1200,
      total_cost: 900,
      tax: 'includes',
      tax_rate: '7.7',
      currency: 'EUR',
      notes: 'With Ada',
    })
    const train = await mine.add({ charge: desk.charge, quantity: 2, chargeable: false })
    const other = service.addExpense({ name: 'Taxi' })
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 2, pending: 0 } })
    expect(there().find((one) => one.name === 'Lunch')).toMatchObject({
      charge_id: null,
      quantity: 1,
      total_cost: 900,
      tax: 'includes',
      tax_rate: 7.7,
      currency: 'EUR',
      notes: 'With Ada',
    })
    expect(there().find((one) => one.charge_id === 1)).toMatchObject({
      quantity: 2,
      chargeable: false,
      total_cost: 0,
    })
    // The charge decides the price.
    expect(await mine.one(train)).toMatchObject({
      name: 'Mileage',
      unit_charge: 45,
      total_charge: 90,
      state: 'synced',
    })
    expect(await mine.one(lunch)).toMatchObject({ state: 'synced', provisional: false })
    expect((await mine.all()).find((row) => row.remote === other.id)).toMatchObject({
      name: 'Taxi',
      state: 'synced',
    })
  })

  it('is quiet in the steady state: one page of expenses a reading', async () => {
    await mine.add()
    await desk.cycle()
    await desk.cycle()
    service.requests.length = 0
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 0, pulled: 0 } })
    expect(writes()).toEqual([])
  })

  it('sends a changed group and nothing else', async () => {
    const local = await mine.add({ notes: 'First' })
    await desk.cycle()
    const bodies: string[] = []
    const http = service.http
    service.http = (request) => {
      if (request.method === 'PUT') bodies.push(request.body!)
      return http(request)
    }
    await desk.restart()
    await mine.edit(local, { quantity: 3 })
    await desk.cycle()
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([{ quantity: 3 }])
    await mine.edit(local, { notes: null })
    await desk.cycle()
    expect(there()).toMatchObject([{ quantity: 3, notes: null }])
  })

  it('makes a predefined expense one-off, and the other way round', async () => {
    const local = await mine.add({ charge: desk.charge, quantity: 1 })
    await desk.cycle()
    await mine.edit(local, { charge: null, name: 'Train, first class', unit_charge: 4000 })
    await desk.cycle()
    expect(there()).toMatchObject([
      { charge_id: null, name: 'Train, first class', unit_charge: 4000 },
    ])
    await mine.edit(local, { charge: desk.charge })
    await desk.cycle()
    expect(there()).toMatchObject([{ charge_id: 1, name: 'Mileage', unit_charge: 45 }])
    expect(await mine.one(local)).toMatchObject({ name: 'Mileage', state: 'synced' })
  })

  it('applies a deletion there, with the row in the trash', async () => {
    const local = await mine.add()
    await desk.cycle()
    service.remove(...service.expenses.keys())
    await desk.cycle()
    expect(await mine.one(local)).toBeUndefined()
    const trash = await desk.store.db.selectFrom('trash').selectAll().execute()
    expect(trash).toMatchObject([{ resource: 'expense', local_id: local, actor: 'sync' }])
  })

  it('does not send a deletion in its grace period, except on request', async () => {
    const local = await mine.add()
    await desk.cycle()
    desk.sync.start()
    await mine.remove(local)
    await clock.advance(5_000)
    expect(writes()).not.toContainEqual(expect.stringContaining('DELETE'))
    await clock.advance(10_000)
    expect(service.expenses.size).toBe(0)
  })
})

describe('a lost reply', () => {
  it('makes no duplicate, and adopts what was carried out', async () => {
    await mine.add({ name: 'Before' })
    await desk.cycle()
    const local = await mine.add({ name: 'Once' })
    service.failNext('POST /expenses', { is: 'drop-response' })
    await desk.cycle()
    expect((await mine.all()).filter((row) => row.name === 'Once')).toHaveLength(1)
    expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { pending: 0 } })
    expect(service.made.expenses).toBe(2)
    expect(await mine.one(local)).toMatchObject({ state: 'synced' })
    expect(await desk.inbox()).toEqual([])
  })

  it('sends again what never arrived, and reports a duplicate that comes late', async () => {
    await mine.add({ name: 'Before' })
    await desk.cycle()
    const local = await mine.add({ name: 'Late' })
    // Carried out long after any quarantine.
    service.failNext('POST /expenses', { is: 'late', milliseconds: 300_000 })
    await desk.cycle()
    await desk.cycle({ wait: true })
    expect(await mine.one(local)).toMatchObject({ state: 'synced' })
    await clock.advance(300_000)
    expect(service.made.expenses).toBe(3)
    await desk.cycle()
    const { remote } = (await mine.one(local))!
    const twin = there().find((one) => one.name === 'Late' && one.id !== remote)!
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', local, detail: { adopted: remote, others: [twin.id], late: true } },
    ])
    expect((await mine.all()).filter((row) => row.name === 'Late')).toHaveLength(2)
  })

  it('waits for a list that shows everything before it adopts a record', async () => {
    await mine.add({ name: 'Before' })
    await desk.cycle()
    const local = await mine.add({ name: 'Twice' })
    service.failNext('POST /expenses', { is: 'drop-response' })
    await desk.cycle()
    const first = there().find((one) => one.name === 'Twice')!
    const second = service.addExpense({ ...first, id: undefined })
    service.distort = (body) => ({
      ...body,
      data: (body.data as { id: number }[]).filter(({ id }) => id !== second.id),
    })
    await desk.cycle({ wait: true })
    expect(await mine.one(local)).toMatchObject({ remote: null, state: 'sending' })
    service.distort = null
    await desk.cycle({ wait: true })
    expect(await mine.one(local)).toMatchObject({ remote: first.id, state: 'synced' })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', local, detail: { adopted: first.id, others: [second.id] } },
    ])
  })

  it('adopts what it finds in a list that never shows everything, and says so', async () => {
    await mine.add({ name: 'Before' })
    await desk.cycle()
    const local = await mine.add({ name: 'Once' })
    service.failNext('POST /expenses', { is: 'drop-response' })
    await desk.cycle()
    service.distort = (body) => ({ ...body, total: Number(body.total) + 1 })
    await desk.cycle({ wait: true })
    await desk.cycle({ wait: true })
    const { id } = there().find((one) => one.name === 'Once')!
    expect(service.made.expenses).toBe(2)
    expect(await mine.one(local)).toMatchObject({ remote: id, state: 'synced' })
    expect(await desk.inbox()).toMatchObject([
      { kind: 'twin', local, detail: { adopted: id, others: [] } },
    ])
  })

  it('asks instead of sending again when it was changed there before the probe', async () => {
    await mine.add({ name: 'Before' })
    await desk.cycle()
    const local = await mine.add({ name: 'Mine' })
    service.failNext('POST /expenses', { is: 'drop-response' })
    await desk.cycle()
    service.change(there().find((one) => one.name === 'Mine')!.id, { quantity: 7 })
    await desk.cycle({ wait: true })
    expect(service.made.expenses).toBe(2)
    expect(await desk.inbox()).toMatchObject([{ kind: 'twin', local, detail: { adopted: null } }])
  })
})

describe('both sides', () => {
  it('merges groups, and asks about the one that both changed', async () => {
    const local = await mine.add({ name: 'Base', notes: 'Base' })
    await desk.cycle()
    const { id } = there()[0]!
    await mine.edit(local, { notes: 'Mine', quantity: 2 })
    clock.jump(1000)
    service.change(id, { notes: 'Theirs', date: '2026-11-18' })
    await desk.cycle()
    expect(await mine.one(local)).toMatchObject({
      notes: 'Mine',
      quantity: 2,
      date: '2026-11-18',
      state: 'conflict',
    })
    expect(there()).toMatchObject([{ notes: 'Theirs', quantity: 2, date: '2026-11-18' }])
    expect(await desk.inbox()).toMatchObject([
      { kind: 'conflict', detail: { groups: [{ group: 'notes', theirs: { notes: 'Theirs' } }] } },
    ])
  })

  it.each([
    { here: { unit_charge: 12_000 }, there: { quantity: 300 } },
    { here: { quantity: 300 }, there: { unit_charge: 12_000 } },
    { here: { charge: 'predefined' }, there: { quantity: 300 } },
    { here: { quantity: 300 }, there: { chargeable: false } },
    {
      here: { total_cost: 2000, tax: 'none', tax_rate: '0', currency: 'EUR' },
      there: { quantity: 7 },
    },
  ] as const)(
    'asks before a total results that neither side saw: $here, $there',
    async (changes) => {
      const { charge, ...rest } = changes.here as { charge?: string; quantity?: number }
      const here = { ...rest, ...(charge ? { charge: desk.charge } : {}) }
      const local = await mine.add({ unit_charge: 1000, quantity: 1 })
      await desk.cycle()
      const { id } = there()[0]!
      await mine.edit(local, here)
      const edited = await mine.one(local)
      clock.jump(1000)
      service.change(id, changes.there)
      await desk.cycle()
      const sums = (row: typeof edited) => [row?.total_charge, row?.total_cost, row?.quantity]
      expect(await mine.one(local)).toMatchObject({ state: 'conflict' })
      expect(sums(await mine.one(local))).toEqual(sums(edited))
      expect(there()).toMatchObject([changes.there])
      const [card, ...others] = await readInboxCards(desk.store.db)
      expect(others).toEqual([])
      const asked = card!.fields.filter(({ field }) => field in { ...rest, ...changes.there })
      expect(new Set(asked.map(({ group }) => group)).size).toBe(1)
      if ('unit_charge' in rest) {
        expect(asked[0]).toMatchObject({ field: 'unit_charge', mine: { currency: 'EUR' } })
      }
      expect(await resolveCard(desk.context, card!.card, 'theirs')).toMatchObject({ ok: true })
      await desk.cycle()
      expect(await mine.one(local)).toMatchObject({
        ...changes.there,
        ...('chargeable' in changes.there ? { chargeable: 0 } : {}),
        state: 'synced',
      })
      expect(there()).toMatchObject([changes.there])
    },
  )

  it('parks what is refused with the message of the service', async () => {
    service.validate = (body) => (body.name === 'Bad' ? { name: ['is not welcome'] } : null)
    const bad = await mine.add({ name: 'Bad' })
    const good = await mine.add({ name: 'Good' })
    await desk.cycle()
    expect(await mine.one(bad)).toMatchObject({ state: 'refused', refusal: 'is not welcome' })
    expect(await mine.one(good)).toMatchObject({ state: 'synced' })
  })
})

describe('receiving', () => {
  it('reads no further than the changes since the last reading', async () => {
    for (let one = 0; one < 250; one++) service.addExpense({ name: `Old ${one}` })
    await desk.cycle()
    clock.jump(3_600_000)
    service.addExpense({ name: 'New' })
    desk.sync.start()
    await clock.advance(1_000)
    service.requests.length = 0
    await clock.advance(600_000)
    const lists = service.requests.filter((line) => line.startsWith('GET /expenses'))
    expect(lists.every((line) => line.includes('page=1'))).toBe(true)
    expect(await mine.all()).toHaveLength(251)
  })

  it('detects by counting what was deleted long ago', async () => {
    const dates = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day * 5)))
    for (const date of dates) {
      for (let one = 0; one < 8; one++) {
        service.addExpense({ date: date.toISOString().slice(0, 10), name: `Expense ${one}` })
      }
    }
    await desk.cycle()
    expect(await mine.all()).toHaveLength(480)
    const [old] = there().filter((one) => one.date === '2026-01-06')
    service.remove(old!.id)
    service.requests.length = 0
    await desk.cycle()
    expect(await mine.all()).toHaveLength(479)
    const shown = service.requests.filter((line) => line.startsWith('GET /expenses/'))
    expect(shown).toEqual([`GET /expenses/${old!.id}`])
  })

  it('keeps its position when a page was missing a row', async () => {
    service.addExpense({ name: 'One' })
    service.addExpense({ name: 'Two' })
    service.distort = (body) => ({ ...body, data: (body.data as unknown[]).slice(1) })
    await desk.cycle()
    expect(await mine.all()).toHaveLength(1)
    service.distort = null
    await desk.cycle()
    expect(await mine.all()).toHaveLength(2)
  })

  it('continues with everything else where there are no expenses', async () => {
    service.failNext(/GET .expenses/, { is: 'status', status: 404 })
    const local = await desk.add()
    expect(await desk.cycle()).toMatchObject({ ok: true })
    expect(await desk.entry(local)).toMatchObject({ state: 'synced' })
  })
})
