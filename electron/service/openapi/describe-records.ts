/** Describes the endpoints of a resource; what its own description lacks follows from its names. */
import { id as idSchema } from '#shared/resources/fields.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { z } from '#shared/resources/zod.ts'
import type { QueryParameters, QueryReader } from '../http/parameters.ts'
import type { RecordEndpoint } from '../http/record-routes.ts'
import { apiPath } from '../http/urls.ts'
import type { ServiceEnv } from '../service-context.ts'
import type { ComponentName } from './components.ts'
import type { Description, EndpointGroup, OperationParameter, OperationTag } from './operation.ts'

type Action = RecordEndpoint<ServiceEnv>['action']

export interface RecordDescription {
  readonly tag: OperationTag
  /** One record, with its article. */
  readonly one: string
  readonly many: string
  /** Of a record; the names of the resource's other schemas begin with it. */
  readonly schema: 'Time' | 'Expense' | 'Category' | 'Webhook' | ReferenceSchema | 'User'
  /** What differs from `defaults`. */
  readonly operations?: Partial<Record<Action, Partial<Omit<Description, 'id'>>>>
  /** The endpoints that take `include=user`. */
  readonly withUser?: readonly Action[]
}
export type ReferenceSchema = 'Project' | 'Client' | 'Task' | 'Charge' | 'Rate'

export function describeRecords(
  { path, query }: { path: string; query: QueryReader<unknown> },
  endpoints: readonly RecordEndpoint<ServiceEnv>[],
  description: RecordDescription,
  capabilities: ReadonlySet<Capability>,
): EndpointGroup {
  const { tag, operations = {}, withUser = [] } = description
  const known = defaults(description)
  const described = endpoints.map(({ action, ...endpoint }) => {
    const parameters = [
      ...(endpoint.path === '/' ? [] : [recordIdParameter]),
      ...(action === 'list' ? queryParameters(query.parameters) : []),
      ...(withUser.includes(action) ? includeUserParameters(capabilities) : []),
    ]
    const id = `${path}.${action}`
    const operation = { id, parameters, ...known[action], ...operations[action] }
    return { ...endpoint, operation }
  })
  return { tag, path: `${apiPath}/${path}`, endpoints: described }
}

function defaults({
  one,
  many,
  schema,
}: RecordDescription): Record<Action, Omit<Description, 'id'>> {
  const name = one.slice(one.indexOf(' ') + 1)
  const named = (suffix: string) => `${schema}${suffix}` as ComponentName
  const written = (participle: string) => ({
    status: 200 as const,
    description: `The ${participle} ${name}`,
    schema: named('Written'),
  })
  const example = { path: { id: 2 } }
  return {
    list: {
      summary: `List ${many}`,
      answer: { status: 200, description: `A page of ${many}`, schema: named('Page') },
      example: { query: { limit: 1 } },
    },
    store: {
      summary: `Create ${one}`,
      body: named('Create'),
      answer: { ...written('created'), status: 201 },
      example,
    },
    show: {
      summary: `Get ${one}`,
      answer: { status: 200, description: `The ${name}, without a wrapper`, schema },
      example: { path: { id: 1 } },
    },
    update: {
      summary: `Update ${one}`,
      body: named('Update'),
      answer: written('updated'),
      example,
    },
    delete: { summary: `Delete ${one}`, answer: written('deleted'), example },
    restore: {
      summary: `Restore ${one}`,
      answer: written('restored'),
      refusals: [422],
      example,
    },
  }
}

export const recordIdParameter: OperationParameter = {
  in: 'path',
  name: 'id',
  schema: idSchema,
  description: 'ID of the record.',
  required: true,
}

export const queryParameters = (parameters: QueryParameters): OperationParameter[] =>
  Object.entries(parameters).map(([name, { reads, type, description }]) => ({
    in: 'query',
    name,
    schema: type ?? reads,
    description,
  }))

/** None without the capability `user`. */
export const includeUserParameters = (
  capabilities: ReadonlySet<Capability>,
): readonly OperationParameter[] => (capabilities.has('user') ? [includeUser] : [])

const includeUser: OperationParameter = {
  in: 'query',
  name: 'include',
  schema: z.enum(['user']),
  description: 'Use `user` to add the person whose entry it is to each record.',
}
