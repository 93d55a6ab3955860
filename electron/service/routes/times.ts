/** The five endpoints of times (specification, Times). */
import type { Hono } from 'hono'
import { readUser } from '#core/store/resources/users.ts'
import { deleteTime, listTimes, readTime } from '#core/store/resources/times.ts'
import { civilDate } from '#shared/resources/fields.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { readListQuery } from '../http/parameters.ts'
import { recordRoutes } from '../http/record-routes.ts'
import { requireKnown } from '../records/require-known.ts'
import { toUserRecord } from '../records/reference.ts'
import { toTimeListRecord, toTimeRecord } from '../records/time.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import {
  updateTimeForCaller,
  createTimeForCaller,
  requireWritableTime,
} from '../times/write-time.ts'
import { serviceBackEnd, uidResource } from './back-end.ts'

export const timeRoutes = (service: Service): Hono<ServiceEnv> =>
  recordRoutes(
    serviceBackEnd(service),
    uidResource(service, {
      path: 'times',
      wrapper: 'time',
      query: (context) => readListQuery(context, timeSortKeys, { date: civilDate.optional() }),
      list: ({ db, caller, pause }, query) => listTimes(db, caller.organisation, query, pause),
      toListRecord: toTimeListRecord,
      read: readTime,
      toRecord: ({ db, caller }, row, withUser) =>
        toTimeRecord(db, caller.organisation, row, withUser),
      requireWritable: requireWritableTime,
      create: createTimeForCaller,
      update: updateTimeForCaller,
      remove: ({ trx }, row) => deleteTime(trx, row.id),
      // The specification returns a user under `time` here: the owner of the entry.
      async toRemovedRecord({ trx, caller }, row) {
        const owner = requireKnown(row.user, 'user of a time').id
        const user = await readUser(trx, caller.organisation, owner)
        return toUserRecord(requireKnown(user, 'user of a time'))
      },
    }),
  )
