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
      'Returns a page of the organization’s expenses. `query` searches the name and the notes, the names and codes of the project and its client, and the name of the charge.',
    parameters: [...indexParameters(expenseSortKeys, 'date, newest first'), includeUserParameter],
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
      'Creates an expense. With a `charge_id`, the charge sets the name, unit, and unit charge, which is converted if the charge’s currency isn’t the project’s. Without one, the request sets them.',
    parameters: [includeUserParameter],
    body: 'ExpenseCreate',
    answer: { status: 201, description: 'The created expense', schema: 'ExpenseWritten' },
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
    summary: 'Get an expense',
    parameters: [recordIdParameter, includeUserParameter],
    answer: { status: 200, description: 'The expense, without a wrapper', schema: 'Expense' },
    example: { path: { id: 1 }, query: { include: 'user' } },
  },
  {
    id: 'expenses.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update an expense',
    description:
      'Updates any subset of the fields. No field is required. Members can update their own expenses, owners everyone’s. Setting `charge_id` to null turns the expense into a one-off that keeps its current values.',
    parameters: [recordIdParameter, includeUserParameter],
    body: 'ExpenseUpdate',
    answer: { status: 200, description: 'The updated expense', schema: 'ExpenseWritten' },
    refusals: [403],
    example: { path: { id: 2 }, body: { quantity: 2, chargeable: false } },
  },
  {
    id: 'expenses.delete',
    tag,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete an expense',
    description: 'Deletes an expense permanently.',
    parameters: [recordIdParameter, includeUserParameter],
    answer: {
      status: 200,
      description: 'The expense as it was before it was deleted',
      schema: 'ExpenseWritten',
    },
    refusals: [403],
    example: { path: { id: 3 } },
  },
]
