/**
 * Projects, clients, tasks, charges and users, read-only: what a script needs to know before it can
 * create an entry (DECISIONS.md, Beyond the specification: `reference`).
 */
import { Hono, type Context } from 'hono'
import { readListQuery } from '#service/http/parameters.ts'
import { chargeSortKeys } from '#shared/resources/charge.ts'
import { clientSortKeys } from '#shared/resources/client.ts'
import type { Page } from '#shared/resources/page.ts'
import { projectSortKeys } from '#shared/resources/project.ts'
import { taskSortKeys } from '#shared/resources/task.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import { localInPath, only, pageOf } from '../local-route-helpers.ts'
import type { Calls } from '../core-calls.ts'
import type { Env } from '../request-guards.ts'
import type { Resource } from '../api-ids.ts'
import {
  chargeRecord,
  clientRecord,
  projectRecord,
  taskRecord,
  userRecord,
} from '../api-records.ts'

export function referenceRoutes(calls: Calls): Hono<Env> {
  const routes = new Hono<Env>()
  const add = <Entity>(
    resource: Resource,
    list: (context: Context) => Promise<Page<Entity>>,
    show: (local: number) => Promise<Entity>,
    toRecord: (entity: Entity) => object,
  ) => {
    const path = `${resource}s`
    routes.get(`/${path}`, async (context) =>
      context.json(pageOf(context, path, await list(context), toRecord)),
    )
    routes.get(`/${path}/:id`, async (context) =>
      context.json(toRecord(await show(await localInPath(calls, resource, context)))),
    )
    routes.all(`/${path}`, only('GET', 'HEAD'))
    routes.all(`/${path}/:id`, only('GET', 'HEAD'))
  }

  add(
    'project',
    (context) => calls.run('projects.list', readListQuery(context, projectSortKeys, {})),
    (local) => calls.run('projects.show', { local }),
    projectRecord,
  )
  add(
    'client',
    (context) => calls.run('clients.list', readListQuery(context, clientSortKeys, {})),
    (local) => calls.run('clients.show', { local }),
    clientRecord,
  )
  add(
    'task',
    (context) => calls.run('tasks.list', readListQuery(context, taskSortKeys, {})),
    (local) => calls.run('tasks.show', { local }),
    taskRecord,
  )
  add(
    'charge',
    (context) => calls.run('charges.list', readListQuery(context, chargeSortKeys, {})),
    (local) => calls.run('charges.show', { local }),
    chargeRecord,
  )
  add(
    'user',
    (context) => calls.run('users.list', readListQuery(context, userSortKeys, {})),
    (local) => calls.run('users.show', { local }),
    userRecord,
  )
  return routes
}
