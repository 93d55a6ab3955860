/**
 * Projects, clients, tasks, charges and users, read-only: what a script needs to know before it can
 * create an entry (docs/API.md, Reference records).
 */
import { Hono } from 'hono'
import { readListQuery } from '#service/http/parameters.ts'
import { recordRoutes } from '#service/http/record-routes.ts'
import { chargeRecord, chargeSortKeys } from '#shared/resources/charge.ts'
import { clientRecord, clientSortKeys } from '#shared/resources/client.ts'
import { projectReferenceRecord, projectSortKeys } from '#shared/resources/project.ts'
import { taskRecord, taskSortKeys } from '#shared/resources/task.ts'
import { userRecord, userSortKeys } from '#shared/resources/user.ts'
import type { z } from '#shared/resources/zod.ts'
import { toApiRecord } from '../api-records.ts'
import { localReads, type LocalBackEnd } from '../back-end.ts'
import type { LocalApiEnv } from '../request-guards.ts'

const references = [
  ['project', projectSortKeys, projectReferenceRecord],
  ['client', clientSortKeys, clientRecord],
  ['task', taskSortKeys, taskRecord],
  ['charge', chargeSortKeys, chargeRecord],
  ['user', userSortKeys, userRecord],
] as const
type SortKey = (typeof references)[number][1][number]

export function localReferenceRoutes(backEnd: LocalBackEnd): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()
  for (const [kind, sortKeys, schema] of references) {
    const toRecord = toApiRecord(schema as z.ZodObject) as (entity: object) => object
    routes.route(
      `/${kind}s`,
      recordRoutes(backEnd, {
        ...localReads(`${kind}s`, kind),
        query: (context) => readListQuery(context, sortKeys as readonly SortKey[], {}),
        toListRecord: (entity) => toRecord(entity),
        toRecord: (_, entity) => toRecord(entity),
      }),
    )
  }
  return routes
}
