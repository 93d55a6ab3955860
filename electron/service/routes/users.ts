/** Users, as the `reference` capability serves them: read-only. */
import { Hono } from 'hono'
import { listUsers, readUser } from '#core/store/resources/users.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import { respondWithRecord } from '../http/entity-tags.ts'
import { idFromPath, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { toUserRecord } from '../records/reference.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { onlyMethods, answerPage } from './route-helpers.ts'

export function userRoutes(service: Service): Hono<ServiceEnv> {
  const { db } = service
  const routes = new Hono<ServiceEnv>()

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const slice = await listUsers(db, organisation, readListQuery(context, userSortKeys, {}))
    return answerPage(service, context, 'users', slice, toUserRecord)
  })
  routes.get('/me', (context) =>
    respondWithRecord(service, context, toUserRecord(context.get('caller').user)),
  )
  routes.get('/:id', async (context) => {
    const id = idFromPath(context)
    const row =
      id === undefined ? undefined : await readUser(db, context.get('caller').organisation, id)
    if (!row) throw notFound()
    return respondWithRecord(service, context, toUserRecord(row))
  })

  routes.all('/', onlyMethods('GET', 'HEAD'))
  routes.all('/:id', onlyMethods('GET', 'HEAD'))
  return routes
}
