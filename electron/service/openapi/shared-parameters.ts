/** Parameters that several endpoints take (specification, Index query parameters). */
import { id as idSchema } from '#shared/resources/fields.ts'
import { defaultLimit, maximumLimit } from '#shared/resources/page.ts'
import { z } from '#shared/resources/zod.ts'
import { maximumPage, maximumQuery } from '../http/parameters.ts'
import type { OperationParameter } from './operation.ts'

const page: OperationParameter = {
  in: 'query',
  name: 'page',
  schema: z.int().min(1).max(maximumPage),
  description: 'Which page; the first one unless given. A page past the end is empty.',
}

const limit: OperationParameter = {
  in: 'query',
  name: 'limit',
  schema: z.int().min(1).max(maximumLimit),
  description: `Records on a page; ${defaultLimit} unless given.`,
}

export const pageParameters: readonly OperationParameter[] = [page, limit]

/** Parameters of every index that can be sorted and searched. */
export const indexParameters = (
  sortKeys: readonly [string, ...string[]],
  order: string,
): readonly OperationParameter[] => [
  {
    in: 'query',
    name: 'sortKey',
    schema: z.enum(sortKeys),
    description: `What to sort by; ${order} unless given.`,
  },
  {
    in: 'query',
    name: 'sortAsc',
    schema: z.union([z.literal(1), z.literal(0)]),
    description: '1 for ascending, 0 for descending. With a `sortKey`, ascending unless given.',
  },
  {
    in: 'query',
    name: 'query',
    schema: z.string().max(maximumQuery),
    description:
      'Search terms, separated by blanks; a record has to match all of them. A term of one or two characters matches where a word begins, a longer one anywhere.',
  },
  page,
  limit,
]

export const recordIdParameter: OperationParameter = {
  in: 'path',
  name: 'id',
  schema: idSchema,
  description: 'The id of the record.',
  required: true,
}

/** Only with the capability `user`; the document leaves it out otherwise. */
export const includeUserParameter: OperationParameter = {
  in: 'query',
  name: 'include',
  schema: z.enum(['user']),
  description: '`user` adds the person whose entry it is to each record.',
}
