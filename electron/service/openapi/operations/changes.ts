import { maximumLimit } from '#shared/resources/page.ts'
import { z } from '#shared/resources/zod.ts'
import type { Operation, OperationParameter } from '../operation.ts'
import { includeUserParameter } from '../shared-parameters.ts'

const tag = 'Changes'
const path = '/api/v1/changes'
const capability = 'changes'

const cursor: OperationParameter = {
  in: 'query',
  name: 'cursor',
  schema: z.string(),
  description:
    'As an earlier answer gave it. Without one: from the beginning, which is everything.',
}

/** DECISIONS.md, Beyond the specification: `changes`. */
export const changeOperations: readonly Operation[] = [
  {
    id: 'changes.list',
    tag,
    method: 'get',
    path,
    summary: 'List changes',
    description:
      'What was created, changed and deleted after a cursor, without gaps, in the order in which it was committed. Ask again with the answer’s `cursor`. `created` and `updated` show the record as it stands now.',
    capability,
    parameters: [
      cursor,
      {
        in: 'query',
        name: 'limit',
        schema: z.int().min(1).max(maximumLimit),
        description: 'Changes on a page; 100 unless given.',
      },
      includeUserParameter,
    ],
    answer: { status: 200, description: 'The changes after the cursor', schema: 'ChangePage' },
    refusals: [410],
    example: { query: { limit: 1 } },
  },
  {
    id: 'changes.stream',
    tag,
    method: 'get',
    path: `${path}/stream`,
    summary: 'Follow changes',
    description:
      'The same as server-sent events. A reader that comes back says with `Last-Event-ID` what it saw last.',
    capability,
    parameters: [
      cursor,
      includeUserParameter,
      {
        in: 'header',
        name: 'Last-Event-ID',
        schema: z.string(),
        description: 'The cursor of the last event that was seen; it goes before `cursor`.',
      },
    ],
    answer: { status: 200, description: 'Events that do not end', type: 'text/event-stream' },
    refusals: [410],
    example: null,
  },
]
