/** Defines what a call of the contract is, and the arguments that several calls share. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import { maxBulkRecords } from '../../rules/bulk-limit.ts'

/** A call: the schema of its argument and the type of its value. */
export interface CallDefinition<Arguments extends z.ZodType, Value> {
  readonly arguments: Arguments
  /** Carries the type only; never set at run time. */
  readonly value?: Value
}

/** Usage: `call<Value>()(argumentSchema)`. */
export const call =
  <Value>() =>
  <Arguments extends z.ZodType>(schema: Arguments): CallDefinition<Arguments, Value> => ({
    arguments: schema,
  })

export const noArguments = z.undefined()

/** A record by its local id. */
export const byLocalId = z.strictObject({ local: id })

/** Several records of one kind, changed together. */
export const several = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, 'Choose at least one').max(maxBulkRecords)

/** Several records by their local ids. */
export const byLocalIds = z.strictObject({ locals: several(id) })

/**
 * Former values by field, as the caller read them. Any value is accepted, since any service may
 * have written it.
 */
export function seenValues<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  const names = Object.keys(fields.shape) as (keyof Shape)[]
  const anything = Object.fromEntries(names.map((name) => [name, z.json().optional()]))
  return z.strictObject(anything as { [Name in keyof Shape]: z.ZodOptional<z.ZodJSONSchema> })
}

const namesAll = (set: object, was: object): boolean =>
  Object.keys(set).every((name) => name in was)
const incomplete = {
  path: ['was'],
  message: 'Include every field of set, with the value that was seen',
}

/**
 * An edit of one record. `was` has the value of each field in `set` as the author read it. If one
 * has changed since, the call fails with `stale`, `fields` has the current value, and nothing is
 * written. `was` may also have values of other fields, on which a field in `set` depends.
 */
export const recordEdit = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  z
    .strictObject({ local: id, set: fields.partial(), was: seenValues(fields) })
    .refine(({ set, was }) => namesAll(set, was), incomplete)

/** The same edit of several records, as one change: all or none. */
export const batchEdit = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  z
    .strictObject({
      records: several(z.strictObject({ local: id, was: seenValues(fields) })),
      set: fields.partial(),
    })
    .refine(({ records, set }) => records.every(({ was }) => namesAll(set, was)), incomplete)

/** Page of a list, from 1. */
export const pageNumber = z
  .int('Enter a whole number, 1 or higher')
  .min(1, 'Enter a whole number, 1 or higher')

/** The parameters of a list query, as in the API. */
export const listArguments = <const Keys extends readonly [string, ...string[]]>(sortKeys: Keys) =>
  z.strictObject({
    sortKey: z.enum(sortKeys).optional(),
    sortAsc: z.boolean().optional(),
    query: z.string('Enter text').max(200, 'Use 200 characters or fewer').optional(),
    page: pageNumber.optional(),
    limit: integer(1, 100).optional(),
  })

/** Epoch milliseconds. */
export const instantArgument = z.int().min(0)
