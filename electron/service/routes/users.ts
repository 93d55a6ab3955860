/** Users, as the `reference` capability serves them: read-only. */
import { listUsers, readUser } from '#core/store/resources/users.ts'
import { respondWithRecord } from '../http/entity-tags.ts'
import { listQueries } from '../http/list-queries.ts'
import type { RecordDescription } from '../openapi/describe-records.ts'
import type { DescribedEndpoint, EndpointGroup } from '../openapi/operation.ts'
import { toUserRecord } from '../records/reference.ts'
import type { Service } from '../service-context.ts'
import { finder, recordGroup } from './back-end.ts'

const description: RecordDescription = {
  tag: { name: 'Users', description: 'The people in the organization.' },
  one: 'a user',
  many: 'users',
  schema: 'User',
  operations: {
    list: {
      description: 'Returns everyone in the organization, including people who have left.',
    },
    show: {
      answer: { status: 200, description: 'The user', schema: 'User' },
      example: { path: { id: 2 } },
    },
  },
}

const find = finder(readUser)

export function userEndpoints(service: Service): EndpointGroup {
  const group = recordGroup(
    service,
    {
      path: 'users',
      wrapper: 'user',
      query: listQueries.users,
      list: ({ db, caller }, query) => listUsers(db, caller.organisation, query),
      toListRecord: toUserRecord,
      find,
      toRecord: (_, row) => toUserRecord(row),
    },
    description,
  )
  const me: DescribedEndpoint = {
    method: 'get',
    path: '/me',
    handler: (context) =>
      respondWithRecord(service, context, toUserRecord(context.get('caller').user)),
    operation: {
      id: 'users.me',
      summary: 'Get the current user',
      description: 'Returns the person the token belongs to.',
      answer: { status: 200, description: 'The user', schema: 'User' },
      example: {},
    },
  }
  const [list, show] = group.endpoints
  // Before the route of a record, which would take `me` for an id.
  return { ...group, endpoints: [list!, me, show!] }
}
