/** What a call of the contract is, and the arguments that several calls share. */
import { id, integer } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'

/** A call: the schema of its argument, and the type of its value. */
export interface Call<Arguments extends z.ZodType, Value> {
  readonly arguments: Arguments
  /** Only a type; nothing stands here at run time. */
  readonly value?: Value
}

/** `call<Value>()(argumentSchema)`. */
export const call =
  <Value>() =>
  <Arguments extends z.ZodType>(schema: Arguments): Call<Arguments, Value> => ({
    arguments: schema,
  })

export const nothing = z.undefined()

/** A record by its id on this machine. */
export const byLocal = z.strictObject({ local: id })

/** Several records by their ids on this machine. */
export const byLocals = z.strictObject({
  locals: z.array(id).min(1, 'Needs at least one').max(5000),
})

/** Which page of an index, from 1. */
export const pageNumber = z.int('Needs a whole number from 1').min(1, 'Needs a whole number from 1')

/** The parameters of an index query, as the API's. */
export const list = <const Keys extends readonly [string, ...string[]]>(sortKeys: Keys) =>
  z.strictObject({
    sortKey: z.enum(sortKeys).optional(),
    sortAsc: z.boolean().optional(),
    query: z.string('Needs text').max(200, 'Needs at most 200 characters').optional(),
    page: pageNumber.optional(),
    limit: integer(1, 100).optional(),
  })

/** Epoch milliseconds. */
export const instant = z.int().min(0)
