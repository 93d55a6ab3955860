/** Helpers that the routes of every resource share. */
import type { Context, Handler } from 'hono'
import { apiPath } from '#service/http/urls.ts'
import { idFromPath, queryParametersOf } from '#service/http/parameters.ts'
import { methodNotAllowed, notFound } from '#service/http/problem.ts'
import { toPageEnvelope, type Page } from '#shared/resources/page.ts'
import type { CoreCalls } from './core-calls.ts'
import { toLocalId, type ApiResource } from './api-ids.ts'

/** An index response: a page of the core, with URLs of the address that its caller used. */
export function toApiPage<Entity, Record>(
  context: Context,
  path: string,
  page: Page<Entity>,
  toRecord: (entity: Entity) => Record,
): Page<Record> {
  const { data, current_page, per_page, total } = page
  return toPageEnvelope(
    { data: data.map(toRecord), page: current_page, limit: per_page, total },
    `${new URL(context.req.url).origin}${apiPath}/${path}`,
    queryParametersOf(context),
  )
}

/** Comes after a path's handlers and refuses every other method. */
export const allowOnlyMethods =
  (...methods: string[]): Handler =>
  () => {
    throw methodNotAllowed(methods)
  }

/** Whether the request has `include=user`, as on a service with the capability `user`. */
export const isUserRequested = (context: Context): boolean =>
  queryParametersOf(context).some(
    ([name, value]) => name === 'include' && value.split(',').includes('user'),
  )

/** Returns the local id of the record that the path names; throws a 404 for an invalid one. */
export async function localIdFromPath(
  calls: CoreCalls,
  resource: ApiResource,
  context: Context,
): Promise<number> {
  const local = await toLocalId(calls, resource, idFromPath(context))
  if (local === undefined) throw notFound()
  return local
}
