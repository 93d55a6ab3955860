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
    'Cursor from an earlier response. Without one, the changes start at the beginning and include everything.',
}

/** docs/API.md, Changes. */
export const changeOperations: readonly Operation[] = [
  {
    id: 'changes.list',
    tag,
    method: 'get',
    path,
    summary: 'List changes',
    description:
      'Returns everything that was created, updated, or deleted after a cursor, without gaps and in the order it was committed. Use the `cursor` of the response for the next request. `created` and `updated` contain the current record.',
    capability,
    parameters: [
      cursor,
      {
        in: 'query',
        name: 'limit',
        schema: z.int().min(1).max(maximumLimit),
        description: 'Number of changes per page. Defaults to 100.',
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
    summary: 'Stream changes',
    description:
      'Sends the same changes as server-sent events. To resume the stream, send the cursor of the last event you received in `Last-Event-ID`.',
    capability,
    parameters: [
      cursor,
      includeUserParameter,
      {
        in: 'header',
        name: 'Last-Event-ID',
        schema: z.string(),
        description: 'Cursor of the last event received. Takes precedence over `cursor`.',
      },
    ],
    answer: { status: 200, description: 'An endless stream of events', type: 'text/event-stream' },
    refusals: [410],
    example: null,
  },
]
