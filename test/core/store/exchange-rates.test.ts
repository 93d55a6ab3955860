import { expect, it, onTestFinished } from 'vitest'
import { listRates, readExchangeRate, replaceRates } from '#core/store/resources/exchange-rates.ts'
import { organisation, testStore } from '../../support/store.ts'

it('takes over the rates of a service, and deletes those that are no longer in its list', async () => {
  const { db, close } = await testStore()
  onTestFinished(() => close())
  const replace = (...rates: [from: string, to: string, value: string][]) =>
    db.transaction().execute((trx) =>
      replaceRates(
        trx,
        organisation,
        rates.map(([from, to, value]) => ({ from, to, value, updated_at: '2026-11-19 14:00:00' })),
      ),
    )
  const all = async () =>
    (await listRates(db, organisation, {})).data.map(({ from_currency, to_currency, value }) => [
      from_currency,
      to_currency,
      value,
    ])
  await replace(['EUR', 'NZD', '1.85'], ['USD', 'NZD', '1.6'])
  const [first] = (await listRates(db, organisation, {})).data
  await replace(['EUR', 'NZD', '1.85'], ['NZD', 'USD', '0.6'], ['NZD', 'USD', '0.61'])
  expect(await all()).toEqual([
    ['EUR', 'NZD', '1.85'],
    ['NZD', 'USD', '0.61'],
  ])
  expect((await listRates(db, organisation, {})).data[0]).toEqual(first)
  expect(await readExchangeRate(db, organisation, 'USD', 'NZD')).toBeUndefined()
})
