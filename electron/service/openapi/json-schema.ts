/** Converts the components to JSON Schema (draft 2020-12, the one of OpenAPI 3.1). */
import { civilDate } from '#shared/resources/fields.ts'
import { z } from '#shared/resources/zod.ts'
import { openApiComponents, type ComponentName } from './components.ts'
import { fieldNote } from './field-notes.ts'

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  default?: unknown
}

const refTo = (name: string) => `#/components/schemas/${name}`

/** The component to which a reference points. */
export const componentNameOf = (ref: string): ComponentName =>
  ref.slice(refTo('').length) as ComponentName

/** Every component by its name, with references to each other. */
export function componentSchemas(): Record<ComponentName, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(openApiComponents)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...conversion, uri: refTo })
  const entries = Object.entries(schemas).map(([name, schema]) => [
    name,
    withNotes(name, simplified(schema as JsonSchema)),
  ])
  return Object.fromEntries(entries) as Record<ComponentName, JsonSchema>
}

/** Converts a schema that is no component, such as a parameter's. */
export const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  simplified(z.toJSONSchema(schema, conversion) as JsonSchema)

/** `input`: requests and responses have the same JSON before zod transforms it. */
const conversion: NonNullable<Parameters<typeof z.toJSONSchema>[1]> = {
  io: 'input',
  override({ zodSchema, jsonSchema }) {
    // That a date exists is a condition in code, which zod cannot express.
    if ((zodSchema as unknown) === civilDate) jsonSchema.format = 'date'
  },
}

function withNotes(component: string, schema: JsonSchema): JsonSchema {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const note = fieldNote(component, field)
    if (note !== undefined) property.description = note
  }
  return schema
}

/**
 * Simplifies a schema to the form that people write: no identifiers, `type: [T, null]`, plain
 * enumerations.
 */
function simplified(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as JsonSchema & { $schema?: string; $id?: string }
  const { anyOf, properties, items, additionalProperties, ...plain } = rest
  const simple: JsonSchema = plain
  // Every integer has these limits; the reference says so once.
  if (simple.minimum === Number.MIN_SAFE_INTEGER) delete simple.minimum
  if (simple.maximum === Number.MAX_SAFE_INTEGER) delete simple.maximum
  if (properties) {
    simple.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, simplified(property)]),
    )
  }
  if (items) simple.items = simplified(items)
  if (additionalProperties !== undefined) {
    simple.additionalProperties =
      typeof additionalProperties === 'object'
        ? simplified(additionalProperties)
        : additionalProperties
  }
  return anyOf ? { ...simple, ...joined(anyOf.map(simplified)) } : simple
}

function joined(choices: JsonSchema[]): JsonSchema {
  if (choices.every((choice) => choice.const !== undefined)) {
    const values = choices.map((choice) => choice.const)
    const type = values.every(Number.isInteger) ? 'integer' : choices[0]!.type
    return { ...(type && { type }), enum: values }
  }
  const [value, nothing] = choices
  if (choices.length !== 2 || nothing?.type !== 'null' || typeof value?.type !== 'string') {
    return { anyOf: choices }
  }
  return {
    ...value,
    type: [value.type, 'null'],
    ...(value.enum && { enum: [...value.enum, null] }),
  }
}
