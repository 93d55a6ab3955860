import { chargeSortKeys } from '#shared/resources/charge.ts'
import { clientSortKeys } from '#shared/resources/client.ts'
import { projectSortKeys } from '#shared/resources/project.ts'
import { rateSortKeys } from '#shared/resources/rate.ts'
import { taskSortKeys } from '#shared/resources/task.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import type { ComponentName } from '../components.ts'
import type { Operation, OperationTag } from '../operation.ts'
import { indexParameters, recordIdParameter } from '../shared-parameters.ts'

const capability = 'reference'

interface Resource {
  tag: OperationTag
  /** The name of one record, in lower case. */
  one: string
  many: string
  schema: 'Project' | 'Client' | 'Task' | 'Charge' | 'Rate'
  sortKeys: readonly [string, ...string[]]
  /** The default order of lists. */
  order: string
  deletes: string
  store: object
  update: object
}

/** The five endpoints that every reference resource has. */
function operationsOf(resource: Resource): Operation[] {
  const { tag, one, many, schema } = resource
  const path = `/api/v1/${many}`
  const named = (suffix: string) => `${schema}${suffix}` as ComponentName
  return [
    {
      id: `${many}.list`,
      tag,
      method: 'get',
      path,
      summary: `List ${many}`,
      capability,
      parameters: indexParameters(resource.sortKeys, resource.order),
      answer: { status: 200, description: `A page of ${many}`, schema: named('Page') },
      example: { query: { limit: 1 } },
    },
    {
      id: `${many}.store`,
      tag,
      method: 'post',
      path,
      summary: `Create a ${one}`,
      description: `Creates a ${one}. Only for owners.`,
      capability,
      body: named('Create'),
      answer: { status: 201, description: `The created ${one}`, schema: named('Written') },
      refusals: [403],
      example: { body: resource.store },
    },
    {
      id: `${many}.show`,
      tag,
      method: 'get',
      path: `${path}/{id}`,
      summary: `Get a ${one}`,
      capability,
      parameters: [recordIdParameter],
      answer: { status: 200, description: `The ${one}, without a wrapper`, schema },
      example: { path: { id: 1 } },
    },
    {
      id: `${many}.update`,
      tag,
      method: 'put',
      path: `${path}/{id}`,
      summary: `Update a ${one}`,
      description: 'Updates any subset of the fields. Only for owners.',
      capability,
      parameters: [recordIdParameter],
      body: named('Update'),
      answer: { status: 200, description: `The updated ${one}`, schema: named('Written') },
      refusals: [403],
      example: { path: { id: 1 }, body: resource.update },
    },
    {
      id: `${many}.delete`,
      tag,
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete a ${one}`,
      description: `Deletes a ${one}. Only for owners. ${resource.deletes}`,
      capability,
      parameters: [recordIdParameter],
      answer: { status: 200, description: `The deleted ${one}`, schema: named('Written') },
      refusals: [403],
      example: { path: { id: 2 } },
    },
  ]
}

const staysVisible = 'Records that refer to it still include it.'

const users: readonly Operation[] = [
  {
    id: 'users.list',
    tag: 'Users',
    method: 'get',
    path: '/api/v1/users',
    summary: 'List users',
    description: 'Returns everyone in the organization, including people who have left.',
    capability,
    parameters: indexParameters(userSortKeys, 'name'),
    answer: { status: 200, description: 'A page of users', schema: 'UserPage' },
    example: { query: { limit: 1 } },
  },
  {
    id: 'users.me',
    tag: 'Users',
    method: 'get',
    path: '/api/v1/users/me',
    summary: 'Get the current user',
    description: 'Returns the person the token belongs to.',
    capability,
    answer: { status: 200, description: 'The user', schema: 'User' },
    example: {},
  },
  {
    id: 'users.show',
    tag: 'Users',
    method: 'get',
    path: '/api/v1/users/{id}',
    summary: 'Get a user',
    capability,
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The user', schema: 'User' },
    example: { path: { id: 2 } },
  },
]

/** docs/API.md, Reference records. */
export const referenceOperations: readonly Operation[] = [
  ...operationsOf({
    tag: 'Projects',
    one: 'project',
    many: 'projects',
    schema: 'Project',
    sortKeys: projectSortKeys,
    order: 'name',
    deletes: staysVisible,
    store: {
      name: 'Winter menu',
      code: 'MENU',
      client_id: 1,
      currency: 'NZD',
      increment: 15,
      rate: 14_000,
    },
    update: { status: 'complete' },
  }),
  ...operationsOf({
    tag: 'Clients',
    one: 'client',
    many: 'clients',
    schema: 'Client',
    sortKeys: clientSortKeys,
    order: 'name',
    deletes: staysVisible,
    store: {
      name: 'Hill Street Books',
      code: 'HSB',
      phone: '+64 4 555 0166',
      contact: { name: 'Aroha Pike', email: 'aroha@hillstreet.example' },
      address: { street: '9 Hill Street', city: 'Wellington', country: 'New Zealand' },
    },
    update: { phone: '+64 4 555 0143' },
  }),
  ...operationsOf({
    tag: 'Tasks',
    one: 'task',
    many: 'tasks',
    schema: 'Task',
    sortKeys: taskSortKeys,
    order: 'name',
    deletes: staysVisible,
    store: { name: 'Photography' },
    update: { name: 'Visual design' },
  }),
  ...operationsOf({
    tag: 'Charges',
    one: 'charge',
    many: 'charges',
    schema: 'Charge',
    sortKeys: chargeSortKeys,
    order: 'name',
    deletes: staysVisible,
    store: { name: 'Parking', charge: 400, unit: 'hour', currency: 'NZD' },
    update: { charge: 104 },
  }),
  ...operationsOf({
    tag: 'Rates',
    one: 'rate',
    many: 'rates',
    schema: 'Rate',
    sortKeys: rateSortKeys,
    order: '`from` and `to`',
    deletes: 'Expenses keep the rate they were created with.',
    store: { from: 'NZD', to: 'AUD', value: 0.91 },
    update: { value: 0.56 },
  }),
  ...users,
]
