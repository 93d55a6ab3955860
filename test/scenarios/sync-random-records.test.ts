/**
 * Random edits of expenses and categories, on a bare service and on one with capabilities: two
 * machines and a colleague on the service work at once while the network fails; then both sides
 * have to agree.
 */
import { describe, expect, it } from 'vitest'
import type { Capability } from '#shared/resources/service-info.ts'
import fc from 'fast-check'
import { openDesk, type Desk } from '../support/sync/desk.ts'
import { categoriesOf, expensesOf } from '../support/sync/desk-records.ts'
import { testService, type Fault, type TestService } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant<Fault>({ is: 'unreached' }),
  fc.constant<Fault>({ is: 'drop-request' }),
  fc.constant<Fault>({ is: 'drop-response' }),
  fc.record({ is: fc.constant('late' as const), milliseconds: fc.nat(55_000) }),
  fc.record({ is: fc.constant('truncate' as const), at: fc.nat(400) }),
  fc.record({
    is: fc.constant('status' as const),
    status: fc.constantFrom(401, 408, 412, 429, 500, 503),
  }),
  fc.constant<Fault>({ is: 'html' }),
)

const who = fc.nat(1)
const which = fc.nat(9)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('add' as const), who, category: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      who,
      which,
      what: fc.constantFrom('quantity', 'notes', 'charge', 'cost', 'members', 'name'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('remove' as const),
      who,
      which,
      category: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('there' as const),
      which,
      what: fc.constantFrom('quantity', 'notes', 'remove', 'members', 'archive'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('cycle' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fits: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET'),
      fault,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.nat(90) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Machine {
  desk: Desk
  expenses: ReturnType<typeof expensesOf>
  categories: ReturnType<typeof categoriesOf>
}

interface World {
  clock: VirtualClock
  service: TestService
  machines: Machine[]
  written: number
}

const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items.length === 0 ? undefined : items[which % items.length]

async function edit(
  world: World,
  { desk, expenses, categories }: Machine,
  one: Step & { do: 'edit' },
) {
  const word = `Word ${++world.written}`
  if (one.what === 'members' || one.what === 'name') {
    const active = (await categories.all()).filter((row) => row.deleted_at === null)
    const category = pick(active, one.which)
    if (!category) return
    const set = one.what === 'name' ? { name: word } : { tasks: one.which % 2 ? [desk.task] : [] }
    await categories.edit(category.id, set)
    return
  }
  const expense = pick(await expenses.all(), one.which)
  if (!expense) return
  switch (one.what) {
    case 'quantity':
      return expenses.edit(expense.id, { quantity: 1 + one.which })
    case 'notes':
      return expenses.edit(expense.id, { notes: word })
    case 'charge':
      return expense.charge_id === null
        ? expenses.edit(expense.id, { charge: desk.charge })
        : expenses.edit(expense.id, { charge: null, name: word, unit_charge: 100 })
    case 'cost':
      return expenses.edit(expense.id, {
        total_cost: one.which * 100,
        tax: 'includes',
        tax_rate: '7.5',
        currency: 'EUR',
      })
  }
}

async function there({ service, written }: World, one: Step & { do: 'there' }): Promise<void> {
  const expense = pick([...service.expenses.keys()], one.which)
  const category = pick(
    [...service.categories.values()].filter(({ archived }) => !archived),
    one.which,
  )
  switch (one.what) {
    case 'quantity':
      if (expense) service.change(expense, { quantity: 50 + one.which })
      return
    case 'notes':
      if (expense) service.change(expense, { notes: `There ${written}` })
      return
    case 'remove':
      if (expense) service.remove(expense)
      return
    case 'members':
      if (category) service.change(category.id, { charges: one.which % 2 ? [1] : [1, 2] })
      return
    case 'archive':
      if (category) service.remove(category.id)
      return
  }
}

async function play(world: World, one: Step): Promise<void> {
  const machine = world.machines['who' in one ? one.who : 0]!
  const { desk, expenses, categories } = machine
  switch (one.do) {
    case 'add':
      if (one.category) await categories.add({ name: `Category ${++world.written}` })
      else await expenses.add({ name: `Expense ${++world.written}` })
      return
    case 'edit':
      return edit(world, machine, one)
    case 'remove': {
      if (one.category) {
        const active = (await categories.all()).filter((row) => row.deleted_at === null)
        const category = pick(active, one.which)
        if (category) await categories.archive(category.id)
        return
      }
      const expense = pick(await expenses.all(), one.which)
      if (expense) await expenses.remove(expense.id)
      return
    }
    case 'restore': {
      const archived = (await categories.all()).filter((row) => row.deleted_at !== null)
      const category = pick(archived, one.which)
      if (category) await categories.restore(category.id).catch(() => {})
      return
    }
    case 'undo':
      await desk.undo().catch(() => {})
      return
    case 'there':
      return there(world, one)
    case 'cycle':
      await desk.cycle()
      return
    case 'fault':
      world.service.failNext(one.fits, one.fault)
      return
    case 'crash': {
      const cycle = desk.sync.syncOnce({ wait: false })
      await world.clock.advance(one.who)
      await desk.restart()
      await cycle
      return
    }
    case 'pass':
      await world.clock.advance(one.seconds * 1000)
      return
  }
}

async function calm({ clock, service, machines }: World): Promise<void> {
  service.calm()
  for (let round = 0; round < 5; round++) {
    await clock.advance(26 * 3_600_000)
    for (const { desk } of machines) {
      expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true })
    }
  }
}

async function checkAgreement({ service, machines }: World): Promise<void> {
  for (const { desk, expenses, categories } of machines) {
    const cards = await desk.inbox()
    const inCard = new Set(cards.map((card) => `${card.resource} ${card.local}`))
    const rows = await expenses.all()
    for (const row of rows) {
      if (inCard.has(`expense ${row.id}`) && row.state !== 'synced') continue
      expect(row.state).toBe('synced')
      const one = service.expenses.get(row.remote!)
      expect(one && { ...row, ...pickExpense(one) }).toMatchObject(pickExpense(row))
    }
    const known = new Set(rows.map((row) => row.remote))
    for (const id of service.expenses.keys()) expect(known.has(id)).toBe(true)

    const all = await categories.all()
    const active = all.filter((row) => row.deleted_at === null)
    for (const row of active) {
      if (inCard.has(`category ${row.id}`) && row.state !== 'synced') continue
      expect(row.state).toBe('synced')
      const one = service.categories.get(row.remote!)
      expect(one).toMatchObject({ name: row.name, archived: false })
      expect([one!.tasks, one!.charges].map((ids) => ids.toSorted())).toEqual([
        row.tasks,
        row.charges,
      ])
    }
    for (const one of service.categories.values()) {
      if (!one.archived) {
        expect(all.some((row) => row.remote === one.id && row.deleted_at === null)).toBe(true)
      }
    }
  }
}

const pickExpense = (row: {
  quantity: number
  notes: string | null
  name: string
  total_cost: number
}) => ({
  quantity: row.quantity,
  notes: row.notes,
  name: row.name,
  total_cost: row.total_cost,
})

const services: { name: string; capabilities: Capability[] }[] = [
  { name: 'a bare service', capabilities: [] },
  { name: 'keys, tags and restoring', capabilities: ['idempotency', 'conditional', 'restore'] },
  { name: 'the feed and restoring', capabilities: ['changes', 'restore'] },
]

describe.each(services)('two machines and $name', ({ capabilities }) => {
  it('agree in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const clock = virtualClock()
        const service = testService(clock)
        for (const capability of capabilities) service.capabilities.add(capability)
        const desks = [await openDesk(service, clock), await openDesk(service, clock)]
        const machines = desks.map((desk) => ({
          desk,
          expenses: expensesOf(desk),
          categories: categoriesOf(desk),
        }))
        const world: World = { clock, service, machines, written: 0 }
        try {
          for (const one of steps) {
            await play(world, one)
            await clock.advance(1_000)
          }
          await calm(world)
          await checkAgreement(world)
          const cards = (await Promise.all(desks.map((desk) => desk.inbox()))).flat()
          const twins = cards.filter((card) => card.kind === 'twin').length
          expect(service.doubled()).toBeLessThanOrEqual(twins)
          service.requests.length = 0
          for (const desk of desks) await desk.cycle()
          expect(service.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
        } finally {
          for (const desk of desks) await desk.close()
        }
      }),
      { numRuns: 15 },
    )
  })
})
