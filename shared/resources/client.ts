/** Clients: whom projects are done for (specification, Client record). */
import {
  id,
  requiredText,
  timestamp,
  wireBoolean,
  wireId,
  wireOptionalText,
  wireTimestamp,
} from './fields.ts'
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

/** A client as any service nests or lists it: only the id is certain. */
export const clientWire = z.object({
  id: wireId,
  code: z.string().nullish(),
  name: z.string().optional(),
  phone: z.string().nullish(),
  fax: z.string().nullish(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  deleted: wireBoolean.optional(),
  contact: wireContact.nullish(),
  address: wireAddress.nullish(),
  postal: wireAddress.nullish(),
})
export type ClientWire = z.output<typeof clientWire>

export const clientSortKeys = ['name', 'code', 'updated_at'] as const
export type ClientSortKey = (typeof clientSortKeys)[number]
