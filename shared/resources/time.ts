/**
 * Time entries, in the five schemas of a resource: `timeCreate` and `timeUpdate` (what a request
 * may contain), `toApiTimeRecord` and `toApiTimeListRecord` (what our service returns, strict),
 * `timeWire` (what a client reads from any service), `TimeEntry` (what the program works with).
 */
import type { FieldTexts } from '../errors.ts'
import { maximumEntryMinutes, maximumQuantity } from '../rules/increments.ts'
import {
  amount,
  civilDate,
  currency,
  id,
  integer,
  notes,
  recordUid,
  timestamp,
  wireAmount,
  wireDate,
  wireId,
  wireIntegerIn,
  wireOptionalText,
  wireTimestamp,
  wireUid,
} from './fields.ts'
import type { ListQuery } from './page.ts'
import { projectShortRecord, projectWire, projectWithClientRecord } from './project.ts'
import { taskRecord, taskShortRecord, taskWire } from './task.ts'
import { userShortRecord, userWire } from './user.ts'
import { z } from './zod.ts'

/** Specification, Times, create body; ranges from docs/API.md, Times. */
export const timeCreate = z.object({
  project_id: id,
  task_id: id,
  date: civilDate,
  /** Minutes from the beginning of the day. */
  start: integer(0, 1439),
  /** Number of increments. */
  quantity: integer(1, maximumEntryMinutes),
  notes: notes.optional(),
})
export type TimeCreate = z.output<typeof timeCreate>

/** Specification, Times, update body: any subset, nothing required. */
export const timeUpdate = timeCreate.partial()
export type TimeUpdate = z.output<typeof timeUpdate>

/**
 * Returns the message for `quantity` when quantity × increment is longer than the longest day, else
 * undefined. It needs the project's increment, so it is not part of the schema.
 */
export function quantityProblem(quantity: number, increment: number): string | undefined {
  const most = maximumQuantity(increment)
  return quantity > most
    ? `Use ${most} or fewer ${increment}-minute increments (${maximumEntryMinutes / 60} hours)`
    : undefined
}

/** Adds that as a problem. */
export function checkQuantity(quantity: number, increment: number, problems: FieldTexts): void {
  const problem = quantityProblem(quantity, increment)
  if (problem) problems['quantity'] ??= [problem]
}

const fields = {
  id,
  date: civilDate,
  start: z.int(),
  total: z.int(),
  quantity: z.int(),
  increment: z.int(),
  rate: amount,
  notes: z.string().nullable(),
  currency,
  created_at: timestamp,
  updated_at: timestamp,
  uid: recordUid,
  /** Only when the request says `include=user` (capability `user`). */
  user: userShortRecord.nullable().optional(),
}

/** In store, show and update responses. */
export const timeRecord = z.strictObject({
  ...fields,
  project: projectWithClientRecord,
  task: taskRecord,
})
export type TimeRecord = z.output<typeof timeRecord>

/** In index responses. */
export const timeListRecord = z.strictObject({
  ...fields,
  project: projectShortRecord,
  task: taskShortRecord,
})
export type TimeListRecord = z.output<typeof timeListRecord>

/** Some nineteen years. No entry is as long; calendars and sums can still handle one that is. */
const longestWireEntry = 10_000_000
const minutes = wireIntegerIn(0, longestWireEntry)

/**
 * A time entry as any service returns it, in a list or alone. Its length is bounded, so that an
 * implausible record is set aside and never enters a sum.
 */
export const timeWire = z
  .object({
    id: wireId,
    date: wireDate,
    start: wireIntegerIn(0, 1439),
    total: minutes.nullish(),
    quantity: minutes,
    increment: wireIntegerIn(1, longestWireEntry),
    rate: wireAmount.nullish(),
    notes: wireOptionalText,
    currency: wireOptionalText,
    created_at: wireTimestamp,
    updated_at: wireTimestamp,
    project: projectWire,
    task: taskWire,
    user: userWire.nullish(),
    uid: wireUid,
  } satisfies Record<keyof TimeRecord, unknown>)
  .refine(({ quantity, increment }) => quantity * increment <= longestWireEntry, {
    message: 'is too large',
    path: ['quantity'],
  })
  .refine(
    ({ quantity, increment, rate }) =>
      Number.isSafeInteger(quantity * increment * Math.abs(rate ?? 0)),
    { message: 'is too large', path: ['rate'] },
  )
export type TimeWire = z.output<typeof timeWire>

/** Specification, Times, list: allowed values of sortKey. */
export const timeSortKeys = [
  'date',
  'start',
  'task.name',
  'project.name',
  'project.code',
  'user.name',
] as const
export type TimeSortKey = (typeof timeSortKeys)[number]

export interface TimeListQuery extends ListQuery<TimeSortKey> {
  /** Only the entries of this civil day. */
  date?: string | undefined
}

/**
 * State of a record in relation to the service. `held`: refers to a project or task that exists
 * only locally. `draft`: has no project or task yet.
 */
export type RecordState =
  'synced' | 'pending' | 'sending' | 'refused' | 'conflict' | 'held' | 'draft'

/**
 * A time entry as the program works with it. Field names are the API's; `id` is the service's id
 * (null until the service has it), `local` the local id, which never changes.
 */
export interface TimeEntry {
  local: number
  id: number | null
  state: RecordState
  /** The service's message on refusing this entry. */
  refusal: string | null
  /** The refused fields, by their names in the API. */
  refused: string[]
  date: string
  start: number
  total: number
  /** Minutes before they were rounded to increments; `total` where only that is known. */
  worked: number
  quantity: number
  increment: number
  rate: number
  notes: string | null
  currency: string | null
  created_at: string | null
  updated_at: string | null
  /**
   * True while `total`, `rate`, `increment` and `currency` are computed locally, until the service
   * acknowledges them.
   */
  provisional: boolean
  project: TimeEntryProject | null
  task: { local: number; id: number | null; name: string; deleted: boolean } | null
  user: { local: number; id: number | null; name: string } | null
}

export interface TimeEntryProject {
  local: number
  id: number | null
  name: string
  code: string
  status: string
  type: string
  deleted: boolean
  client: { local: number; id: number | null; name: string; code: string; deleted: boolean } | null
}
