import { civilDate } from '#shared/resources/fields.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import type { Operation } from '../operation.ts'
import { includeUserParameter, indexParameters, recordIdParameter } from '../shared-parameters.ts'

const tag = 'Times'
const path = '/api/v1/times'

/** Specification, Times. */
export const timeOperations: readonly Operation[] = [
  {
    id: 'times.list',
    tag,
    method: 'get',
    path,
    summary: 'List times',
    description:
      'One page of the organization’s times. The search looks into notes, the project’s and its client’s names and codes, and the names of task and user.',
    parameters: [
      ...indexParameters(timeSortKeys, 'date and start, newest first,'),
      {
        in: 'query',
        name: 'date',
        schema: civilDate,
        description: 'Only the times of this day.',
      },
      includeUserParameter,
    ],
    answer: { status: 200, description: 'A page of times', schema: 'TimePage' },
    example: { query: { sortKey: 'start', query: 'bakery', limit: 1 } },
  },
  {
    id: 'times.store',
    tag,
    method: 'post',
    path,
    summary: 'Create a time',
    description:
      'The entry is the caller’s. `increment`, `rate` and `currency` are taken over from the project.',
    parameters: [includeUserParameter],
    body: 'TimeCreate',
    answer: { status: 201, description: 'The time that was made', schema: 'TimeWritten' },
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
  {
    id: 'times.show',
    tag,
    method: 'get',
    path: `${path}/{id}`,
    summary: 'Show a time',
    parameters: [recordIdParameter, includeUserParameter],
    answer: { status: 200, description: 'The time, with no wrapper', schema: 'Time' },
    example: { path: { id: 1 }, query: { include: 'user' } },
  },
  {
    id: 'times.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update a time',
    description:
      'Any subset of the fields. A member changes their own times, an owner everyone’s. A change of project takes over its `increment`, `rate` and `currency`.',
    parameters: [recordIdParameter, includeUserParameter],
    body: 'TimeUpdate',
    answer: { status: 200, description: 'The time as it stands now', schema: 'TimeWritten' },
    refusals: [403],
    example: { path: { id: 2 }, body: { quantity: 4, notes: null } },
  },
  {
    id: 'times.delete',
    tag,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete a time',
    description:
      'Removes it for good. Under `time` the answer has the person whose entry it was, not the entry.',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'Whose entry it was', schema: 'TimeDeleted' },
    refusals: [403],
    example: { path: { id: 3 } },
  },
]
