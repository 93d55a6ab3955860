/** Exchange rates, as the `reference` capability serves them. */
import {
  deleteRate,
  listRates,
  readRate,
  setRate,
  type RateRow,
} from '#core/store/resources/exchange-rates.ts'
import { listQueries } from '../http/list-queries.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { rateCreate, rateUpdate } from '../rates/rate-bodies.ts'
import { toRateRecord } from '../records/reference.ts'
import { requireKnown } from '../records/require-known.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { referenceEndpoints, type ReferenceWrite } from './reference-routes.ts'

async function store({ trx, caller, body, now }: ReferenceWrite): Promise<number> {
  const { values, problems } = readFields(rateCreate.shape, body)
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
  const { values, problems } = readFields(rateUpdate.shape, body)
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

export const rateEndpoints = (service: Service): EndpointGroup =>
  referenceEndpoints(service, {
    path: 'rates',
    wrapper: 'rate',
    query: listQueries.rates,
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
    about: 'Exchange rates for expenses in a currency other than their project’s.',
    deletes: 'Expenses keep the rate they were created with.',
    examples: {
      store: { from: 'NZD', to: 'AUD', value: 0.91 },
      update: { value: 0.56 },
    },
  })
