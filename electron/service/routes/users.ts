/** Users, as the `reference` capability serves them: read-only. */
import { Hono } from 'hono'
import { listUsers, readUser } from '#core/store/users.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import { answerRecord } from '../http/entity-tags.ts'
import { idIn, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { toUserRecord } from '../records/reference.ts'
import type { Env, Service } from '../service-context.ts'
import { only, answerPage } from './route-helpers.ts'

export function userRoutes(service: Service): Hono<Env> {
  const { db } = service
  const routes = new Hono<Env>()

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const slice = await listUsers(db, organisation, readListQuery(context, userSortKeys, {}))
    return answerPage(service, context, 'users', slice, toUserRecord)
  })
  routes.get('/me', (context) =>
    answerRecord(service, context, toUserRecord(context.get('caller').user)),
  )
  routes.get('/:id', async (context) => {
    const id = idIn(context)
    const row =
      id === undefined ? undefined : await readUser(db, context.get('caller').organisation, id)
    if (!row) throw notFound()
    return answerRecord(service, context, toUserRecord(row))
  })

  routes.all('/', only('GET', 'HEAD'))
  routes.all('/:id', only('GET', 'HEAD'))
  return routes
}
