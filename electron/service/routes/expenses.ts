/** The five endpoints of expenses (specification, Expenses). */
import { deleteExpense, listExpenses, readExpense } from '#core/store/resources/expenses.ts'
import {
  updateExpenseForCaller,
  createExpenseForCaller,
  requireWritableExpense,
} from '../expenses/write-expense.ts'
import { listQueries } from '../http/list-queries.ts'
import type { RecordDescription } from '../openapi/describe-records.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import { toExpenseRecord } from '../records/expense.ts'
import type { Service } from '../service-context.ts'
import { recordGroup, uidResource } from './back-end.ts'

const description: RecordDescription = {
  tag: {
    name: 'Expenses',
    description: 'Costs on a project, either with a predefined charge or one-off.',
  },
  one: 'an expense',
  many: 'expenses',
  schema: 'Expense',
  withUser: ['list', 'store', 'show', 'update', 'delete'],
  operations: {
    list: {
      description:
        'Returns a page of the organization’s expenses. `query` searches the name and the notes, the names and codes of the project and its client, and the name of the charge.',
      example: { query: { sortKey: 'date', sortAsc: 0, limit: 1 } },
    },
    store: {
      description:
        'Creates an expense. With a `charge_id`, the charge sets the name, unit, and unit charge, which is converted if the charge’s currency isn’t the project’s. Without one, the request sets them.',
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
    show: { example: { path: { id: 1 }, query: { include: 'user' } } },
    update: {
      description:
        'Updates any subset of the fields. No field is required. Members can update their own expenses, owners everyone’s. Setting `charge_id` to null turns the expense into a one-off that keeps its current values.',
      refusals: [403],
      example: { path: { id: 2 }, body: { quantity: 2, chargeable: false } },
    },
    delete: {
      description: 'Deletes an expense permanently.',
      answer: {
        status: 200,
        description: 'The expense as it was before it was deleted',
        schema: 'ExpenseWritten',
      },
      refusals: [403],
      example: { path: { id: 3 } },
    },
  },
}

export const expenseEndpoints = (service: Service): EndpointGroup =>
  recordGroup(
    service,
    uidResource(service, {
      path: 'expenses',
      wrapper: 'expense',
      query: listQueries.expenses,
      list: ({ db, caller, pause }, query) => listExpenses(db, caller.organisation, query, pause),
      toListRecord: toExpenseRecord,
      read: readExpense,
      toRecord: (_, row, withUser) => toExpenseRecord(row, withUser),
      requireWritable: requireWritableExpense,
      create: createExpenseForCaller,
      update: updateExpenseForCaller,
      remove: ({ trx }, row) => deleteExpense(trx, row.id),
    }),
    description,
  )
