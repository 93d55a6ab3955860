/** The five endpoints of times (specification, Times). */
import { readUser } from '#core/store/resources/users.ts'
import { deleteTime, listTimes, readTime } from '#core/store/resources/times.ts'
import { listQueries } from '../http/list-queries.ts'
import type { RecordDescription } from '../openapi/describe-records.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import { requireKnown } from '../records/require-known.ts'
import { toUserRecord } from '../records/reference.ts'
import { toTimeListRecord, toTimeRecord } from '../records/time.ts'
import type { Service } from '../service-context.ts'
import {
  updateTimeForCaller,
  createTimeForCaller,
  requireWritableTime,
} from '../times/write-time.ts'
import { recordGroup, uidResource } from './back-end.ts'

const description: RecordDescription = {
  tag: {
    name: 'Times',
    description: 'Work on a project and a task, with a date, a start, and a number of increments.',
  },
  one: 'a time entry',
  many: 'time entries',
  schema: 'Time',
  withUser: ['list', 'store', 'show', 'update'],
  operations: {
    list: {
      description:
        'Returns a page of the organization’s time entries. `query` searches the notes, the names and codes of the project and its client, and the names of the task and the user.',
      example: { query: { sortKey: 'start', query: 'bakery', limit: 1 } },
    },
    store: {
      description:
        'Creates a time entry for the caller. It gets its `increment`, `rate`, and `currency` from the project.',
      example: {
        body: {
          project_id: 1,
          task_id: 1,
          date: '2026-04-15',
          start: 540,
          quantity: 6,
          notes: 'First sketches of the pick-up page',
        },
      },
    },
    show: { example: { path: { id: 1 }, query: { include: 'user' } } },
    update: {
      description:
        'Updates any subset of the fields. Members can update their own time entries, owners everyone’s. If the project changes, the time entry gets the `increment`, `rate`, and `currency` of the new one.',
      refusals: [403],
      example: { path: { id: 2 }, body: { quantity: 4, notes: null } },
    },
    delete: {
      description:
        'Deletes a time entry permanently. In the response, `time` is the person whose entry it was, not the entry.',
      answer: { status: 200, description: 'The person whose entry it was', schema: 'TimeDeleted' },
      refusals: [403],
      example: { path: { id: 3 } },
    },
  },
}

export const timeEndpoints = (service: Service): EndpointGroup =>
  recordGroup(
    service,
    uidResource(service, {
      path: 'times',
      wrapper: 'time',
      query: listQueries.times,
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
    description,
  )
