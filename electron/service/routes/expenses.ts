/** The five endpoints of expenses (specification, Expenses). */
import type { Hono } from 'hono'
import { deleteExpense, listExpenses, readExpense } from '#core/store/resources/expenses.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
import {
  updateExpenseForCaller,
  createExpenseForCaller,
  requireWritableExpense,
} from '../expenses/write-expense.ts'
import { readListQuery } from '../http/parameters.ts'
import { recordRoutes } from '../http/record-routes.ts'
import { toExpenseRecord } from '../records/expense.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { serviceBackEnd, uidResource } from './back-end.ts'

export const expenseRoutes = (service: Service): Hono<ServiceEnv> =>
  recordRoutes(
    serviceBackEnd(service),
    uidResource(service, {
      path: 'expenses',
      wrapper: 'expense',
      query: (context) => readListQuery(context, expenseSortKeys, {}),
      list: ({ db, caller, pause }, query) => listExpenses(db, caller.organisation, query, pause),
      toListRecord: toExpenseRecord,
      read: readExpense,
      toRecord: (_, row, withUser) => toExpenseRecord(row, withUser),
      requireWritable: requireWritableExpense,
      create: createExpenseForCaller,
      update: updateExpenseForCaller,
      remove: ({ trx }, row) => deleteExpense(trx, row.id),
    }),
  )
