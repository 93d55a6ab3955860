/** The five endpoints of expenses (specification, Expenses). */
import { Hono } from 'hono'
import { deleteExpense, listExpenses, readExpense, type ExpenseRow } from '#core/store/expenses.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
import { commit, type Writing } from '../changes/commit-write.ts'
import { changeExpense, createExpense, writableExpense } from '../expenses/write-expense.ts'
import { answerRecord, requireMatch } from '../http/entity-tags.ts'
import { readObject } from '../http/read-json-body.ts'
import { idIn, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { toExpenseRecord } from '../records/expense.ts'
import { known } from '../records/require-known.ts'
import type { Env, Service } from '../service-context.ts'
import { differ } from '../write-rules.ts'
import { only, answerPage, wantsUser } from './route-helpers.ts'

export function expenseRoutes(service: Service): Hono<Env> {
  const { db } = service
  const routes = new Hono<Env>()

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const query = readListQuery(context, expenseSortKeys, {})
    const slice = await listExpenses(db, organisation, query, context.get('turn').yield)
    const user = wantsUser(service, context)
    return answerPage(service, context, 'expenses', slice, (row) => toExpenseRecord(row, user))
  })

  routes.post('/', async (context) => {
    const body = await readObject(context)
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const id = await createExpense(trx, caller, body, now)
      const row = known(await readExpense(trx, caller.organisation, id), 'expense')
      changed(writing, row, 'created')
      const expense = toExpenseRecord(row, wantsUser(service, context))
      return { status: 201, body: { success: true, expense }, tagged: expense }
    })
  })

  routes.get('/:id', async (context) => {
    const { organisation } = context.get('caller')
    const id = idIn(context)
    const row = id === undefined ? undefined : await readExpense(db, organisation, id)
    if (!row) throw notFound()
    return answerRecord(service, context, toExpenseRecord(row, wantsUser(service, context)))
  })

  routes.put('/:id', async (context) => {
    const body = await readObject(context)
    return commit(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const stands = await writableExpense(trx, caller, idIn(context))
      await requireMatch(service, context, () => versions(stands))
      const row = await changeExpense(trx, caller, stands, body, now)
      if (differ(stands, row)) changed(writing, row, 'updated')
      const expense = toExpenseRecord(row, wantsUser(service, context))
      return { body: { success: true, expense }, tagged: expense }
    })
  })

  routes.delete('/:id', (context) =>
    commit(service, context, async (writing) => {
      const { trx, caller } = writing
      const stands = await writableExpense(trx, caller, idIn(context))
      await requireMatch(service, context, () => versions(stands))
      await deleteExpense(trx, stands.id)
      changed(writing, stands, 'deleted')
      const expense = toExpenseRecord(stands, wantsUser(service, context))
      return { body: { success: true, expense } }
    }),
  )

  routes.all('/', only('GET', 'HEAD', 'POST'))
  routes.all('/:id', only('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** The forms of a show response, without and with its user. */
const versions = (row: ExpenseRow) => [toExpenseRecord(row, false), toExpenseRecord(row, true)]

const changed = (
  writing: Writing,
  row: ExpenseRow,
  action: 'created' | 'updated' | 'deleted',
): void =>
  writing.changed({
    resource: 'expenses',
    id: row.id,
    action,
    record: () => toExpenseRecord(row, false),
  })
