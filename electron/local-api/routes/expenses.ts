/** The five endpoints of expenses (specification, Expenses), from the local store. */
import type { Hono } from 'hono'
import { listQueries } from '#service/http/list-queries.ts'
import { fromCharge } from '#service/http/problem.ts'
import { readFields, refuseProblems } from '#service/http/read-fields.ts'
import { recordRoutes } from '#service/http/record-routes.ts'
import {
  expenseCreate,
  expenseRecord,
  expenseUpdate,
  missingExpenseFields,
  type Expense,
} from '#shared/resources/expense.ts'
import { expenseValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { conflictingChargeFields } from '#shared/rules/expense-fields.ts'
import { classifyChargeChange } from '#shared/rules/price-source.ts'
import { toApiRecord } from '../api-records.ts'
import { isEmpty, localReads, type LocalBackEnd } from '../back-end.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { findUsable } from '../resolve-request-references.ts'

const toRecord = toApiRecord(expenseRecord)

export const localExpenseRoutes = (backEnd: LocalBackEnd): Hono<LocalApiEnv> =>
  recordRoutes(backEnd, {
    ...localReads('expenses', 'expense'),
    query: listQueries.expenses,
    toListRecord: toRecord,
    toRecord: (_, expense: Expense, withUser) => toRecord(expense, withUser),
    writes: {
      create: async ({ calls }, body) => ({ row: await create(calls, body) }),
      update: ({ calls }, current, body) => update(calls, current, body),
      remove: ({ calls }, { local }) => calls.run('expenses.delete', { local }),
    },
  })

/** The contract takes a rate as a number and parses it exactly again. */
const asNumber = (rate: string | undefined) => (rate === undefined ? undefined : Number(rate))

async function create(calls: CoreCalls, body: Record<string, unknown>): Promise<Expense> {
  const { values, problems } = readFields(expenseCreate.shape, body)
  for (const field of missingExpenseFields(body)) problems[field] = ['Required']
  const { project_id, charge_id, tax_rate, ...plain } = values
  const project = await findUsable(calls, 'project', project_id, problems)
  const charge = await findUsable(calls, 'charge', charge_id, problems)
  refuseProblems(problems)
  return calls.run('expenses.create', {
    ...plain,
    tax_rate: asNumber(tax_rate),
    date: plain.date!,
    chargeable: plain.chargeable!,
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
  const project = await findUsable(calls, 'project', project_id, problems, current.project)
  const charge = await findUsable(calls, 'charge', charge_id, problems, current.charge)
  const takes = charge && charge.local !== current.charge?.local ? charge_id : undefined
  const kind = classifyChargeChange(current, charge_id === null ? null : takes)
  for (const field of problems['charge_id'] ? [] : conflictingChargeFields(kind, plain)) {
    problems[field] ??= [fromCharge]
  }
  refuseProblems(problems)
  const set = {
    ...plain,
    ...(tax_rate === undefined ? {} : { tax_rate: asNumber(tax_rate) }),
    ...(project ? { project: project.local } : {}),
    ...(charge_id === undefined ? {} : { charge: charge?.local ?? null }),
  }
  const { local } = current
  const was = wasOf(set, expenseValues(current))
  return isEmpty(set) ? current : calls.run('expenses.update', { local, set, was })
}
