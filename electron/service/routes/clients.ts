/** Clients, as the `reference` capability serves them. */
import type { Hono } from 'hono'
import {
  insertClient,
  listClients,
  readClient,
  updateClient,
  type ClientRow,
} from '#core/store/resources/clients.ts'
import {
  clientCreate,
  clientSortKeys,
  clientUpdate,
  withContactId,
} from '#shared/resources/client.ts'
import { readValidFields } from '../http/read-fields.ts'
import { toClientRecord } from '../records/reference.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { differingValues, referenceRoutes } from './reference-routes.ts'

export const clientRoutes = (service: Service): Hono<ServiceEnv> =>
  referenceRoutes(service, {
    path: 'clients',
    wrapper: 'client',
    sortKeys: clientSortKeys,
    list: listClients,
    read: readClient,
    toRecord: toClientRecord,
    writable: (row) => !row.deleted,
    async store({ trx, caller, body, now }) {
      const { contact, ...values } = readValidFields(clientCreate.shape, body)
      const id = await insertClient(trx, {
        ...values,
        organisation_id: caller.organisation,
        created_at: now,
        updated_at: now,
      })
      await updateClient(trx, id, { contact: withContactId(id, contact) })
      return id
    },
    async update({ trx, body, now }, row) {
      const values = readValidFields(clientUpdate.shape, body)
      const changed = differingValues(
        { ...values, contact: withContactId(row.id, values.contact) },
        { ...row },
      )
      if (changed) await updateClient(trx, row.id, { ...changed, updated_at: now })
    },
    async remove({ trx, now }, row): Promise<ClientRow> {
      await updateClient(trx, row.id, { deleted: true, updated_at: now })
      return { ...row, deleted: true, updated_at: now }
    },
  })
