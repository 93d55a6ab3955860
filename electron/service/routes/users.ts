/** Users, as the `reference` capability serves them: read-only. */
import { Hono } from 'hono'
import { listUsers, readUser } from '#core/store/resources/users.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import { respondWithRecord } from '../http/entity-tags.ts'
import { readListQuery } from '../http/parameters.ts'
import { recordRoutes } from '../http/record-routes.ts'
import { toUserRecord } from '../records/reference.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { finder, serviceBackEnd } from './back-end.ts'

const find = finder(readUser)

export const userRoutes = (service: Service): Hono<ServiceEnv> =>
  new Hono<ServiceEnv>()
    .get('/me', (context) =>
      respondWithRecord(service, context, toUserRecord(context.get('caller').user)),
    )
    .route(
      '/',
      recordRoutes(serviceBackEnd(service), {
        path: 'users',
        wrapper: 'user',
        query: (context) => readListQuery(context, userSortKeys, {}),
        list: ({ db, caller }, query) => listUsers(db, caller.organisation, query),
        toListRecord: toUserRecord,
        find,
        toRecord: (_, row) => toUserRecord(row),
      }),
    )
