/** What changed since a cursor (DECISIONS.md, Changes): the `changes` capability. */
import { id, wireBoolean, wireId } from './fields.ts'
import { z } from './zod.ts'

export const changedResources = [
  'times',
  'expenses',
  'categories',
  'projects',
  'clients',
  'tasks',
  'charges',
] as const

const changeRecord = z.strictObject({
  /** Where to go on from after this change. */
  cursor: z.string(),
  resource: z.enum(changedResources),
  id,
  /**
   * Seen from the cursor that was asked with: `created` when the record is new since then. Both
   * `created` and `updated` say what the record is now; whoever follows writes it either way.
   */
  action: z.enum(['created', 'updated', 'deleted']),
  /** As it stands now, in the shape of a store or update response; null when deleted. */
  record: z.looseObject({ id }).nullable(),
})
export type ChangeRecord = z.output<typeof changeRecord>

export const changePage = z.strictObject({
  data: z.array(changeRecord),
  /** To ask with next time. */
  cursor: z.string(),
  /** More stands after this cursor already. */
  has_more: z.boolean(),
})
export type ChangePage = z.output<typeof changePage>

/** A page of the feed as a client reads it; each change is read by itself. */
export const changePageWire = z.object({
  data: z.array(z.unknown()),
  cursor: z
    .union([
      // Half a character stands in no address.
      z
        .string()
        .min(1)
        .max(1_000)
        .refine((text) => text.isWellFormed()),
      z.int(),
    ])
    .transform(String),
  has_more: wireBoolean,
})

/** A change as a client reads it; its record is read by the schema of its resource. */
export const changeWire = z.object({
  resource: z.enum(changedResources),
  id: wireId,
  action: z.enum(['created', 'updated', 'deleted']),
  record: z.unknown(),
})
export type ChangeWire = z.output<typeof changeWire>
