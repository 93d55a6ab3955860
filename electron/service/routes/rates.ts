/** Exchange rates, as the `reference` capability serves them. */
import type { Hono } from 'hono'
import {
  deleteRate,
  listRates,
  readRate,
  setRate,
  type RateRow,
} from '#core/store/resources/exchange-rates.ts'
import { currency } from '#shared/resources/fields.ts'
import { rateSortKeys } from '#shared/resources/rate.ts'
import { z } from '#shared/resources/zod.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { toRateRecord } from '../records/reference.ts'
import { requireKnown } from '../records/require-known.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { referenceRoutes, type ReferenceWrite } from './reference-routes.ts'

const range = 'Enter a number from 0.000001 to 1000000'
/** Within this range a number's text is a plain decimal. */
const value = z.number(range).min(0.000001, range).max(1_000_000, range).transform(String)

const storeShape = { from: currency, to: currency, value }
const updateShape = { from: currency.optional(), to: currency.optional(), value: value.optional() }

/** The fields that requests may have, for the reference. */
export const rateBodies = { store: storeShape, update: updateShape }

async function store({ trx, caller, body, now }: ReferenceWrite): Promise<number> {
  const { values, problems } = readFields(storeShape, body)
  const { from, to } = values
  if (from !== undefined && from === to) problems['to'] ??= ['Choose a currency other than `from`']
  const existing =
    from !== undefined &&
    to !== undefined &&
    (await trx
      .selectFrom('rate')
      .select('id')
      .where('organisation_id', '=', caller.organisation)
      .where('from_currency', '=', from)
      .where('to_currency', '=', to)
      .executeTakeFirst())
  if (existing) problems['to'] ??= [`There’s already a rate for this pair: ${existing.id}`]
  refuseProblems(problems)
  return setRate(trx, {
    organisation_id: caller.organisation,
    from: requireKnown(from, 'from'),
    to: requireKnown(to, 'to'),
    value: requireKnown(values.value, 'value'),
    at: now,
  })
}

async function update({ trx, caller, body, now }: ReferenceWrite, row: RateRow): Promise<void> {
  const { values, problems } = readFields(updateShape, body)
  const fixed = 'Can’t be changed. Create a rate for the other pair'
  if (values.from !== undefined && values.from !== row.from_currency) problems['from'] = [fixed]
  if (values.to !== undefined && values.to !== row.to_currency) problems['to'] = [fixed]
  refuseProblems(problems)
  if (values.value === undefined || values.value === row.value) return
  await setRate(trx, {
    organisation_id: caller.organisation,
    from: row.from_currency,
    to: row.to_currency,
    value: values.value,
    at: now,
  })
}

export const rateRoutes = (service: Service): Hono<ServiceEnv> =>
  referenceRoutes(service, {
    path: 'rates',
    wrapper: 'rate',
    sortKeys: rateSortKeys,
    list: listRates,
    read: readRate,
    toRecord: toRateRecord,
    writable: () => true,
    store,
    update,
    async remove({ trx }, row) {
      await deleteRate(trx, row.id)
      return row
    },
  })
