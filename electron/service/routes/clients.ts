/** Clients, as the `reference` capability serves them. */
import {
  insertClient,
  listClients,
  readClient,
  updateClient,
  type ClientRow,
} from '#core/store/resources/clients.ts'
import { clientCreate, clientUpdate, withContactId } from '#shared/resources/client.ts'
import { listQueries } from '../http/list-queries.ts'
import { readValidFields } from '../http/read-fields.ts'
import { toClientRecord } from '../records/reference.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { differingValues, referenceEndpoints } from './reference-routes.ts'

export const clientEndpoints = (service: Service): EndpointGroup =>
  referenceEndpoints(service, {
    path: 'clients',
    wrapper: 'client',
    query: listQueries.clients,
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
    about: 'Customers that projects are for.',
    examples: {
      store: {
        name: 'Hill Street Books',
        code: 'HSB',
        phone: '+64 4 555 0166',
        contact: { name: 'Aroha Pike', email: 'aroha@hillstreet.example' },
        address: { street: '9 Hill Street', city: 'Wellington', country: 'New Zealand' },
      },
      update: { phone: '+64 4 555 0143' },
    },
  })
