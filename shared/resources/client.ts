/** Clients: for whom projects are done (specification, Client record). */
import {
  id,
  optionalText,
  requiredText,
  timestamp,
  wireBoolean,
  wireId,
  wireOptionalText,
  wireText,
  wireTimestamp,
} from './fields.ts'
import type { ReferenceState } from './reference-state.ts'
import { z } from './zod.ts'

const text = z.string().nullable()

export const contactRecord = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  phone: text,
  mobile: text,
  primary: z.boolean(),
})
export type Contact = z.output<typeof contactRecord>

export const addressRecord = z.strictObject({
  street: text,
  street_2: text,
  suburb: text,
  city: text,
  state: text,
  postal: text,
  country: text,
})
export type Address = z.output<typeof addressRecord>

/** The client inside a full project. */
export const clientRecord = z.strictObject({
  id,
  code: z.string(),
  name: requiredText(),
  phone: text,
  fax: text,
  created_at: timestamp,
  updated_at: timestamp,
  deleted: z.boolean(),
  contact: contactRecord.nullable(),
  address: addressRecord,
  postal: addressRecord,
})
export type ClientRecord = z.output<typeof clientRecord>

/** The client inside the short project of a times index. */
export const clientShortRecord = clientRecord.pick({
  id: true,
  name: true,
  code: true,
  deleted: true,
})

const wireAddress = z.object({
  street: wireOptionalText,
  street_2: wireOptionalText,
  suburb: wireOptionalText,
  city: wireOptionalText,
  state: wireOptionalText,
  postal: wireOptionalText,
  country: wireOptionalText,
})

const wireContact = z.object({
  id: wireId,
  name: wireOptionalText.transform((name) => name ?? ''),
  email: wireOptionalText.transform((email) => email ?? ''),
  phone: wireOptionalText,
  mobile: wireOptionalText,
  primary: wireBoolean.optional().transform((primary) => primary ?? false),
})

/** A client as services nest or list it: only the id is certain. */
export const clientWire = z.object({
  id: wireId,
  code: wireText.nullish(),
  name: wireText.optional(),
  phone: wireText.nullish(),
  fax: wireText.nullish(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  deleted: wireBoolean.optional(),
  contact: wireContact.nullish(),
  address: wireAddress.nullish(),
  postal: wireAddress.nullish(),
} satisfies Record<keyof ClientRecord, unknown>)
export type ClientWire = z.output<typeof clientWire>

export const clientSortKeys = ['name', 'code', 'updated_at'] as const
export type ClientSortKey = (typeof clientSortKeys)[number]

const line = optionalText(255)
  .optional()
  .transform((text) => text ?? null)

const addressBody = z
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
    'Must be an object with address fields',
  )
  .optional()

const contactBody = z
  .object(
    {
      name: requiredText(),
      email: requiredText(),
      phone: line,
      mobile: line,
      primary: z.boolean('Must be true or false').default(true),
    },
    'Must be null, or an object with name and email',
  )
  .nullable()
  .optional()

/** The fields of a request that changes a client (docs/API.md, Reference records). */
export const clientUpdate = z.object({
  name: requiredText().optional(),
  code: optionalText(32)
    .transform((code) => code ?? '')
    .optional(),
  phone: optionalText(255).optional(),
  fax: optionalText(255).optional(),
  contact: contactBody,
  address: addressBody,
  postal: addressBody,
})
export type ClientUpdate = z.output<typeof clientUpdate>

/** The fields of a request that creates a client. */
export const clientCreate = clientUpdate.extend({ name: requiredText() })
export type ClientCreate = z.output<typeof clientCreate>

/** Adds the client's id as the contact's: a client has one contact at most. */
export const withContactId = <Contact extends object>(
  client: number,
  contact: Contact | null | undefined,
) => contact && { id: client, ...contact }

/** A client as the program works with it. */
export interface Client {
  local: number
  id: number | null
  state: ReferenceState
  code: string
  name: string
  phone: string | null
  fax: string | null
  contact: Contact | null
  address: Address | null
  postal: Address | null
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}
