/** The sixteen endpoints of the specification, for rules that apply to all of them. */
import { categoryListRecord, categorySortKeys } from '#shared/resources/category.ts'
import { expenseRecord, expenseSortKeys } from '#shared/resources/expense.ts'
import { timeListRecord, timeSortKeys } from '#shared/resources/time.ts'
import { webhookRecord } from '#shared/resources/webhook.ts'

export const indexes = [
  { path: '/api/v1/expenses', record: expenseRecord, sortKeys: expenseSortKeys },
  { path: '/api/v1/times', record: timeListRecord, sortKeys: timeSortKeys },
  { path: '/api/v1/categories', record: categoryListRecord, sortKeys: categorySortKeys },
  { path: '/api/v1/webhooks', record: webhookRecord, sortKeys: [] },
] as const

/** Method and path, with 1 as the id. */
export const endpoints: readonly (readonly [method: string, path: string])[] = [
  ...['expenses', 'times', 'categories'].flatMap((resource) => [
    ['GET', `/api/v1/${resource}`] as const,
    ['POST', `/api/v1/${resource}`] as const,
    ['GET', `/api/v1/${resource}/1`] as const,
    ['PUT', `/api/v1/${resource}/1`] as const,
    ['DELETE', `/api/v1/${resource}/1`] as const,
  ]),
  ['GET', '/api/v1/webhooks'],
]
