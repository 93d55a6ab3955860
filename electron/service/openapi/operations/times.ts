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
    summary: 'List time entries',
    description:
      'Returns a page of the organization’s time entries. `query` searches the notes, the names and codes of the project and its client, and the names of the task and the user.',
    parameters: [
      ...indexParameters(timeSortKeys, 'date and start, newest first'),
      {
        in: 'query',
        name: 'date',
        schema: civilDate,
        description: 'Limits the list to the time entries of this day.',
      },
      includeUserParameter,
    ],
    answer: { status: 200, description: 'A page of time entries', schema: 'TimePage' },
    example: { query: { sortKey: 'start', query: 'bakery', limit: 1 } },
  },
  {
    id: 'times.store',
    tag,
    method: 'post',
    path,
    summary: 'Create a time entry',
    description:
      'Creates a time entry for the caller. It gets its `increment`, `rate`, and `currency` from the project.',
    parameters: [includeUserParameter],
    body: 'TimeCreate',
    answer: { status: 201, description: 'The created time entry', schema: 'TimeWritten' },
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
    summary: 'Get a time entry',
    parameters: [recordIdParameter, includeUserParameter],
    answer: { status: 200, description: 'The time entry, without a wrapper', schema: 'Time' },
    example: { path: { id: 1 }, query: { include: 'user' } },
  },
  {
    id: 'times.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update a time entry',
    description:
      'Updates any subset of the fields. Members can update their own time entries, owners everyone’s. If the project changes, the time entry gets the `increment`, `rate`, and `currency` of the new one.',
    parameters: [recordIdParameter, includeUserParameter],
    body: 'TimeUpdate',
    answer: { status: 200, description: 'The updated time entry', schema: 'TimeWritten' },
    refusals: [403],
    example: { path: { id: 2 }, body: { quantity: 4, notes: null } },
  },
  {
    id: 'times.delete',
    tag,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete a time entry',
    description:
      'Deletes a time entry permanently. In the response, `time` is the person whose entry it was, not the entry.',
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The person whose entry it was', schema: 'TimeDeleted' },
    refusals: [403],
    example: { path: { id: 3 } },
  },
]
