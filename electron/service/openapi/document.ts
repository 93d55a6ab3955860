/** Builds the OpenAPI 3.1 document of a service from its endpoints and the schemas in use. */
import type { Capability } from '#shared/resources/service-info.ts'
import type { ComponentName } from './components.ts'
import exampleAnswers from './example-answers.json' with { type: 'json' }
import { componentSchemas, componentNameOf, toJsonSchema, type JsonSchema } from './json-schema.ts'
import {
  operationsOf,
  type ErrorStatus,
  type Operation,
  type OperationParameter,
  type ServiceEndpoints,
} from './operation.ts'
import { capabilityHeaders } from './capability-headers.ts'
import { acceptsUid, errorSchema, errorsOf, errorDescriptions } from './error-responses.ts'
import { referenceIntroduction } from './reference-text.ts'

export interface DocumentedParameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: JsonSchema
  example?: unknown
}

interface Content {
  [type: string]: { schema?: JsonSchema; example?: unknown }
}

export interface DocumentedResponse {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: []
  parameters?: DocumentedParameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, DocumentedResponse>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers?: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    securitySchemes: Record<string, object>
    schemas: Record<string, JsonSchema>
  }
}

/** The document without `servers`, which depend on the URL that was called. */
export function createOpenApiDocument(
  endpoints: ServiceEndpoints,
  capabilities: ReadonlySet<Capability>,
): OpenApi {
  const operations = operationsOf(endpoints)
  const paths: OpenApi['paths'] = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: documented(operation, capabilities),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stint service', version: 'v1', description: referenceIntroduction },
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token that belongs to one person.',
        },
      },
      schemas: schemasIn(paths, capabilities),
    },
  }
}

function documented(
  operation: Operation,
  capabilities: ReadonlySet<Capability>,
): DocumentedOperation {
  const { id, tag, summary, description, open, body, example } = operation
  const headers = capabilityHeaders(operation, capabilities)
  const parameters = [...(operation.parameters ?? []), ...headers.taken].map((parameter) =>
    documentedParameter(parameter, operation),
  )
  const answered = success(operation, capabilities, headers.answered)
  return {
    operationId: id,
    tags: [tag.name],
    summary,
    ...(description && { description }),
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: component(body),
            ...(example && { example: example.body }),
          },
        },
      },
    }),
    responses: {
      [operation.answer.status]: answered,
      ...(acceptsUid(operation, capabilities) && {
        200: { ...answered, description: 'The existing record with this `uid`' },
      }),
      ...Object.fromEntries(
        errorsOf(operation, capabilities).map((status) => [status, refused(status)]),
      ),
    },
  }
}

function refused(status: ErrorStatus): DocumentedResponse {
  const schema = errorSchema(status)
  return {
    description: errorDescriptions[status],
    ...(schema && { content: { 'application/json': { schema: component(schema) } } }),
  }
}

function documentedParameter(
  parameter: OperationParameter,
  operation: Operation,
): DocumentedParameter {
  const { name, in: place, description, schema, required = false } = parameter
  const example = place === 'header' ? undefined : operation.example?.[place]?.[name]
  return {
    name,
    in: place,
    required,
    description,
    schema: toJsonSchema(schema),
    ...(example !== undefined && { example }),
  }
}

function success(
  { id, answer }: Operation,
  capabilities: ReadonlySet<Capability>,
  headers: readonly { name: string; description: string }[],
): DocumentedResponse {
  const example = exampleOf(id, capabilities)
  const type = answer.type ?? 'application/json'
  return {
    description: answer.description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(
        headers.map(({ name, description }) => [name, { description, schema: { type: 'string' } }]),
      ),
    }),
    content: {
      [type]: {
        schema: answer.schema ? component(answer.schema) : { type: 'string' },
        ...(example !== undefined && { example }),
      },
    },
  }
}

/** The response of an operation's example, as a service with these capabilities gives it. */
function exampleOf(id: string, capabilities: ReadonlySet<Capability>): unknown {
  const example = (exampleAnswers as Record<string, unknown>)[id]
  if (example === undefined) return undefined
  // eslint-disable-next-line no-restricted-syntax -- a constant
  return JSON.parse(
    JSON.stringify(example, (name, value: unknown) => {
      if (capabilityFields.some((one) => one === name && !capabilities.has(one))) return undefined
      return name === 'capabilities' ? [...capabilities] : value
    }),
  )
}

const component = (name: ComponentName): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Fields that exist only with the capability that has their name. */
const capabilityFields = ['user', 'uid'] as const satisfies Capability[]

/** The schemas to which the paths refer, and no others. */
function schemasIn(
  paths: OpenApi['paths'],
  capabilities: ReadonlySet<Capability>,
): Record<string, JsonSchema> {
  const all = componentSchemas()
  for (const field of capabilityFields) {
    if (capabilities.has(field)) continue
    for (const schema of Object.values(all)) delete schema.properties?.[field]
  }
  const found = new Map<ComponentName, JsonSchema>()
  const collect = (part: unknown): void => {
    for (const [, ref] of JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = componentNameOf(ref!)
      if (found.has(name)) continue
      found.set(name, all[name])
      collect(all[name])
    }
  }
  collect(paths)
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}
