/**
 * One resource model on two sides: the service's store and a client's answer every index query
 * alike, and as the written rule says.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { Store } from '#core/store/open/open-store.ts'
import { entryOrderFor } from '#core/store/lists/entry-order.ts'
import { seekEntryIds } from '#core/store/lists/entry-seek.ts'
import fc from 'fast-check'
import { organisation, testStore } from '../../support/store.ts'
import { asked, sortKeys } from './parity/asked.ts'
import { answer } from './parity/model.ts'
import { expectRecounted, expectSound } from './parity/recount.ts'
import { createSide, type Side } from './parity/side.ts'
import { deed, world, type Deed, type World } from './parity/world.ts'

const opened: Store[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

async function side(of: 'service' | 'client'): Promise<Side> {
  const store = await testStore(['model', of])
  opened.push(store)
  return createSide(store.db, of)
}

async function closeAll(): Promise<void> {
  for (const store of opened.splice(0)) await store.close()
}

/** Ids that the service has assigned; it assigns none twice. */
type Given = Record<'times' | 'expenses', number>

/** Applies the same operation to the plain records and to the stores. */
async function perform(
  deed: Deed,
  records: World,
  sides: readonly Side[],
  given: Given,
): Promise<void> {
  const among = (items: readonly { id: number }[], drawn: number) =>
    items.length === 0 ? undefined : items[drawn % items.length]!.id
  const existing = (kind: 'projects' | 'tasks' | 'users' | 'charges', drawn: number) =>
    among(records[kind], drawn)!
  /** What was drawn, with references to records that exist. */
  const inWorld = <Drawn extends { project: number; user: number; task?: number }>(
    drawn: Drawn,
  ): Drawn => ({
    ...drawn,
    project: existing('projects', drawn.project),
    user: existing('users', drawn.user),
    ...(drawn.task !== undefined && { task: existing('tasks', drawn.task) }),
  })
  const withCharge = <Drawn extends { charge: number | null }>(drawn: Drawn): Drawn => ({
    ...drawn,
    charge: drawn.charge === null ? null : existing('charges', drawn.charge),
  })
  const pick = (from: object, fields: readonly string[]) =>
    Object.fromEntries(Object.entries(from).filter(([field]) => fields.includes(field)))
  switch (deed.does) {
    case 'add-time': {
      const time = { ...inWorld(deed.time), id: ++given.times }
      records.times.push(time)
      for (const of of sides) await of.addTime(time)
      return
    }
    case 'change-time': {
      const time = records.times.find(({ id }) => id === among(records.times, deed.which))
      if (!time) return
      Object.assign(time, pick(inWorld(deed.time), deed.fields))
      for (const of of sides) await of.changeTime(time, deed.fields)
      return
    }
    case 'add-expense': {
      const expense = { ...withCharge(inWorld(deed.expense)), id: ++given.expenses }
      records.expenses.push(expense)
      for (const of of sides) await of.addExpense(expense)
      return
    }
    case 'change-expense': {
      const expense = records.expenses.find(({ id }) => id === among(records.expenses, deed.which))
      if (!expense) return
      Object.assign(expense, pick(withCharge(inWorld(deed.expense)), deed.fields))
      for (const of of sides) await of.changeExpense(expense, deed.fields)
      return
    }
    case 'remove-time': {
      const id = among(records.times, deed.which)
      if (id === undefined) return
      records.times = records.times.filter((one) => one.id !== id)
      for (const of of sides) await of.removeTime(id)
      return
    }
    case 'remove-expense': {
      const id = among(records.expenses, deed.which)
      if (id === undefined) return
      records.expenses = records.expenses.filter((one) => one.id !== id)
      for (const of of sides) await of.removeExpense(id)
      return
    }
    case 'rename': {
      const id = among(records[deed.kind], deed.which)!
      records[deed.kind].find((one) => one.id === id)!.name = deed.name
      for (const of of sides) await of.rename(deed.kind, id, deed.name)
    }
  }
}

describe('the service’s and the client’s store', () => {
  it('answer every query alike, and as the rule says', async () => {
    await fc.assert(
      fc.asyncProperty(
        world(40),
        fc.array(asked, { minLength: 30, maxLength: 30 }),
        async (records, queries) => {
          const [service, client] = [await side('service'), await side('client')]
          await service.load(records, false)
          await client.load(records, true)
          for (const query of queries) {
            const expected = answer(records, query)
            expect(await service.answer(query), `service ${JSON.stringify(query)}`).toEqual(
              expected,
            )
            expect(await client.answer(query), `client ${JSON.stringify(query)}`).toEqual(expected)
          }
          await closeAll()
        },
      ),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('still do after any writes, with every counter equal to a recount', async () => {
    await fc.assert(
      fc.asyncProperty(
        world(8),
        fc.array(fc.tuple(deed, asked), { minLength: 25, maxLength: 25 }),
        async (drawn, steps) => {
          const records = structuredClone(drawn)
          const given = { times: records.times.length, expenses: records.expenses.length }
          const sides = [await side('service'), await side('client')]
          for (const of of sides) await of.load(records, of === sides[1])
          for (const [deed, query] of steps) {
            await perform(deed, records, sides, given)
            const expected = answer(records, query)
            for (const of of sides) {
              await expectRecounted(of.db)
              expect(await of.answer(query), JSON.stringify([deed, query])).toEqual(expected)
            }
          }
          for (const of of sides) await expectSound(of.db)
          await closeAll()
        },
      ),
      { numRuns: 15, endOnFailure: true },
    )
  })

  it('seek to the same row that reading from the beginning reaches', async () => {
    await fc.assert(
      fc.asyncProperty(
        world(60),
        fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })), { minLength: 3 }),
        async (records, pages) => {
          const client = await side('client')
          await client.load(records, true)
          for (const resource of ['times', 'expenses'] as const) {
            for (const sortKey of [undefined, ...sortKeys[resource]]) {
              for (const ascending of [true, false]) {
                const whole = answer(records, {
                  resource,
                  sortKey,
                  sortAsc: ascending,
                  limit: 1000,
                })
                const entry = resource === 'times' ? 'time_entry' : 'expense'
                const order = entryOrderFor(entry, sortKey)
                for (const [offset, limit] of pages) {
                  const ids = await seekEntryIds(client.db, {
                    ...{ entry, organisation, order, ascending, offset, limit },
                  })
                  expect(
                    await client.remotes(resource, ids),
                    `${sortKey} ${ascending} ${offset} ${limit}`,
                  ).toEqual(whole.ids.slice(offset, offset + limit))
                }
              }
            }
          }
          await closeAll()
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
  })
})
