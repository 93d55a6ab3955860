/** What the reference says about one endpoint; `routes/` says it where the endpoint is. */
import type { Env } from 'hono'
import type { z } from '#shared/resources/zod.ts'
import type { Endpoint } from '../http/endpoint.ts'
import type { ServiceEnv } from '../service-context.ts'
import type { ComponentName } from './components.ts'

export interface OperationParameter {
  readonly in: 'query' | 'header' | 'path'
  readonly name: string
  readonly schema: z.ZodType
  readonly description: string
  readonly required?: boolean
}

/** A header of a response. */
export interface ResponseHeader {
  readonly name: string
  readonly description: string
}

/** Statuses of responses that are not a success. */
export type ErrorStatus = 304 | 401 | 403 | 404 | 409 | 410 | 412 | 413 | 422 | 429 | 503 | 507

export interface SuccessResponse {
  readonly status: 200 | 201
  readonly description: string
  /** Absent: the response is no JSON, but text of a `type`. */
  readonly schema?: ComponentName
  readonly type?: string
}

/** A request that works as it stands on a service with the demo organization. */
export interface RequestExample {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
}

export interface Description {
  /** Unique, such as `times.list`. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly OperationParameter[]
  readonly body?: ComponentName
  readonly answer: SuccessResponse
  /** In addition to those that the kind of request always has (`error-responses.ts`). */
  readonly refusals?: readonly ErrorStatus[]
  /** Null when a response never ends, or is no JSON. */
  readonly example: RequestExample | null
}

/** A heading of the reference. */
export interface OperationTag {
  readonly name: string
  readonly description: string
}

/** An endpoint with what the reference says about it. */
export interface DescribedEndpoint<E extends Env = ServiceEnv> extends Endpoint<E> {
  /** Null for what belongs to the page of another endpoint. */
  readonly operation: Description | null
}

/** The endpoints of one resource. */
export interface EndpointGroup<E extends Env = ServiceEnv> {
  readonly tag: OperationTag
  /** Below the service's URL. */
  readonly path: string
  readonly endpoints: readonly DescribedEndpoint<E>[]
}

/** Everything that a service has, in the order of the reference. */
export interface ServiceEndpoints {
  readonly groups: readonly EndpointGroup[]
  /** Those that need no token. */
  readonly open: readonly EndpointGroup<Env>[]
}

/** An endpoint as the reference shows it. */
export interface Operation extends Description {
  readonly tag: OperationTag
  readonly method: Endpoint<Env>['method']
  /** Below the service's URL, parameters in braces. */
  readonly path: string
  /** Needs no token. */
  readonly open: boolean
}

export const operationsOf = ({ groups, open }: ServiceEndpoints): Operation[] => [
  ...groups.flatMap((group) => operationsIn(group, false)),
  ...open.flatMap((group) => operationsIn(group, true)),
]

const operationsIn = <E extends Env>(group: EndpointGroup<E>, open: boolean): Operation[] =>
  group.endpoints.flatMap(({ method, path: below, operation }) => {
    if (!operation) return []
    const path = `${group.path}${below === '/' ? '' : below}`.replaceAll(/:(\w+)/g, '{$1}')
    return { ...operation, tag: group.tag, method, path, open }
  })
