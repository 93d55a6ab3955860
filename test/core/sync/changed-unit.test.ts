/**
 * The unit of a number changes while it waits: an amount was typed in one currency, and its project
 * is in another one by the time it is sent. Only the person decides what becomes of it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { listChanges } from '#core/store/history/change-history.ts'
import { toExpenses } from '#core/handlers/expense-entities.ts'
import { makeReport } from '#core/reports/make-report.ts'
import { listExpenses } from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { findLocalId, linkRemoteId } from '#core/store/sync/sync-records.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap } from '#shared/errors.ts'
import type { CardAnswer } from '#shared/resources/inbox-card.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { chargedCurrency } from '#shared/rules/unit-price.ts'
import { organisation } from '../../support/store.ts'
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
})

afterEach(() => desk.close())

const settles = () => desk.cycle({ wait: true })
const cards = () => readInboxCards(desk.store.db)
const expenses = () => expensesOf(desk)
const hotel = { name: 'Hotel', unit_charge: 10_000 }
const there = (name = 'Hotel') => [...service.expenses.values()].find((one) => one.name === name)
const turn = (currency: string) => void (service.projects.get(1)!.currency = currency)

/** The local id of project 2. */
async function otherProject(): Promise<number> {
  const { db } = desk.store
  const known = await findLocalId(db, 'project', 2)
  if (known !== undefined) return known
  return db.transaction().execute(async (trx) => {
    const id = await insertProject(trx, {
      organisation_id: organisation,
      name: 'Booking app',
      currency: 'EUR',
    })
    await linkRemoteId(trx, 'project', id, 2)
    return id
  })
}

/**
 * A colleague's expense, by which this computer learns the project's currency: after a while,
 * something is read before anything is sent.
 */
async function learn(currency: string) {
  turn(currency)
  service.addExpense({ name: `In ${currency}`, unit_charge: 1 })
  await clock.advance(11 * 60_000)
  await settles()
}
async function answer(take: CardAnswer) {
  const [card] = await cards()
  clock.jump(1_000)
  return unwrap(await resolveCard(desk.context, card!.card, take)).change
}
async function undo(change: number) {
  clock.jump(1_000)
  unwrap(await undoChange(desk.context, change))
}
const lastSummaries = async (limit: number) =>
  (await listChanges(desk.store.db, { limit })).map(({ summary }) => summary)

const all: Capability[] = ['changes', 'idempotency', 'conditional', 'restore', 'user', 'reference']
const profiles: Capability[][] = [[], all]

describe.each(
  profiles.map((can) => [can.length > 0 ? 'everything' : 'nothing more', can] as const),
)('on a service that has %s', (_, can) => {
  beforeEach(async () => {
    for (const capability of can) service.capabilities.add(capability)
    await learn('EUR')
  })

  describe('a new expense', () => {
    it('is asked about in the currency of now when that changes before the answer', async () => {
      await expenses().add(hotel)
      turn('USD')
      await settles()
      expect(await cards()).toMatchObject([{ fields: [{ theirs: { currency: 'USD' } }] }])
      await learn('JPY')
      expect(await cards()).toMatchObject([
        { fields: [{ mine: { currency: 'EUR' }, theirs: { value: 10_000, currency: 'JPY' } }] },
      ])
    })

    it('waits with a card when its project’s currency has changed before it is sent', async () => {
      const local = await expenses().add(hotel)
      await learn('JPY')
      expect(there()).toBeUndefined()
      expect(await cards()).toMatchObject([
        {
          kind: 'unit',
          resource: 'expense',
          local,
          note: 'unsent',
          takes: ['again', 'mine'],
          fields: [
            {
              field: 'unit_charge',
              mine: { value: 10_000, currency: 'EUR' },
              theirs: { value: 10_000, currency: 'JPY' },
            },
          ],
        },
      ])
      expect((await expenses().one(local))!.state).toBe('conflict')
      await settles()
      expect(await cards()).toHaveLength(1)
      expect(there()).toBeUndefined()
    })

    it('is shown and added up in the currency in which it was typed, until the answer', async () => {
      await expenses().add(hotel)
      await learn('JPY')
      const charged = async () => {
        const { data } = await listExpenses(desk.store.db, organisation, { limit: 9 })
        const [shown] = (await toExpenses(desk.store.db, data)).filter(
          ({ name }) => name === 'Hotel',
        )
        const [from, to] = ['2026-11-19', '2026-11-19']
        const whose = { whose: 'everyone', user: undefined } as const
        const days = { by: 'project', from, to, rate: 'hour', ...whose } as const
        // A report pauses between its parts, and this clock stands.
        const clock = { ...desk.context.clock, sleep: () => Promise.resolve() }
        const { total } = await makeReport({ ...desk.context, clock }, days)
        return { list: chargedCurrency(shown!), report: total.chargeable }
      }
      expect(await charged()).toEqual({
        list: 'EUR',
        report: [
          { currency: 'EUR', amount: 10_000 },
          { currency: 'JPY', amount: 2 },
        ],
      })
      await answer('again')
      expect(await charged()).toEqual({
        list: 'JPY',
        report: [{ currency: 'JPY', amount: 10_002 }],
      })
      await settles()
      expect(await charged()).toEqual({
        list: 'JPY',
        report: [{ currency: 'JPY', amount: 10_002 }],
      })
    })

    it('is sent in the new currency after that answer, unless it is undone before', async () => {
      const local = await expenses().add(hotel)
      await learn('JPY')
      const change = await answer('again')
      expect(await lastSummaries(1)).toEqual(['Changed “Hotel” from 100.00 EUR to 10000 JPY'])
      await undo(change)
      expect(await cards()).toHaveLength(1)
      await settles()
      expect(there()).toBeUndefined()
      await answer('again')
      await settles()
      expect(there()).toMatchObject({ unit_charge: 10_000 })
      expect((await expenses().one(local))!.state).toBe('synced')
      expect(await cards()).toEqual([])
    })

    it('stays here as a draft after that answer, and waits again when it is undone', async () => {
      const local = await expenses().add(hotel)
      await learn('JPY')
      const change = await answer('mine')
      expect(await lastSummaries(1)).toEqual(['Kept “Hotel” as a draft with 100.00 EUR'])
      await settles()
      expect(there()).toBeUndefined()
      expect(await expenses().one(local)).toMatchObject({
        ...{ state: 'draft', unit_charge: 10_000, original_currency: 'EUR' },
      })
      await undo(change)
      await settles()
      expect(await cards()).toHaveLength(1)
      expect(there()).toBeUndefined()
    })

    it('is sent once its amount is changed, which is read in the new currency', async () => {
      const local = await expenses().add(hotel)
      await learn('JPY')
      clock.jump(1_000)
      await expenses().edit(local, { unit_charge: 16_000 })
      expect(await cards()).toEqual([])
      await settles()
      expect(there()).toMatchObject({ unit_charge: 16_000 })
      expect(await cards()).toEqual([])
    })

    it('keeps its card when something else is changed', async () => {
      const local = await expenses().add(hotel)
      await learn('JPY')
      const [card] = await cards()
      clock.jump(1_000)
      await expenses().edit(local, { notes: 'Two nights' })
      await settles()
      expect(there()).toBeUndefined()
      expect((await cards()).map((one) => one.card)).toEqual([card!.card])
    })

    it('is sent without an answer when the currency is as before again', async () => {
      await expenses().add(hotel)
      await learn('JPY')
      await learn('EUR')
      await settles()
      expect(there()).toMatchObject({ unit_charge: 10_000 })
      expect(await cards()).toEqual([])
    })

    it('is asked about once more when the currency changes once more', async () => {
      await expenses().add(hotel)
      await learn('JPY')
      await learn('USD')
      expect(await cards()).toMatchObject([
        { fields: [{ mine: { currency: 'EUR' }, theirs: { currency: 'USD' } }] },
      ])
    })

    it('is asked about when it comes back from a time of another currency', async () => {
      const local = await expenses().add(hotel)
      await settles()
      clock.jump(1_000)
      await expenses().remove(local)
      const [removal] = await listChanges(desk.store.db, { limit: 1 })
      await settles()
      await learn('JPY')
      await undo(removal!.id)
      await settles()
      expect(there()).toBeUndefined()
      expect(await cards()).toMatchObject([{ kind: 'unit', note: 'unsent' }])
    })

    it('raises no card where no one typed an amount', async () => {
      await expenses().add({ charge: desk.charge })
      await expenses().add({ name: 'Free', unit_charge: 0 })
      await learn('JPY')
      expect(await cards()).toEqual([])
      expect(there('Free')).toBeDefined()
      expect(there('Mileage')).toBeDefined()
    })

    it('raises the card afterwards when only the reply tells', async () => {
      const local = await expenses().add(hotel)
      service.beforeNext('POST /expenses', () => turn('JPY'))
      await settles()
      expect(there()).toMatchObject({ unit_charge: 10_000 })
      expect(await cards()).toMatchObject([{ kind: 'unit', local, note: null, takes: ['theirs'] }])
      clock.jump(1_000)
      await expenses().edit(local, { notes: 'Two nights' })
      await settles()
      expect(await cards()).toHaveLength(1)
      const change = await answer('theirs')
      expect(await cards()).toEqual([])
      await undo(change)
      expect(await cards()).toHaveLength(1)
      clock.jump(1_000)
      await expenses().edit(local, { unit_charge: 16_000 })
      await settles()
      expect(await cards()).toEqual([])
      expect(there()).toMatchObject({ unit_charge: 16_000 })
    })
  })

  describe('an expense that is moved while it is sent', () => {
    let other: { currency: string | null }
    let local: number
    beforeEach(async () => {
      other = service.projects.get(2)!
      other.currency = 'EUR'
      const project = await otherProject()
      local = await expenses().add(hotel)
      service.beforeNext('POST /expenses', async () => {
        turn('JPY')
        clock.jump(1_000)
        await expenses().edit(local, { project })
      })
    })

    it('keeps its amount in the currency that both projects had', async () => {
      await settles()
      expect(there()).toMatchObject({ project_id: 2, unit_charge: 10_000 })
      expect(await expenses().one(local)).toMatchObject({ original_currency: 'EUR' })
      expect(await cards()).toEqual([])
    })

    it('is asked about when the other project has another currency by now, too', async () => {
      other.currency = 'JPY'
      await settles()
      expect(await cards()).toMatchObject([
        {
          ...{ kind: 'unit', local },
          fields: [{ mine: { currency: 'EUR' }, theirs: { currency: 'JPY' } }],
        },
      ])
    })
  })

  describe('an amount whose card no one has answered', () => {
    let local: number
    let setBack: () => void
    let meanwhile: () => Promise<void>
    beforeEach(async () => {
      setBack = service.backup()
      clock.jump(60_000)
      local = await expenses().add(hotel)
      meanwhile = () => Promise.resolve()
      service.beforeNext('POST /expenses', () => {
        turn('JPY')
        return meanwhile()
      })
    })
    /** Long enough for a deletion to be noticed, and for a create to be searched for. */
    async function settlesForGood() {
      for (let pass = 0; pass < 4; pass++) {
        await clock.advance(11 * 60_000)
        await settles()
      }
    }
    async function sendAgain() {
      const gone = (await cards()).find(({ kind }) => kind === 'gone')!
      clock.jump(1_000)
      unwrap(await resolveCard(desk.context, gone.card, 'again'))
      await settlesForGood()
    }
    async function isAskedAbout(note: 'unsent' | null) {
      expect(await cards()).toMatchObject([
        {
          ...{ kind: 'unit', local, note },
          fields: [{ mine: { currency: 'EUR' }, theirs: { currency: 'JPY' } }],
        },
      ])
      if (note) expect(there()).toBeUndefined()
    }

    it('waits when it is sent again because the service deleted it', async () => {
      await settles()
      clock.jump(1_000)
      await expenses().edit(local, { notes: 'Two nights' })
      service.remove(there()!.id)
      await settlesForGood()
      await sendAgain()
      await isAskedAbout('unsent')
    })

    it('waits when it is sent again because another record has its id', async () => {
      await settles()
      clock.jump(7 * 24 * 3_600_000)
      setBack()
      turn('JPY')
      clock.jump(1_000)
      service.addExpense({ name: 'Colleague', unit_charge: 1 })
      await settlesForGood()
      await sendAgain()
      await isAskedAbout('unsent')
    })

    it('is asked about once more when the service has it again', async () => {
      await settles()
      const setForward = service.backup()
      clock.jump(7 * 24 * 3_600_000)
      setBack()
      turn('JPY')
      clock.jump(1_000)
      service.addExpense({ name: 'Colleague', unit_charge: 1 })
      await settlesForGood()
      expect(await cards()).toMatchObject([{ kind: 'gone' }])
      clock.jump(7 * 24 * 3_600_000)
      setForward()
      await settlesForGood()
      expect((await expenses().one(local))!.state).toBe('synced')
      await isAskedAbout(null)
    })

    it('keeps the card when a conflict about something else takes the version there', async () => {
      await settles()
      clock.jump(1_000)
      await expenses().edit(local, { notes: 'Two nights' })
      service.change(there()!.id, { notes: 'Colleague' })
      await settles()
      const conflict = (await cards()).find(({ kind }) => kind === 'conflict')!
      unwrap(await resolveCard(desk.context, conflict.card, 'theirs'))
      await settlesForGood()
      await isAskedAbout(null)
    })

    it('drops the card when a conflict about it takes the amount there', async () => {
      await settles()
      clock.jump(1_000)
      await expenses().edit(local, { name: 'Hotel Mira' })
      service.change(there()!.id, { name: 'Inn', unit_charge: 7 })
      await settles()
      const conflict = (await cards()).find(({ kind }) => kind === 'conflict')!
      unwrap(await resolveCard(desk.context, conflict.card, 'theirs'))
      await settlesForGood()
      expect(await cards()).toEqual([])
    })

    it('waits when it comes back out of the trash', async () => {
      await settles()
      service.remove(there()!.id)
      await settlesForGood()
      expect(await expenses().one(local)).toBeUndefined()
      const [removal] = await listChanges(desk.store.db, { limit: 1 })
      await undo(removal!.id)
      await settlesForGood()
      await isAskedAbout('unsent')
    })

    async function deletesIt() {
      clock.jump(1_000)
      await expenses().remove(local)
    }
    const beforeTheDeletion = (run: () => void | Promise<void>) =>
      service.beforeNext(/^GET \/expenses\/\d/, run)

    it('raises it when it was deleted before the reply, and is wanted again', async () => {
      meanwhile = deletesIt
      beforeTheDeletion(() => desk.undo())
      await settlesForGood()
      expect(there()).toMatchObject({ unit_charge: 10_000 })
      await isAskedAbout(null)
    })

    it('raises it when it was deleted before the reply, and changed on the service', async () => {
      meanwhile = deletesIt
      beforeTheDeletion(() => {
        clock.jump(1_000)
        service.change(there()!.id, { notes: 'Colleague' })
      })
      await settlesForGood()
      expect((await cards()).map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'unit'])
    })
  })

  describe('a changed expense', () => {
    let local: number
    beforeEach(async () => {
      local = await expenses().add({ ...hotel, unit_charge: 5_000 })
      await settles()
      clock.jump(1_000)
    })

    it('waits when its amount was typed in another currency', async () => {
      await expenses().edit(local, { unit_charge: 10_000, notes: 'Two nights' })
      await learn('JPY')
      expect(there()).toMatchObject({ unit_charge: 5_000 })
      expect(await cards()).toMatchObject([
        { kind: 'unit', local, note: 'unsent', takes: ['again', 'theirs'] },
      ])
      const change = await answer('theirs')
      await settles()
      expect(there()).toMatchObject({ unit_charge: 5_000, notes: 'Two nights' })
      await undo(change)
      await settles()
      expect(there()).toMatchObject({ unit_charge: 5_000 })
      expect(await cards()).toHaveLength(1)
      await answer('again')
      await settles()
      expect(there()).toMatchObject({ unit_charge: 10_000, notes: 'Two nights' })
      expect(await cards()).toEqual([])
    })

    it('asks again when the answer is undone after the amount was sent', async () => {
      await expenses().edit(local, { unit_charge: 10_000 })
      await learn('JPY')
      const change = await answer('again')
      await settles()
      expect(there()).toMatchObject({ unit_charge: 10_000 })
      await undo(change)
      await learn('JPY')
      service.change(there()!.id, { notes: 'Colleague' })
      await clock.advance(11 * 60_000)
      await settles()
      expect(await cards()).toMatchObject([
        {
          ...{ kind: 'unit', local, note: null },
          fields: [{ mine: { currency: 'EUR' }, theirs: { currency: 'JPY' } }],
        },
      ])
    })

    it('is asked about when undo brings back the amount before it, of the former currency', async () => {
      service.capabilities.delete('conditional')
      await expenses().edit(local, { unit_charge: 7_000 })
      await settles()
      await expenses().edit(local, { unit_charge: 9_000 })
      service.beforeNext('PUT /expenses', () => turn('JPY'))
      await settles()
      expect(there()).toMatchObject({ unit_charge: 9_000 })
      clock.jump(1_000)
      await desk.undo()
      await settles()
      expect(there()).toMatchObject({ unit_charge: 9_000 })
      expect(await cards()).toMatchObject([
        {
          ...{ kind: 'unit', local, note: 'unsent' },
          fields: [{ mine: { value: 7_000, currency: 'EUR' }, theirs: { currency: 'JPY' } }],
        },
      ])
    })

    it('keeps the card when another one about it is answered by sending it again', async () => {
      await expenses().edit(local, { unit_charge: 10_000, notes: 'Suite' })
      service.change(there()!.id, { unit_charge: 10_000 })
      service.validate = ({ notes }) => (notes === 'Suite' ? { notes: ['No'] } : null)
      await learn('JPY')
      expect((await cards()).map(({ kind }) => kind).toSorted()).toEqual(['refused', 'unit'])
      const refused = (await cards()).find(({ kind }) => kind === 'refused')!
      service.validate = () => null
      unwrap(await resolveCard(desk.context, refused.card, 'again'))
      await settles()
      expect(await cards()).toMatchObject([{ kind: 'unit', local }])
    })

    it('is not asked about again when it counts as it was typed since the undone answer', async () => {
      service.projects.get(2)!.currency = 'EUR'
      await expenses().edit(local, { project: await otherProject() })
      turn('JPY')
      let change = 0
      service.beforeNext('PUT /expenses', async () => {
        change = await answer('theirs')
      })
      await settles()
      expect(there()).toMatchObject({ project_id: 2, unit_charge: 5_000 })
      const undone = await undoChange(desk.context, change)
      expect(undone.ok ? null : undone.error).toMatchObject({ code: 'conflict' })
      expect(await cards()).toEqual([])
    })

    it('asks when it is moved to a project that had another currency than was known', async () => {
      const other = service.projects.get(2)!
      const elsewhere = await otherProject()
      other.currency = 'USD'
      await expenses().edit(local, { project: elsewhere })
      await settles()
      expect(await cards()).toMatchObject([
        {
          kind: 'unit',
          local,
          fields: [{ mine: { currency: 'EUR' }, theirs: { currency: 'USD' } }],
        },
      ])
    })

    it('raises the card when the service has the same amount, but in another currency', async () => {
      await expenses().edit(local, { unit_charge: 10_000 })
      service.change(there()!.id, { unit_charge: 10_000 })
      await learn('JPY')
      expect(await cards()).toMatchObject([{ kind: 'unit', local, note: null }])
    })

    it('is sent when only other fields were changed', async () => {
      await expenses().edit(local, { name: 'Hotel Mira', quantity: 2 })
      await learn('JPY')
      await settles()
      expect(there('Hotel Mira')).toMatchObject({ unit_charge: 5_000, quantity: 2 })
      expect(await cards()).toEqual([])
    })

    it('raises the card afterwards when only the reply tells', async () => {
      await expenses().edit(local, { unit_charge: 10_000 })
      service.beforeNext('PUT /expenses', () => turn('JPY'))
      await settles()
      // With entity tags, the service doesn't take it, and it is read again.
      const note = can.includes('conditional') ? 'unsent' : null
      expect(await cards()).toMatchObject([{ kind: 'unit', note }])
      expect(there()!.unit_charge).toBe(note === null ? 10_000 : 5_000)
    })
  })
})

describe('a duration in other increments', () => {
  const entry = async () => (await desk.entries()).find(({ notes }) => notes === 'Work')!
  beforeEach(async () => {
    service.capabilities.add('reference')
    await learn('EUR')
    await desk.add({ notes: 'Work', start: 700, quantity: 4 })
  })
  /** Counts project 1 in increments of this length, before or after the entry is sent. */
  async function count(increment: number, isKnownBefore: boolean) {
    const change = () => void (service.projects.get(1)!.increment = increment)
    if (isKnownBefore) change()
    else service.beforeNext('POST /times', change)
    if (isKnownBefore) await clock.advance(11 * 60_000)
    await settles()
  }
  const minutesOf = async (local: number) => {
    const time = desk.store.db.selectFrom('time_entry').where('id', '=', local)
    return (await time.select('total').executeTakeFirstOrThrow()).total
  }

  it.each([
    [12, 5, 'Kept the duration of “Work”'],
    [25, 3, 'Counted “Work” as 75 minutes (3 × 25) instead of 60 (4 × 15)'],
  ])(
    'of %i minutes is told as what it became by the answer',
    async (increment, quantity, summary) => {
      await count(increment, false)
      await answer('mine')
      expect(await lastSummaries(1)).toEqual([summary])
      expect((await entry()).quantity).toBe(quantity)
    },
  )

  it('is counted as before when it is sent again because the service deleted it', async () => {
    await count(12, false)
    service.remove([...service.times.values()].find(({ notes }) => notes === 'Work')!.id)
    const { local } = await entry()
    clock.jump(1_000)
    await desk.edit(local, { start: 720 })
    await clock.advance(11 * 60_000)
    await settles()
    const gone = (await cards()).find(({ kind }) => kind === 'gone')!
    unwrap(await resolveCard(desk.context, gone.card, 'again'))
    await clock.advance(11 * 60_000)
    await settles()
    expect(await cards()).toEqual([])
    expect([...service.times.values()].find(({ notes }) => notes === 'Work')!.quantity).toBe(5)
  })

  it('is asked about when it was deleted before the reply, and is wanted again', async () => {
    const { local } = await entry()
    service.beforeNext('POST /times', async () => {
      service.projects.get(1)!.increment = 12
      clock.jump(1_000)
      await desk.remove(local)
    })
    service.beforeNext(/^GET \/times\/\d/, () => desk.undo())
    await settles()
    await clock.advance(11 * 60_000)
    await settles()
    expect(await entry()).toMatchObject({ local, remote: expect.any(Number) as number })
    expect(await cards()).toMatchObject([{ kind: 'unit', local, takes: ['theirs', 'mine'] }])
  })

  it('is told in the history when it changed before it was sent', async () => {
    await count(25, true)
    expect((await entry()).quantity).toBe(3)
    expect(await lastSummaries(3)).toContain(
      'Counted “Work” as 75 minutes (3 × 25) instead of 60 (4 × 15)',
    )
  })

  it('is as long as it was typed when its increments change once more', async () => {
    service.validate = () => ({ notes: ['No'] })
    await count(25, true)
    const { local } = await entry()
    expect(await minutesOf(local)).toBe(75)
    await count(10, true)
    expect(await minutesOf(local)).toBe(60)
  })

  it('is asked about as it was changed here while it was sent', async () => {
    const { local } = await entry()
    service.beforeNext('POST /times', async () => {
      clock.jump(1_000)
      await desk.edit(local, { quantity: 8 })
      service.projects.get(1)!.increment = 60
      service.beforeNext('GET /times', async () => {
        expect(await minutesOf(local)).toBe(120)
        expect(await cards()).toEqual([])
      })
    })
    await settles()
    expect(await cards()).toMatchObject([
      {
        ...{ kind: 'unit', local },
        fields: [
          { field: 'quantity', mine: { value: 8 }, theirs: { value: 8 } },
          { field: 'increment', mine: { value: 15 }, theirs: { value: 60 } },
        ],
      },
    ])
    await answer('mine')
    await settles()
    expect(await minutesOf(local)).toBe(120)
    expect(await cards()).toEqual([])
  })

  it('stays as long in the project to which it was moved while it was sent', async () => {
    const { local } = await entry()
    const project = await otherProject()
    service.beforeNext('POST /times', async () => {
      clock.jump(1_000)
      await desk.edit(local, { project })
      service.projects.get(1)!.increment = 60
    })
    await settles()
    expect(await minutesOf(local)).toBe(60)
    expect(await cards()).toEqual([])
  })
})

describe('what no one typed', () => {
  it('has one line in the history when the rate of an entry changed while it waited', async () => {
    const project = service.projects.get(1)!
    Object.assign(project, { currency: 'NZD', rate: 13_000 })
    service.add({ notes: 'Colleague' })
    await settles()
    const { db } = desk.store
    await db.updateTable('project').set({ rate: 13_000, currency: 'NZD' }).execute()
    await desk.add({ notes: 'Work', start: 700 })
    Object.assign(project, { currency: 'EUR', rate: 99_900 })
    await settles()
    expect(await cards()).toEqual([])
    expect(await lastSummaries(1)).toEqual([
      'The rate of “Work” is now 999.00 EUR instead of 130.00 NZD',
    ])
  })

  it('has one line in the history when the price of a charge was another one', async () => {
    await learn('EUR')
    const { db } = desk.store
    await db.updateTable('charge').set({ charge: 40, currency: 'EUR', name: 'Mileage' }).execute()
    await expenses().add({ charge: desk.charge })
    await settles()
    expect(await cards()).toEqual([])
    expect(await lastSummaries(1)).toEqual([
      'The price of “Mileage” is now 0.45 EUR instead of 0.40 EUR',
    ])
  })
})
