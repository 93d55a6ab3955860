/** Projects (specification, Project record; DECISIONS.md, Projects, clients, tasks, charges). */
import { defaultIncrement } from '../rules/increments.ts'
import { clientRecord, clientShortRecord, clientWire } from './client.ts'
import {
  amount,
  civilDate,
  currency,
  id,
  integer,
  requiredText,
  timestamp,
  wireBoolean,
  wireDate,
  wireId,
  wireInteger,
  wireTimestamp,
} from './fields.ts'
import { z } from './zod.ts'

export const projectStatuses = ['incomplete', 'complete'] as const
export const projectTypes = ['client', 'internal'] as const
export const budgetTypes = ['money', 'minutes'] as const

/** Length of one increment in minutes. */
export const increment = integer(1, 1440)

/** The full project, without its client. */
export const projectRecord = z.strictObject({
  id,
  status: z.enum(projectStatuses),
  name: requiredText(),
  code: z.string(),
  description: z.string(),
  currency,
  increment,
  budget: z.int().nullable(),
  budget_type: z.enum(budgetTypes).nullable(),
  start_date: civilDate,
  end_date: civilDate.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.enum(projectTypes),
  deleted: z.boolean(),
})

export type ProjectRecord = z.output<typeof projectRecord>

/** The project inside a time entry outside lists: with its client, null for internal work. */
export const projectWithClientRecord = projectRecord.extend({ client: clientRecord.nullable() })
export type ProjectWithClientRecord = z.output<typeof projectWithClientRecord>

/** The project inside a times index. */
export const projectShortRecord = projectRecord
  .pick({ id: true, name: true, code: true, status: true, type: true, deleted: true })
  .extend({ client: clientShortRecord.nullable() })
export type ProjectShortRecord = z.output<typeof projectShortRecord>

/** A project of the reference endpoints: with its client and its rate per hour. */
export const projectReferenceRecord = projectWithClientRecord.extend({ rate: amount })
export type ProjectReferenceRecord = z.output<typeof projectReferenceRecord>

/** A project as any service nests or lists it: only the id is certain. */
export const projectWire = z.object({
  id: wireId,
  status: z.string().optional(),
  name: z.string().optional(),
  code: z.string().nullish(),
  description: z.string().nullish(),
  currency: z.string().nullish(),
  increment: wireInteger.optional(),
  budget: wireInteger.nullish(),
  budget_type: z.string().nullish(),
  start_date: wireDate.nullish(),
  end_date: wireDate.nullish(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  type: z.string().optional(),
  deleted: wireBoolean.optional(),
  client: clientWire.nullish(),
  rate: wireInteger.optional(),
})
export type ProjectWire = z.output<typeof projectWire>

export const projectSortKeys = ['name', 'code', 'updated_at'] as const
export type ProjectSortKey = (typeof projectSortKeys)[number]

/** A project made on this machine: it stays here until it is matched with one of the service. */
export const projectCreate = z.object({
  name: requiredText(),
  code: z.string().trim().max(32, 'Needs at most 32 characters').default(''),
  increment: increment.default(defaultIncrement),
  currency: currency.default('EUR'),
})
export type ProjectCreate = z.output<typeof projectCreate>

/** A project as the program works with it; `id` is the service's, `local` this machine's. */
export interface Project {
  local: number
  id: number | null
  name: string
  code: string
  status: string
  type: string
  currency: string | null
  increment: number
  rate: number
  deleted: boolean
  client: { local: number; id: number | null; name: string; code: string; deleted: boolean } | null
}
