/** What each response that is not a success means, and when a request may get it. */
import type { Capability } from '#shared/resources/service-info.ts'
import type { ComponentName } from './components.ts'
import type { Operation, ErrorStatus } from './operation.ts'

export const errorDescriptions: Readonly<Record<ErrorStatus, string>> = {
  304: 'The caller already has the current version.',
  401: 'The token is missing, unknown, or revoked.',
  403: 'The caller belongs to the organization but doesn’t have permission to do this.',
  404: 'The caller’s organization has nothing at this URL.',
  409: 'The first request with this `Idempotency-Key` is still running, or had a different body. Or another person’s record has this `uid`.',
  410: 'The cursor is too old: start over without one. Or the record with this `uid` was deleted.',
  412: 'The record has changed since the version in `If-Match`.',
  413: 'The body is larger than 256 KiB.',
  422: 'At least one value needs to change. `errors` names each field or parameter.',
  429: 'Too many requests, for example more than the operator’s rate limit. `Retry-After` says when to try again.',
  503: 'The service is temporarily unavailable. Try again later.',
  507: 'The service has no room to save this. Nothing was changed. Try again later.',
}

/** Returns undefined for a response without a body. */
export function errorSchema(status: ErrorStatus): ComponentName | undefined {
  if (status === 304) return undefined
  if (status === 422) return 'ValidationProblem'
  return status === 503 ? 'Health' : 'Problem'
}

/** Lists the statuses that a request may get besides success, in order. */
export function errorsOf(
  operation: Operation,
  capabilities: ReadonlySet<Capability>,
): readonly ErrorStatus[] {
  const { open, method, path, parameters = [], refusals = [], body } = operation
  if (open) return refusals
  const statuses = new Set<ErrorStatus>([401, 429, ...refusals])
  if (returnsEntityTag(operation, capabilities)) statuses.add(304)
  if (path.includes('{')) statuses.add(404)
  if (body !== undefined) statuses.add(413).add(422)
  if (method !== 'get') statuses.add(507)
  if (parameters.some((one) => one.in === 'query')) statuses.add(422)
  if (method === 'post' && capabilities.has('idempotency')) statuses.add(409).add(422)
  if (acceptsIfMatch(operation, capabilities)) statuses.add(412)
  if (acceptsUid(operation, capabilities)) statuses.add(409).add(410)
  return [...statuses].sort((one, other) => one - other)
}

/** Whether `If-Match` is checked: for a request that changes or removes one record. */
export const acceptsIfMatch = (
  { method, path }: Operation,
  capabilities: ReadonlySet<Capability>,
): boolean =>
  capabilities.has('conditional') &&
  (method === 'put' || method === 'delete') &&
  path.endsWith('{id}')

/** Whether a record is created that may have a `uid`. */
export const acceptsUid = (
  { method, body, tag }: Operation,
  capabilities: ReadonlySet<Capability>,
): boolean =>
  capabilities.has('uid') &&
  method === 'post' &&
  body !== undefined &&
  ['Times', 'Expenses', 'Categories'].includes(tag.name)

/** Whether a show response has a tag: one that is a single record. */
export const returnsEntityTag = (
  { method, path }: Operation,
  capabilities: ReadonlySet<Capability>,
): boolean =>
  capabilities.has('conditional') &&
  method === 'get' &&
  (path.endsWith('{id}') || path.endsWith('/me'))
