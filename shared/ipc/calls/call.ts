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

/** The parameters of an index query, as the API's. */
export const list = <const Keys extends readonly [string, ...string[]]>(sortKeys: Keys) =>
  z.strictObject({
    sortKey: z.enum(sortKeys).optional(),
    sortAsc: z.boolean().optional(),
    query: z.string().max(200).optional(),
    page: z.int().min(1).optional(),
    limit: integer(1, 100).optional(),
  })

/** Epoch milliseconds. */
export const instant = z.int().min(0)
