/** What this machine computes for an expense is what the service computes for the same request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExpense, updateExpenseEntry } from '#core/actions/expenses.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import type { Store, Trx } from '#core/store/open/open-store.ts'
import { readExpense, type ExpenseRow } from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { setRate } from '#core/store/resources/exchange-rates.ts'
import { insertUser } from '#core/store/resources/users.ts'
import * as service from '#service/expenses/write-expense.ts'
import { HttpProblem } from '#service/http/problem.ts'
import type { Caller } from '#service/service-context.ts'
import { expenseCalls } from '#shared/ipc/calls/expenses.ts'
import { taxTypes } from '#shared/resources/expense.ts'
import { organisation, testContext, testStore, type TestContext } from '../../support/store.ts'
import fc from 'fast-check'

const currencies = ['EUR', 'JPY', 'KWD'] as const
const now = '2026-11-19 14:00:00'

/** The same projects, charges and rates on both sides; ids 1 to 3 are projects of the currencies. */
async function fill(trx: Trx): Promise<void> {
  const common = { organisation_id: organisation }
  for (const [place, currency] of currencies.entries()) {
    await insertProject(trx, { ...common, name: `Project ${place}`, currency })
    const unit = place === 1 ? '' : 'km'
    await insertCharge(trx, { ...common, name: `Charge ${place}`, charge: 999, unit, currency })
  }
  await insertCharge(trx, { ...common, name: 'Much', charge: 10 ** 12, unit: '', currency: 'JPY' })
  const rates = ['1.85', '0.0061', '163.125', '0.25', '3.5', '0.00187']
  for (const from of currencies) {
    for (const to of currencies.filter((other) => other !== from)) {
      await setRate(trx, { ...common, from, to, value: rates.pop()!, at: now })
    }
  }
}

let served: Store
let caller: Caller
let desk: TestContext
/** The client's projects begin after those that every test context has. */
let firstProject: number

beforeAll(async () => {
  served = await testStore(['model', 'service'])
  desk = await testContext()
  firstProject = Math.max(desk.web, desk.app) + 1
  await desk.db.transaction().execute(fill)
  const user = await served.db.transaction().execute(async (trx) => {
    await fill(trx)
    const id = await insertUser(trx, { organisation_id: organisation, name: 'Ana' })
    return trx.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  })
  caller = { organisation, token: 1, user: { ...user, current: true, owner: true } }
})
afterAll(async () => {
  await served.close()
  await desk.store.close()
})

type Body = Record<string, unknown>

const amount = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(10 ** 12, 2 ** 35),
)
const optional = <Value>(values: fc.Arbitrary<Value>) =>
  fc.option(values, { nil: undefined, freq: 2 })
const fields = {
  charge_id: optional(fc.constantFrom(null, 1, 2, 3, 4, 99)),
  quantity: optional(fc.integer({ min: 1, max: 1_000_000 })),
  name: optional(fc.constantFrom('Ferry', ' Ferry ', 'Toll')),
  unit: optional(fc.constantFrom(null, '', 'ride')),
  unit_charge: optional(amount),
  total_cost: optional(amount),
  tax: optional(fc.constantFrom(...taxTypes)),
  tax_rate: optional(fc.constantFrom(0, 7.5, 19.1234, 100)),
  currency: optional(fc.constantFrom(...currencies)),
  notes: optional(fc.constantFrom('', 'Wharf', ' Wharf')),
}
const given = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
const always = {
  project_id: fc.constantFrom(1, 2, 3),
  date: fc.constantFrom('2026-11-19', '2028-02-29'),
  chargeable: fc.boolean(),
}
const price = fc.integer({ min: -100_000, max: 100_000 })
const count = fc.integer({ min: 1, max: 1_000_000 })
/** Requests that are in order: with a charge or a one-off, with a cost or without. */
const sound = fc
  .tuple(
    fc.record(always),
    fc.oneof(
      fc.record({ charge_id: fc.constantFrom(1, 2, 3), quantity: count }),
      fc.record({ name: fc.constantFrom('Ferry', ' Toll '), unit_charge: price }),
    ),
    fc.oneof(
      fc.constant({}),
      fc.record({
        total_cost: price,
        tax: fc.constantFrom(...taxTypes),
        tax_rate: fc.constantFrom(0, 7.5, 19.1234),
        currency: fc.constantFrom(...currencies),
      }),
    ),
  )
  .map((parts): Body => Object.assign({}, ...parts) as Body)
const anything = fc
  .record({ ...fields, ...always, project_id: fc.constantFrom(1, 2, 3, 99) })
  .map(given)
const creates = fc.oneof(sound, anything)
const updates = fc
  .record({
    ...fields,
    project_id: optional(fc.constantFrom(1, 2, 3, 99)),
    chargeable: optional(fc.boolean()),
  })
  .map(given)

type Outcome = { id: number } | { refused: string[] }

async function onService(work: (trx: Trx) => Promise<number>): Promise<Outcome> {
  try {
    return { id: await served.db.transaction().execute(work) }
  } catch (problem) {
    if (problem instanceof HttpProblem) return { refused: Object.keys(problem.fields ?? {}).sort() }
    throw problem
  }
}

/** The same request as a person's input: ids of this machine, read by the contract. */
function asInput({ project_id, charge_id, ...plain }: Body): Body {
  return {
    ...plain,
    ...(project_id === undefined ? {} : { project: Number(project_id) + firstProject - 1 }),
    ...(charge_id === undefined ? {} : { charge: charge_id }),
  }
}

async function onDesk(call: 'create' | 'update', body: Body, id?: number): Promise<Outcome> {
  const input = asInput(body)
  const done =
    call === 'create'
      ? await createExpense(desk, expenseCalls['expenses.create'].arguments.parse(input))
      : await updateExpenseEntry(
          desk,
          id!,
          expenseCalls['expenses.update'].arguments.parse({ local: id, set: input, was: input })
            .set,
        )
  return done.ok ? { id: done.value } : { refused: Object.keys(done.error.fields ?? {}).sort() }
}

/** Without what differs by nature: the ids, whose it is, and the related records themselves. */
function values(row: ExpenseRow | undefined, first: number) {
  const { id: _id, user: _user, updated_at: _at, created_at: _made, ...plain } = row!
  return {
    ...plain,
    project: plain.project && plain.project.id - first,
    charge: plain.charge && plain.charge.id,
  }
}

const same = async (there: Outcome, here: Outcome) => {
  if ('refused' in there || 'refused' in here) {
    expect(here).toEqual(there)
    return
  }
  expect(values(await readExpense(desk.db, organisation, here.id), firstProject)).toEqual(
    values(await readExpense(served.db, organisation, there.id), 1),
  )
}

describe('an expense made and changed here', () => {
  it('has the values, or the refusals, that the service gives to the same requests', async () => {
    let [made, refused] = [0, 0]
    await fc.assert(
      fc.asyncProperty(creates, fc.array(updates, { maxLength: 4 }), async (body, changes) => {
        const there = await onService((trx) =>
          service.createExpenseForCaller(trx, caller, body, now),
        )
        const here = await onDesk('create', body)
        await same(there, here)
        if ('refused' in there || 'refused' in here) {
          refused += 1
          return
        }
        made += 1
        for (const change of changes) {
          const changed = await onService(async (trx) => {
            const current = (await readExpense(trx, organisation, there.id))!
            return (await service.updateExpenseForCaller(trx, caller, current, change, now)).id
          })
          await same(changed, await onDesk('update', change, here.id))
        }
      }),
      { numRuns: 400 },
    )
    // Both outcomes occurred often.
    expect(made).toBeGreaterThan(50)
    expect(refused).toBeGreaterThan(50)
  })
})
