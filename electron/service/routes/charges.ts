/** Charges, as the `reference` capability serves them. */
import {
  insertCharge,
  listCharges,
  readCharge,
  updateCharge,
  type ChargeRow,
} from '#core/store/resources/charges.ts'
import { chargeCreate, chargeUpdate } from '#shared/resources/charge.ts'
import { listQueries } from '../http/list-queries.ts'
import { readValidFields } from '../http/read-fields.ts'
import { toChargeRecord } from '../records/reference.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { differingValues, referenceEndpoints } from './reference-routes.ts'

export const chargeEndpoints = (service: Service): EndpointGroup =>
  referenceEndpoints(service, {
    path: 'charges',
    wrapper: 'charge',
    query: listQueries.charges,
    list: listCharges,
    read: readCharge,
    toRecord: toChargeRecord,
    writable: (row) => !row.deleted,
    store: ({ trx, caller, body, now }) =>
      insertCharge(trx, {
        ...readValidFields(chargeCreate.shape, body),
        organisation_id: caller.organisation,
        created_at: now,
        updated_at: now,
      }),
    async update({ trx, body, now }, row) {
      const changed = differingValues(readValidFields(chargeUpdate.shape, body), { ...row })
      if (changed) await updateCharge(trx, row.id, { ...changed, updated_at: now })
    },
    async remove({ trx, now }, row): Promise<ChargeRow> {
      await updateCharge(trx, row.id, { deleted: true, updated_at: now })
      return { ...row, deleted: true, updated_at: now }
    },
    about: 'Predefined amounts that expenses use.',
    examples: {
      store: { name: 'Parking', charge: 400, unit: 'hour', currency: 'NZD' },
      update: { charge: 104 },
    },
  })
