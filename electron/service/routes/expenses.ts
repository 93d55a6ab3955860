/** The five endpoints of expenses (specification, Expenses). */
import { Hono } from 'hono'
import {
  deleteExpense,
  listExpenses,
  readExpense,
  type ExpenseRow,
} from '#core/store/resources/expenses.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
import { commitWrite, type WriteScope } from '../changes/commit-write.ts'
import {
  updateExpenseForCaller,
  createExpenseForCaller,
  requireWritableExpense,
} from '../expenses/write-expense.ts'
import { respondWithRecord, requireIfMatch } from '../http/entity-tags.ts'
import { readJsonObject } from '../http/read-json-body.ts'
import { idFromPath, readListQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { toExpenseRecord } from '../records/expense.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { changedUid, createOnce, withUid, withUids, type WithUid } from '../uids.ts'
import { isRowChanged } from '../write-rules.ts'
import { onlyMethods, answerPage, isUserIncluded } from './route-helpers.ts'

export function expenseRoutes(service: Service): Hono<ServiceEnv> {
  const { db } = service
  const routes = new Hono<ServiceEnv>()

  /** Reads the expense that a write is about, with its uid. */
  const requireNamed = async ({ trx, caller }: WriteScope, id: number | undefined) =>
    withUid(
      service,
      trx,
      caller.organisation,
      'expenses',
      await requireWritableExpense(trx, caller, id),
    )

  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const query = readListQuery(context, expenseSortKeys, {})
    const slice = await listExpenses(db, organisation, query, context.get('turn').yield)
    const data = await withUids(service, db, organisation, 'expenses', slice.data)
    const user = isUserIncluded(service, context)
    return answerPage(service, context, 'expenses', { ...slice, data }, (row) =>
      toExpenseRecord(row, user),
    )
  })

  routes.post('/', async (context) => {
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const { row, created } = await createOnce(service, writing, 'expenses', body, {
        create: (problems) => createExpenseForCaller(trx, caller, body, now, problems),
        read: (id) => readExpense(trx, caller.organisation, id),
      })
      if (created) changed(writing, row, 'created')
      const expense = toExpenseRecord(row, isUserIncluded(service, context))
      return { status: created ? 201 : 200, body: { success: true, expense }, tagged: expense }
    })
  })

  routes.get('/:id', async (context) => {
    const { organisation } = context.get('caller')
    const id = idFromPath(context)
    const row = id === undefined ? undefined : await readExpense(db, organisation, id)
    if (!row) throw notFound()
    const named = await withUid(service, db, organisation, 'expenses', row)
    const record = toExpenseRecord(named, isUserIncluded(service, context))
    return respondWithRecord(service, context, record)
  })

  routes.put('/:id', async (context) => {
    const body = await readJsonObject(context)
    return commitWrite(service, context, async (writing) => {
      const { trx, caller, now } = writing
      const current = await requireNamed(writing, idFromPath(context))
      await requireIfMatch(service, context, () => versions(current))
      const problems = changedUid(current, body)
      const row = {
        ...current,
        ...(await updateExpenseForCaller(trx, caller, current, body, now, problems)),
      }
      if (isRowChanged(current, row)) changed(writing, row, 'updated')
      const expense = toExpenseRecord(row, isUserIncluded(service, context))
      return { body: { success: true, expense }, tagged: expense }
    })
  })

  routes.delete('/:id', (context) =>
    commitWrite(service, context, async (writing) => {
      const { trx } = writing
      const current = await requireNamed(writing, idFromPath(context))
      await requireIfMatch(service, context, () => versions(current))
      await deleteExpense(trx, current.id)
      changed(writing, current, 'deleted')
      const expense = toExpenseRecord(current, isUserIncluded(service, context))
      return { body: { success: true, expense } }
    }),
  )

  routes.all('/', onlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', onlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** The forms of a show response, without and with its user. */
const versions = (row: WithUid<ExpenseRow>) => [
  toExpenseRecord(row, false),
  toExpenseRecord(row, true),
]

const changed = (
  writing: WriteScope,
  row: WithUid<ExpenseRow>,
  action: 'created' | 'updated' | 'deleted',
): void =>
  writing.changed({
    resource: 'expenses',
    id: row.id,
    action,
    record: () => toExpenseRecord(row, false),
  })
