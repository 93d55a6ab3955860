/**
 * Projects, clients, tasks, charges and users, read-only: what a script needs to know before it can
 * create an entry (docs/API.md, Reference records).
 */
import { Hono } from 'hono'
import { listQueries } from '#service/http/list-queries.ts'
import { recordRoutes } from '#service/http/record-routes.ts'
import { chargeRecord } from '#shared/resources/charge.ts'
import { clientRecord } from '#shared/resources/client.ts'
import { projectReferenceRecord } from '#shared/resources/project.ts'
import { taskRecord } from '#shared/resources/task.ts'
import { userRecord } from '#shared/resources/user.ts'
import type { z } from '#shared/resources/zod.ts'
import { toApiRecord } from '../api-records.ts'
import { localReads, type LocalBackEnd } from '../back-end.ts'
import type { LocalApiEnv } from '../request-guards.ts'

const references = [
  ['project', projectReferenceRecord],
  ['client', clientRecord],
  ['task', taskRecord],
  ['charge', chargeRecord],
  ['user', userRecord],
] as const

export function localReferenceRoutes(backEnd: LocalBackEnd): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()
  for (const [kind, schema] of references) {
    const toRecord = toApiRecord(schema as z.ZodObject) as (entity: object) => object
    routes.route(
      `/${kind}s`,
      recordRoutes(backEnd, {
        ...localReads(`${kind}s`, kind),
        query: listQueries[`${kind}s`],
        toListRecord: (entity) => toRecord(entity),
        toRecord: (_, entity) => toRecord(entity),
      }),
    )
  }
  return routes
}
