/** Clients, as the `reference` capability serves them. */
import type { Hono } from 'hono'
import {
  insertClient,
  listClients,
  readClient,
  updateClient,
  type ClientRow,
} from '#core/store/clients.ts'
import { clientSortKeys } from '#shared/resources/client.ts'
import { optionalText, requiredText } from '#shared/resources/fields.ts'
import { z } from '#shared/resources/zod.ts'
import { readValidFields } from '../http/fields.ts'
import { toClientRecord } from '../records/reference.ts'
import type { Env, Service } from '../service.ts'
import { changes, referenceRoutes } from './reference.ts'

const line = optionalText(255)
  .optional()
  .transform((text) => text ?? null)

const address = z
  .object(
    {
      street: line,
      street_2: line,
      suburb: line,
      city: line,
      state: line,
      postal: line,
      country: line,
    },
    'Needs an object with the fields of an address',
  )
  .optional()

const contact = z
  .object(
    {
      name: requiredText(),
      email: requiredText(),
      phone: line,
      mobile: line,
      primary: z.boolean('Needs true or false').default(true),
    },
    'Needs an object with name and email, or null',
  )
  .nullable()
  .optional()

const updateShape = {
  name: requiredText().optional(),
  code: optionalText(32)
    .transform((code) => code ?? '')
    .optional(),
  phone: optionalText(255).optional(),
  fax: optionalText(255).optional(),
  contact,
  address,
  postal: address,
}
const storeShape = { ...updateShape, name: requiredText() }

/** What requests may say, for the reference. */
export const clientBodies = { store: storeShape, update: updateShape }

/** A client has one contact at most: the contact's id is the client's. */
const withId = <Contact extends object>(id: number, contact: Contact | null | undefined) =>
  contact && { id, ...contact }

export const clientRoutes = (service: Service): Hono<Env> =>
  referenceRoutes(service, {
    path: 'clients',
    wrapper: 'client',
    sortKeys: clientSortKeys,
    list: listClients,
    read: readClient,
    toRecord: toClientRecord,
    writable: (row) => !row.deleted,
    async store({ trx, caller, body, now }) {
      const { contact, ...values } = readValidFields(storeShape, body)
      const id = await insertClient(trx, {
        ...values,
        organisation_id: caller.organisation,
        created_at: now,
        updated_at: now,
      })
      await updateClient(trx, id, { contact: withId(id, contact) })
      return id
    },
    async update({ trx, body, now }, row) {
      const values = readValidFields(updateShape, body)
      const changed = changes({ ...values, contact: withId(row.id, values.contact) }, { ...row })
      if (changed) await updateClient(trx, row.id, { ...changed, updated_at: now })
    },
    async remove({ trx, now }, row): Promise<ClientRow> {
      await updateClient(trx, row.id, { deleted: true, updated_at: now })
      return { ...row, deleted: true, updated_at: now }
    },
  })
