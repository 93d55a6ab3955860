/** Helpers that the routes of every resource share. */
import type { Context, Handler } from 'hono'
import { apiPath } from '#service/http/urls.ts'
import { idIn, parametersOf } from '#service/http/parameters.ts'
import { methodNotAllowed, notFound } from '#service/http/problem.ts'
import { toPageEnvelope, type Page } from '#shared/resources/page.ts'
import type { Calls } from './core-calls.ts'
import { localId, type Resource } from './api-ids.ts'

/** An index response: a page of the core, with URLs of the address that its caller used. */
export function pageOf<Entity, Record>(
  context: Context,
  path: string,
  page: Page<Entity>,
  toRecord: (entity: Entity) => Record,
): Page<Record> {
  const { data, current_page, per_page, total } = page
  return toPageEnvelope(
    { data: data.map(toRecord), page: current_page, limit: per_page, total },
    `${new URL(context.req.url).origin}${apiPath}/${path}`,
    parametersOf(context),
  )
}

/** Comes after a path's handlers and refuses every other method. */
export const only =
  (...methods: string[]): Handler =>
  () => {
    throw methodNotAllowed(methods)
  }

/** Whether the request has `include=user`, as on a service with the capability `user`. */
export const wantsUser = (context: Context): boolean =>
  parametersOf(context).some(
    ([name, value]) => name === 'include' && value.split(',').includes('user'),
  )

/** Returns the local id of the record that the path names; throws a 404 for an invalid one. */
export async function localInPath(
  calls: Calls,
  resource: Resource,
  context: Context,
): Promise<number> {
  const local = await localId(calls, resource, idIn(context))
  if (local === undefined) throw notFound()
  return local
}
