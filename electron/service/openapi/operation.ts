/** What the reference says about one endpoint; `operations/` lists all of them. */
import type { Capability } from '#shared/resources/service-info.ts'
import type { z } from '#shared/resources/zod.ts'
import type { ComponentName } from './components.ts'

export type HttpMethod = 'get' | 'post' | 'put' | 'delete'

/** The headings of the reference, in its order. */
export const operationTags = [
  'Times',
  'Expenses',
  'Categories',
  'Webhooks',
  'Projects',
  'Clients',
  'Tasks',
  'Charges',
  'Rates',
  'Users',
  'Changes',
  'Service',
] as const
export type OperationTag = (typeof operationTags)[number]

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
export type ErrorStatus =
  304 | 400 | 401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 422 | 428 | 429 | 503 | 507

export interface SuccessResponse {
  readonly status: 200 | 201 | 202 | 204
  readonly description: string
  /** Absent: the response has no body. */
  readonly schema?: ComponentName
  /** Defaults to `application/json`. */
  readonly type?: string
}

/** A request that works as it stands on a service with the demo organization. */
export interface RequestExample {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Operation {
  /** Unique, such as `times.list`. */
  readonly id: string
  readonly tag: OperationTag
  readonly method: HttpMethod
  /** Below the service's URL, parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** The capability without which the endpoint does not exist. */
  readonly capability?: Capability
  /** Needs no token. */
  readonly open?: boolean
  readonly parameters?: readonly OperationParameter[]
  readonly body?: ComponentName
  readonly answer: SuccessResponse
  /** In addition to those that the kind of request always has (`document.ts`). */
  readonly refusals?: readonly ErrorStatus[]
  /** Null when a response never ends, or is no JSON. */
  readonly example: RequestExample | null
}
