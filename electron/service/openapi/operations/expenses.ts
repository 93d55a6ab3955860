import { expenseSortKeys } from '#shared/resources/expense.ts'
import type { Operation } from '../operation.ts'
import { includeUserParameter, indexParameters, recordIdParameter } from '../shared-parameters.ts'

const tag = 'Expenses'
const path = '/api/v1/expenses'

/** Specification, Expenses. */
export const expenseOperations: readonly Operation[] = [
  {
    id: 'expenses.list',
    tag,
    method: 'get',
    path,
    summary: 'List expenses',
    description:
      'One page of the organization’s expenses. The search looks into name and notes, the project’s and its client’s names and codes, and the charge’s name.',
    parameters: [...indexParameters(expenseSortKeys, 'date, newest first,'), includeUserParameter],
    answer: { status: 200, description: 'A page of expenses', schema: 'ExpensePage' },
    example: { query: { sortKey: 'date', sortAsc: 0, limit: 1 } },
  },
  {
    id: 'expenses.store',
    tag,
    method: 'post',
    path,
    summary: 'Create an expense',
    description:
      'With a `charge_id` the name, unit and unit charge are the charge’s, converted where its currency is another than the project’s. Without one they are the request’s own.',
    parameters: [includeUserParameter],
    body: 'ExpenseCreate',
    answer: { status: 201, description: 'The expense that was made', schema: 'ExpenseWritten' },
    example: {
      body: {
        project_id: 1,
        charge_id: 1,
        date: '2026-04-14',
        quantity: 24,
        chargeable: true,
        total_cost: 1840,
        tax: 'includes',
        tax_rate: 15,
        currency: 'NZD',
        notes: 'To the printer and back',
      },
    },
  },
  {
    id: 'expenses.show',
    tag,
    method: 'get',
    path: `${path}/{id}`,
    summary: 'Show an expense',
    parameters: [recordIdParameter, includeUserParameter],
    answer: { status: 200, description: 'The expense, with no wrapper', schema: 'Expense' },
    example: { path: { id: 1 }, query: { include: 'user' } },
  },
  {
    id: 'expenses.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update an expense',
    description:
      'Any subset of the fields; nothing is required. A member changes their own expenses, an owner everyone’s. `charge_id` null makes it one-off with the values that it has.',
    parameters: [recordIdParameter, includeUserParameter],
    body: 'ExpenseUpdate',
    answer: { status: 200, description: 'The expense as it stands now', schema: 'ExpenseWritten' },
    refusals: [403],
    example: { path: { id: 2 }, body: { quantity: 2, chargeable: false } },
  },
  {
    id: 'expenses.delete',
    tag,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete an expense',
    description: 'Removes it for good.',
    parameters: [recordIdParameter, includeUserParameter],
    answer: { status: 200, description: 'The expense as it was', schema: 'ExpenseWritten' },
    refusals: [403],
    example: { path: { id: 3 } },
  },
]
