/** The five endpoints of expenses (specification, Expenses), from the local store. */
import { Hono } from 'hono'
import { readFields, refuseProblems } from '#service/http/read-fields.ts'
import { readJsonObject, withBody } from '#service/http/read-json-body.ts'
import { readListQuery } from '#service/http/parameters.ts'
import {
  expenseCreate,
  expenseSortKeys,
  expenseUpdate,
  missingExpenseFields,
  type Expense,
} from '#shared/resources/expense.ts'
import { expenseValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { conflictingChargeFields } from '#shared/rules/expense-fields.ts'
import { classifyChargeChange } from '#shared/rules/price-source.ts'
import {
  localIdFromPath,
  allowOnlyMethods,
  toApiPage,
  isUserRequested,
} from '../local-route-helpers.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { toApiExpenseRecord } from '../api-records.ts'
import { resolveUsableReference } from '../resolve-request-references.ts'

export function localExpenseRoutes(calls: CoreCalls): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()

  routes.get('/', async (context) => {
    const page = await calls.run('expenses.list', readListQuery(context, expenseSortKeys, {}))
    return context.json(
      toApiPage(context, 'expenses', page, toApiExpenseRecord(isUserRequested(context))),
    )
  })

  routes.post('/', withBody, async (context) => {
    const expense = toApiExpenseRecord(isUserRequested(context))(
      await create(calls, await readJsonObject(context)),
    )
    return context.json({ success: true, expense }, 201)
  })

  routes.get('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'expense', context)
    const expense = await calls.run('expenses.show', { local })
    return context.json(toApiExpenseRecord(isUserRequested(context))(expense))
  })

  routes.put('/:id', withBody, async (context) => {
    const body = await readJsonObject(context)
    const local = await localIdFromPath(calls, 'expense', context)
    const changed = await update(calls, await calls.run('expenses.show', { local }), body)
    return context.json({
      success: true,
      expense: toApiExpenseRecord(isUserRequested(context))(changed),
    })
  })

  routes.delete('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'expense', context)
    const deleted = await calls.run('expenses.delete', { local })
    return context.json({
      success: true,
      expense: toApiExpenseRecord(isUserRequested(context))(deleted),
    })
  })

  routes.all('/', allowOnlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', allowOnlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

/** The contract takes a rate as a number and parses it exactly again. */
const asNumber = (rate: string | undefined) => (rate === undefined ? undefined : Number(rate))

async function create(calls: CoreCalls, body: Record<string, unknown>): Promise<Expense> {
  const { values, problems } = readFields(expenseCreate.shape, body)
  for (const field of missingExpenseFields(body)) problems[field] = ['Required']
  const { project_id, charge_id, tax_rate, ...plain } = values
  const project = await resolveUsableReference(calls, 'project', project_id, problems)
  const charge = await resolveUsableReference(calls, 'charge', charge_id, problems)
  refuseProblems(problems)
  const { date, chargeable } = plain
  return calls.run('expenses.create', {
    ...plain,
    tax_rate: asNumber(tax_rate),
    date: date!,
    chargeable: chargeable!,
    project: project!.local,
    charge: charge?.local ?? null,
  })
}

async function update(
  calls: CoreCalls,
  current: Expense,
  body: Record<string, unknown>,
): Promise<Expense> {
  const { values, problems } = readFields(expenseUpdate.shape, body)
  const { project_id, charge_id, tax_rate, ...plain } = values
  const project = await resolveUsableReference(
    calls,
    'project',
    project_id,
    problems,
    current.project?.local,
  )
  const charge = await resolveUsableReference(
    calls,
    'charge',
    charge_id,
    problems,
    current.charge?.local,
  )
  const takes = charge && charge.local !== current.charge?.local ? charge_id : undefined
  const kind = classifyChargeChange(current, charge_id === null ? null : takes)
  for (const field of problems['charge_id'] ? [] : conflictingChargeFields(kind, plain)) {
    problems[field] ??= [
      'Comes from the price list item. Send charge_id null to make the expense a one-off',
    ]
  }
  refuseProblems(problems)
  const set = {
    ...plain,
    ...(tax_rate === undefined ? {} : { tax_rate: asNumber(tax_rate) }),
    ...(project ? { project: project.local } : {}),
    ...(charge_id === undefined ? {} : { charge: charge?.local ?? null }),
  }
  return Object.keys(set).length > 0
    ? calls.run('expenses.update', {
        local: current.local,
        set,
        was: wasOf(set, expenseValues(current)),
      })
    : current
}
