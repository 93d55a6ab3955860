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
  description: 'Page number. Defaults to 1. A page past the end is empty.',
}

const limit: OperationParameter = {
  in: 'query',
  name: 'limit',
  schema: z.int().min(1).max(maximumLimit),
  description: `Number of records per page. Defaults to ${defaultLimit}.`,
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
    description: `Field to sort by. The default order is ${order}.`,
  },
  {
    in: 'query',
    name: 'sortAsc',
    schema: z.union([z.literal(1), z.literal(0)]),
    description: '1 for ascending, 0 for descending. Defaults to 1 if there’s a `sortKey`.',
  },
  {
    in: 'query',
    name: 'query',
    schema: z.string().max(maximumQuery),
    description:
      'Search terms, separated by spaces. A record must match all of them. Terms of one or two characters match at the beginning of a word, longer ones anywhere. In scripts without spaces between words, all match anywhere. Case and accents make no difference.',
  },
  page,
  limit,
]

export const recordIdParameter: OperationParameter = {
  in: 'path',
  name: 'id',
  schema: idSchema,
  description: 'ID of the record.',
  required: true,
}

/** Only with the capability `user`; the document leaves it out otherwise. */
export const includeUserParameter: OperationParameter = {
  in: 'query',
  name: 'include',
  schema: z.enum(['user']),
  description: 'Use `user` to add the person whose entry it is to each record.',
}
