/** Expenses and categories that were added offline, sent to the real service over real HTTP. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createCategory } from '#core/actions/categories.ts'
import { createExpense } from '#core/actions/expenses.ts'
import { createCore } from '#core/core.ts'
import { readExpense } from '#core/store/resources/expenses.ts'
import { listRates, readExchangeRate } from '#core/store/resources/exchange-rates.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import { startService } from '#service/index.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { quietPorts } from '../support/account.ts'
import { testFolder } from '../support/folder.ts'
import { organisation, testStore } from '../support/store.ts'
import { testSync } from '../support/sync/engine.ts'
import { playAt } from '../support/test-day.ts'

const { clock } = playAt('2026-11-19T15:00[Europe/Berlin]')
const log = { info: () => {}, warn: () => {} }

/** The demo's service, and a machine that has read all of it. */
async function connected() {
  const database = join(testFolder(), 'service.db')
  const service = unwrap(
    await startService({ database, port: 0, capabilities, demo: true, log, clock }),
  )
  const store = await testStore()
  const sync = testSync({
    ...{ db: store.db, clock, url: service.url, token: () => service.token ?? null },
  })
  onTestFinished(async () => {
    await sync.stop()
    await store.close()
    await service.close()
  })
  unwrap(await sync.syncOnce({ wait: true }))
  const { db } = store
  const context = { db, clock, organisation, changed: () => {} }
  const inCurrency = async (table: 'project' | 'charge', currency: string) =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where('currency', '=', currency)
        .where('deleted', '=', 0)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${service.token}` },
    })
    return (await answer.json()) as Record<string, unknown>
  }
  return { db, context, sync, inCurrency, ask, url: service.url, token: service.token! }
}

it('prices an expense as the service will, by the rates that came with the reference', async () => {
  const { db, context, sync, inCurrency, ask } = await connected()
  expect((await listRates(db, organisation, {})).total).toBeGreaterThan(0)
  expect(await readExchangeRate(db, organisation, 'NZD', 'EUR')).toMatch(/^\d+\.\d+$/)
  const local = unwrap(
    await createExpense(context, {
      project: await inCurrency('project', 'EUR'),
      charge: await inCurrency('charge', 'NZD'),
      date: '2026-11-19',
      quantity: 7,
      chargeable: true,
    }),
  )
  const provisional = await readExpense(db, organisation, local)
  expect(provisional?.total_charge).toBeGreaterThan(0)
  unwrap(await sync.syncOnce({ wait: true }))
  const standing = (await readRecordStates(db, 'expense', [local])).get(local)
  expect(standing).toMatchObject({ state: 'synced', provisional: false })
  expect(await ask(`/expenses/${standing?.remote}`)).toMatchObject({
    unit_charge: provisional?.unit_charge,
    total_charge: provisional?.total_charge,
    original_unit_charge: provisional?.original_unit_charge,
    original_currency: 'NZD',
    exchange_rate: Number(provisional?.exchange_rate),
  })
})

it('leaves the rate to the service that a local account is connected to', async () => {
  const { db: theirs, ask, url, token } = await connected()
  const home = testFolder()
  const core = await createCore(quietPorts(home), {
    ...{ home, host: 'cli', version: '0', background: false },
  })
  onTestFinished(() => core.close())
  const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    unwrap((await core.call(name, input)) as Result<CallValue<Name>>)
  await call('account.createLocal')
  const project = (await call('projects.add', { name: 'Own', currency: 'EUR' })).local
  const courier = { charge: 1_250, unit: 'parcel', currency: 'NZD' }
  const charge = (await call('charges.add', { name: 'Parcel', ...courier })).local
  const { local } = await call('expenses.create', {
    ...{ project, charge, date: '2026-11-19', quantity: 2, chargeable: true },
    ...{ exchange_rate: '0.9', notes: 'Own rate' },
  })
  await call('account.attach', { url, token })
  await call('sync.now', { wait: true })
  expect(await call('expenses.show', { local })).toMatchObject({
    ...{ state: 'held', exchange_rate: 0.9, total_charge: 2_250 },
  })
  const rate = Number(await readExchangeRate(theirs, organisation, 'NZD', 'EUR'))
  const ofService = ({ id }: { id: number | null }) => id !== null
  const projects = (await call('projects.list', { limit: 100 })).data.filter(ofService)
  const charges = (await call('charges.list', { limit: 100 })).data.filter(ofService)
  const to = projects.find(({ currency }) => currency === 'EUR')!.local
  await call('matching.match', { kind: 'project', local: project, to })
  expect(await call('expenses.show', { local })).toMatchObject({ exchange_rate: 0.9 })
  const item = charges.find(({ name }) => name === 'Courier')!.local
  await call('matching.match', { kind: 'charge', local: charge, to: item })
  expect(await call('expenses.show', { local })).toMatchObject({ exchange_rate: rate })
  await call('sync.now', { wait: true })
  const { data } = await call('expenses.list', { query: 'Own rate' })
  expect(data).toMatchObject([{ local, state: 'synced', exchange_rate: rate }])
  const sent = (await ask('/expenses?query=Own%20rate')) as { data: unknown[] }
  expect(sent.data).toMatchObject([{ exchange_rate: rate, total_charge: data[0]!.total_charge }])
})

it('sends a category with its members by the service’s ids', async () => {
  const { db, context, sync, inCurrency, ask } = await connected()
  const task = await db.selectFrom('task').select('id').executeTakeFirstOrThrow()
  const charge = await inCurrency('charge', 'NZD')
  const local = unwrap(
    await createCategory(context, { name: 'Offline', tasks: [task.id], charges: [charge] }),
  )
  unwrap(await sync.syncOnce({ wait: true }))
  const remote = (await readRecordStates(db, 'category', [local])).get(local)?.remote
  expect(await ask(`/categories/${remote}`)).toMatchObject({
    name: 'Offline',
    tasks: [expect.any(Number)],
    charges: [expect.any(Number)],
  })
})
