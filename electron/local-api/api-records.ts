/**
 * Converts the core's values to the records of the specification. A value that this computer does
 * not have is null, even where the specification has no null: a draft has no project, and of a
 * service without the `reference` capability only those fields of a project are known that its
 * lists of entries contain.
 */
import { addressRecord } from '#shared/resources/client.ts'
import { userShortRecord, type User } from '#shared/resources/user.ts'
import { z } from '#shared/resources/zod.ts'
import { toApiId, type RecordIds } from './api-ids.ts'

type Convert = (value: unknown, withUser: boolean) => unknown

/** Whether a user is the person of this computer, and no service has named them yet. */
export const isNobody = ({ id, name }: Pick<User, 'id' | 'name'>): boolean =>
  id === null && name === ''

/**
 * Keeps the fields of a schema, and replaces a record's local and remote id by the API's. Undefined
 * where every value stays as it is.
 */
function converter(schema: z.core.$ZodType): Convert | undefined {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return converter(schema.unwrap())
  }
  if (!(schema instanceof z.ZodObject)) return undefined
  const fields = Object.entries(schema.shape as z.core.$ZodShape)
    .filter(([name]) => name !== 'uid')
    .map(([name, field]) => ({ name, convert: converter(field) }))
  // Copying it is faster than adding each field to an object.
  const blank = Object.fromEntries(fields.map(({ name }) => [name, null]))
  return (value, withUser) => {
    // An address always has its fields.
    if (value === null) return schema === addressRecord ? blank : null
    const entity = value as Record<string, unknown>
    if (schema === userShortRecord && isNobody(entity as unknown as User)) return null
    const record: Record<string, unknown> = { ...blank }
    for (const { name, convert } of fields) {
      const own = entity[name] ?? null
      if (name === 'user' && !withUser) record[name] = undefined
      else record[name] = convert ? convert(own, withUser) : own
    }
    if ('local' in entity) record['id'] = toApiId(entity as unknown as RecordIds)
    return record
  }
}

/** Returns what converts an entity to the record of a schema, which has a user on request. */
export function toApiRecord<Shape extends z.core.$ZodShape>(schema: z.ZodObject<Shape>) {
  const convert = converter(schema)
  return (
    entity: RecordIds & { readonly [Name in Exclude<keyof Shape, 'uid' | 'user'>]: unknown },
    withUser = false,
  ) => convert!(entity, withUser) as object
}
