/** Changes since a cursor (docs/API.md, Changes): the `changes` capability. */
import { id, wireBoolean, wireId } from './fields.ts'
import { z } from './zod.ts'

export const feedResources = [
  'times',
  'expenses',
  'categories',
  'projects',
  'clients',
  'tasks',
  'charges',
] as const

const changeRecord = z.strictObject({
  /** The cursor after this change. */
  cursor: z.string(),
  resource: z.enum(feedResources),
  id,
  /**
   * Relative to the requested cursor: `created` when the record is new since then. Both `created`
   * and `updated` carry the present record, and a client upserts it either way.
   */
  action: z.enum(['created', 'updated', 'deleted']),
  /** The present record, in the shape of a store or update response; null when deleted. */
  record: z.looseObject({ id }).nullable(),
})
export type ChangeRecord = z.output<typeof changeRecord>

export const changePage = z.strictObject({
  data: z.array(changeRecord),
  /** The cursor for the next request. */
  cursor: z.string(),
  /** True when more changes follow this cursor already. */
  has_more: z.boolean(),
})
export type ChangePage = z.output<typeof changePage>

/** A page of the feed as a client reads it; each change is parsed separately. */
export const changePageWire = z.object({
  data: z.array(z.unknown()),
  cursor: z
    .union([
      // A URL cannot contain half of a surrogate pair.
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

/** A change as a client reads it; the record is parsed by the schema of its resource. */
export const changeWire = z.object({
  resource: z.enum(feedResources),
  id: wireId,
  action: z.enum(['created', 'updated', 'deleted']),
  record: z.unknown(),
})
export type ChangeWire = z.output<typeof changeWire>
