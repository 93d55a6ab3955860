/**
 * Projects, clients, tasks, charges and users, read-only: what a script needs to know before it can
 * create an entry (docs/API.md, Reference records).
 */
import { Hono, type Context } from 'hono'
import { readListQuery } from '#service/http/parameters.ts'
import { chargeSortKeys } from '#shared/resources/charge.ts'
import { clientSortKeys } from '#shared/resources/client.ts'
import type { Page } from '#shared/resources/page.ts'
import { projectSortKeys } from '#shared/resources/project.ts'
import { taskSortKeys } from '#shared/resources/task.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import { localIdFromPath, allowOnlyMethods, toApiPage } from '../local-route-helpers.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import type { ApiResource } from '../api-ids.ts'
import {
  toApiChargeRecord,
  toApiClientRecord,
  toApiProjectRecord,
  toApiTaskRecord,
  toApiUserRecord,
} from '../api-records.ts'

export function localReferenceRoutes(calls: CoreCalls): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()
  const add = <Entity>(
    resource: ApiResource,
    list: (context: Context) => Promise<Page<Entity>>,
    show: (local: number) => Promise<Entity>,
    toRecord: (entity: Entity) => object,
  ) => {
    const path = `${resource}s`
    routes.get(`/${path}`, async (context) =>
      context.json(toApiPage(context, path, await list(context), toRecord)),
    )
    routes.get(`/${path}/:id`, async (context) =>
      context.json(toRecord(await show(await localIdFromPath(calls, resource, context)))),
    )
    routes.all(`/${path}`, allowOnlyMethods('GET', 'HEAD'))
    routes.all(`/${path}/:id`, allowOnlyMethods('GET', 'HEAD'))
  }

  add(
    'project',
    (context) => calls.run('projects.list', readListQuery(context, projectSortKeys, {})),
    (local) => calls.run('projects.show', { local }),
    toApiProjectRecord,
  )
  add(
    'client',
    (context) => calls.run('clients.list', readListQuery(context, clientSortKeys, {})),
    (local) => calls.run('clients.show', { local }),
    toApiClientRecord,
  )
  add(
    'task',
    (context) => calls.run('tasks.list', readListQuery(context, taskSortKeys, {})),
    (local) => calls.run('tasks.show', { local }),
    toApiTaskRecord,
  )
  add(
    'charge',
    (context) => calls.run('charges.list', readListQuery(context, chargeSortKeys, {})),
    (local) => calls.run('charges.show', { local }),
    toApiChargeRecord,
  )
  add(
    'user',
    (context) => calls.run('users.list', readListQuery(context, userSortKeys, {})),
    (local) => calls.run('users.show', { local }),
    toApiUserRecord,
  )
  return routes
}
