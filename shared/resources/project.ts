/** Projects (specification, Project record; docs/API.md, Projects, clients, tasks, charges). */
import type { FieldTexts } from '../errors.ts'
import { clientRecord, clientShortRecord, clientWire, type Client } from './client.ts'
import {
  amount,
  amountFromZero,
  civilDate,
  currency,
  id,
  integer,
  optionalText,
  requiredText,
  timestamp,
  wireAmount,
  wireBoolean,
  wireDate,
  wireId,
  wireIntegerIn,
  wireText,
  wireTimestamp,
} from './fields.ts'
import type { ReferenceState } from './reference-state.ts'
import { z } from './zod.ts'

const projectStatuses = ['incomplete', 'complete'] as const
const projectTypes = ['client', 'internal'] as const
const budgetTypes = ['money', 'minutes'] as const

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

/** A project as services nest or list it: only the id is certain. */
export const projectWire = z.object({
  id: wireId,
  status: wireText.optional(),
  name: wireText.optional(),
  code: wireText.nullish(),
  description: wireText.nullish(),
  currency: wireText.nullish(),
  increment: wireIntegerIn(1, 10_000_000).optional(),
  budget: wireAmount.nullish(),
  budget_type: wireText.nullish(),
  start_date: wireDate.nullish(),
  end_date: wireDate.nullish(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  type: wireText.optional(),
  deleted: wireBoolean.optional(),
  client: clientWire.nullish(),
  rate: wireAmount.optional(),
} satisfies Record<keyof ProjectReferenceRecord, unknown>)
export type ProjectWire = z.output<typeof projectWire>

export const projectSortKeys = ['name', 'code', 'updated_at'] as const
export type ProjectSortKey = (typeof projectSortKeys)[number]

const toEmpty = (text: string | null): string => text ?? ''
const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `Use one of: ${names.join(', ')}`)

/** The fields of a project that can be set besides name, client and currency. */
const settable = {
  status: oneOf(projectStatuses).optional(),
  code: optionalText(32).transform(toEmpty).optional(),
  description: optionalText(10_000).transform(toEmpty).optional(),
  increment: increment.optional(),
  /** Money in the smallest unit, or minutes, as `budget_type` says. */
  budget: amountFromZero.nullable().optional(),
  budget_type: oneOf(budgetTypes).nullable().optional(),
  start_date: civilDate.optional(),
  end_date: civilDate.nullable().optional(),
  type: oneOf(projectTypes).optional(),
  /** Smallest currency unit per hour. */
  rate: amountFromZero.optional(),
}

/** The fields of a request that changes a project (docs/API.md, Reference records). */
export const projectUpdate = z.object({
  ...settable,
  name: requiredText().optional(),
  currency: currency.optional(),
  client_id: id.nullable().optional(),
})
export type ProjectUpdate = z.output<typeof projectUpdate>

/** The fields of a request that creates a project. */
export const projectCreate = projectUpdate.extend({ name: requiredText(), currency })
export type ProjectCreate = z.output<typeof projectCreate>

interface RuledProject {
  type: string
  client_id: number | null
  budget: number | null
  budget_type: string | null
}

/** The fields of a project that have to go with each other. */
export const ruledProjectFields = [
  'type',
  'client_id',
  'budget',
  'budget_type',
] as const satisfies readonly (keyof RuledProject)[]

/**
 * Validates these fields together (docs/API.md, Projects, clients, tasks, charges). Returns messages
 * by field; empty when valid.
 */
export function validateProject(project: RuledProject): FieldTexts {
  const { type, client_id, budget, budget_type } = project
  return {
    ...(type === 'internal' && client_id !== null
      ? { client_id: ['Must be null for internal projects'] }
      : {}),
    ...(type === 'client' && client_id === null
      ? { client_id: ['Required for client projects'] }
      : {}),
    ...(budget !== null && budget_type === null
      ? { budget_type: ['Required when there’s a budget'] }
      : {}),
  }
}

/** A project as the person creates it locally: its client by local id. */
export const projectInput = z.strictObject({
  ...settable,
  name: requiredText(),
  currency: currency.optional(),
  client: id.nullable().optional(),
})
export type ProjectInput = z.output<typeof projectInput>

/** A project as the program works with it; `id` is the service's id, `local` the local one. */
export interface Project {
  local: number
  id: number | null
  state: ReferenceState
  status: string
  name: string
  code: string
  description: string
  currency: string | null
  /** Minutes of one increment. */
  increment: number
  budget: number | null
  budget_type: string | null
  start_date: string | null
  end_date: string | null
  type: string
  /** Smallest currency unit per hour. */
  rate: number
  deleted: boolean
  created_at: string | null
  updated_at: string | null
  client: Client | null
}
