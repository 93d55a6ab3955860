/** Random index queries. */
import { chargeSortKeys } from '#shared/resources/charge.ts'
import { categorySortKeys } from '#shared/resources/category.ts'
import { clientSortKeys } from '#shared/resources/client.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
import { projectSortKeys } from '#shared/resources/project.ts'
import { taskSortKeys } from '#shared/resources/task.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { userSortKeys } from '#shared/resources/user.ts'
import fc from 'fast-check'
import type { Asked } from './model.ts'
import { day, query, type World } from './world.ts'

/** The sort keys of each list, by the specification and by our service. */
export const sortKeys: Record<keyof World, readonly string[]> = {
  users: userSortKeys,
  clients: clientSortKeys,
  projects: projectSortKeys,
  tasks: taskSortKeys,
  charges: chargeSortKeys,
  categories: categorySortKeys,
  webhooks: [],
  times: timeSortKeys,
  expenses: expenseSortKeys,
}

/** Any query that an index answers. */
export const asked: fc.Arbitrary<Asked> = fc
  .record({
    resource: fc.constantFrom(
      ...(Object.keys(sortKeys) as (keyof World)[]),
      ...(['times', 'times', 'times', 'expenses', 'expenses'] as const),
    ),
    key: fc.option(fc.nat(), { nil: undefined }),
    sortAsc: fc.option(fc.boolean(), { nil: undefined }),
    page: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    limit: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    query: fc.option(query, { nil: undefined }),
    date: fc.option(day, { nil: undefined, freq: 3 }),
    deleted: fc.boolean(),
  })
  .map(({ key, date, deleted, ...asked }) => {
    const keys = sortKeys[asked.resource]
    const isSoft = ['clients', 'projects', 'tasks', 'charges'].includes(asked.resource)
    return {
      ...asked,
      ...(asked.resource === 'webhooks' && { query: undefined, sortAsc: undefined }),
      sortKey: key === undefined || keys.length === 0 ? undefined : keys[key % keys.length],
      date: asked.resource === 'times' ? date : undefined,
      deleted: isSoft ? deleted : undefined,
    }
  })
