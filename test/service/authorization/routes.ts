/**
 * The service's own table of routes, with the places in which each of them takes an id, and who may
 * use it.
 */
import { createServiceApp } from '#service/app.ts'
import { createOpenApiDocument, type DocumentedOperation } from '#service/openapi/document.ts'
import type { JsonSchema } from '#service/openapi/json-schema.ts'
import { serviceEndpoints } from '#service/routes/index.ts'
import type { Service } from '#service/service-context.ts'
import { capabilities } from '#shared/resources/service-info.ts'

/** `holder`: the person whose record it is, and every owner. */
type Permission = 'everyone' | 'members' | 'holder' | 'owners'

interface Rules {
  /** Absent: as for one record. */
  list?: Permission
  read: Permission
  write?: Permission
  /** What remains possible with a deleted record. */
  deleted?: 'read' | 'restore'
}

const entries: Rules = { read: 'members', write: 'holder' }
const reference: Rules = { read: 'members', write: 'owners', deleted: 'read' }
const open: Rules = { read: 'everyone' }

/** By resource, or by path where there is none. */
export const rules: Readonly<Record<string, Rules>> = {
  times: entries,
  expenses: entries,
  categories: { read: 'members', write: 'members', deleted: 'restore' },
  webhooks: { list: 'members', read: 'owners', write: 'owners' },
  projects: reference,
  clients: reference,
  tasks: reference,
  charges: reference,
  rates: { read: 'members', write: 'owners' },
  users: { read: 'members', deleted: 'read' },
  changes: { read: 'members' },
  '/api/v1': { read: 'members' },
  '/health': open,
  '/ready': open,
  docs: open,
  'openapi.json': open,
}

/** A field of a body that takes ids. */
export interface IdField {
  name: string
  /** The resource whose ids it takes. */
  resource: string
  isList: boolean
}

export interface Route {
  /** Method and path, the name of a test. */
  name: string
  method: string
  /** `:id` is the place of an id. */
  path: string
  resource: string
  hasId: boolean
  fields: IdField[]
  /** Whether its body takes a uid. */
  hasUid: boolean
  /** Names of its query parameters. */
  parameters: string[]
  /** The document's own body, or undefined where there is none. */
  example: object | undefined
}

/** Every route of the service with all capabilities; a GET is also a HEAD. */
export function readRoutes(): Route[] {
  const all = new Set(capabilities)
  const service = { capabilities: all, rateLimit: null } as unknown as Service
  const { routes } = createServiceApp(service)
  const { paths, components } = createOpenApiDocument(serviceEndpoints(service), all)
  const names = routes
    .filter(({ method }) => method !== 'ALL')
    .flatMap(({ method, path }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${path}`),
    )
  return [...new Set(names)].map((name) => {
    const [method, path] = name.split(' ') as [string, string]
    const operations = paths[path.replaceAll(/:(\w+)/g, '{$1}')]
    const operation = operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    const body = operation?.requestBody?.content['application/json']
    const properties = propertiesOf(body?.schema, components.schemas)
    return {
      name,
      method,
      path,
      resource: path.split('/')[3] ?? path,
      hasId: path.includes(':id'),
      fields: Object.entries(properties).flatMap(([field, schema]) => idField(field, schema)),
      hasUid: Object.hasOwn(properties, 'uid'),
      parameters: queryParametersOf(operation),
      example: body?.example as object | undefined,
    }
  })
}

const queryParametersOf = (operation: DocumentedOperation | undefined): string[] =>
  (operation?.parameters ?? []).flatMap((one) => (one.in === 'query' ? [one.name] : []))

function propertiesOf(
  schema: JsonSchema | undefined,
  schemas: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  const name = schema?.$ref?.split('/').at(-1)
  return (name === undefined ? schema : schemas[name])?.properties ?? {}
}

/** Only an id is an integer from 1 without a maximum. */
const isId = ({ type, minimum, maximum }: JsonSchema): boolean =>
  [type].flat().includes('integer') && minimum === 1 && maximum === undefined

function idField(name: string, schema: JsonSchema): IdField[] {
  const { items } = schema
  // The document has no type for the items of some lists.
  const isIds =
    items && items.type === undefined ? Object.hasOwn(rules, name) : isId(items ?? schema)
  if (!isIds) return []
  const resource = name.endsWith('_id') ? `${name.slice(0, -3)}s` : name
  return [{ name, resource, isList: items !== undefined }]
}
