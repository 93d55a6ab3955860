/** Charges, as the `reference` capability serves them. */
import type { Hono } from 'hono'
import {
  insertCharge,
  listCharges,
  readCharge,
  updateCharge,
  type ChargeRow,
} from '#core/store/resources/charges.ts'
import { chargeCreate, chargeSortKeys, chargeUpdate } from '#shared/resources/charge.ts'
import { readValidFields } from '../http/read-fields.ts'
import { toChargeRecord } from '../records/reference.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { differingValues, referenceRoutes } from './reference-routes.ts'

export const chargeRoutes = (service: Service): Hono<ServiceEnv> =>
  referenceRoutes(service, {
    path: 'charges',
    wrapper: 'charge',
    sortKeys: chargeSortKeys,
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
  })
