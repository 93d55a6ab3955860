/** Handlers of the calls on expenses. */
import { failField, failMissing, ok, type Result } from '#shared/errors.ts'
import type { expenseCalls } from '#shared/ipc/calls/expenses.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { ExpensesInRange } from '#shared/ipc/call-results.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { toPageEnvelope, type Page, type PageSlice } from '#shared/resources/page.ts'
import type { ActionContext } from '../actions/change.ts'
import {
  createExpense,
  deleteExpenseEntry,
  deleteExpenses,
  updateExpenseEntry,
  updateExpenses,
  type ExpenseInput,
} from '../actions/expenses.ts'
import {
  readExpensesBetween,
  listExpenses,
  readExpense,
  type ExpenseRow,
} from '../store/resources/expenses.ts'
import type { FilteredListQuery } from '../store/resources/filtered-lists.ts'
import { isOwnEntry } from '../store/account/current-user.ts'
import { readExchangeRate, readNewestExpenseRate } from '../store/resources/exchange-rates.ts'
import type { HandlerContext, OpenAccount } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { toExpenses } from './expense-entities.ts'
import { toFilterParameters, toQueryParameters } from './query-parameters.ts'
import { currentOwnershipRule } from './entry-ownership.ts'

export function expenseHandlers({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof expenseCalls> {
  /** Writes values of the person, who gives no exchange rate where a service decides it. */
  const withValues = <Value>(
    { exchange_rate }: Partial<ExpenseInput>,
    write: (context: ActionContext) => Promise<Result<Value>>,
  ) =>
    withOpenAccount(({ context, sync }) =>
      sync && exchange_rate !== undefined
        ? Promise.resolve(failField('exchange_rate', ratedByService))
        : write(context),
    )
  return {
    'expenses.list': (query) => withOpenAccount(({ context }) => list(context, query)),
    'expenses.inDateRange': (range) => withOpenAccount(({ context }) => days(context, range)),
    'expenses.exchangeRate': ({ from, to }) =>
      withOpenAccount(async (open) =>
        ok({ value: from === to ? '1' : ((await rateOf(open, from, to)) ?? null) }),
      ),
    'expenses.show': ({ local }) => withOpenAccount(({ context }) => show(context, local)),
    'expenses.create': (input) =>
      withValues(input, (context) => afterwards(context, createExpense(context, input))),
    'expenses.update': ({ local, set, was }) =>
      withValues(set, (context) =>
        afterwards(context, updateExpenseEntry(context, local, set, was)),
      ),
    'expenses.delete': ({ local }) => withOpenAccount(({ context }) => remove(context, local)),
    'expenses.updateMany': ({ records, set }) =>
      withValues(set, async (context) => {
        const updated = await updateExpenses(context, records, set)
        return updated.ok ? ok({ changed: updated.value }) : updated
      }),
    'expenses.deleteMany': ({ locals }) =>
      withOpenAccount(async ({ context }) => {
        const deleted = await deleteExpenses(context, locals)
        return deleted.ok ? ok({ deleted: new Set(locals).size }) : deleted
      }),
  }
}

const ratedByService = 'The service sets the exchange rate. Leave it out'

async function rateOf(
  { context: { db, organisation }, sync }: OpenAccount,
  from: string,
  to: string,
): Promise<string | undefined> {
  const known = await readExchangeRate(db, organisation, from, to)
  return known ?? (sync ? undefined : readNewestExpenseRate(db, organisation, from, to))
}

async function list(
  context: ActionContext,
  query: CallArguments<'expenses.list'>,
): Promise<Result<Page<Expense>>> {
  const { db, organisation } = context
  const { filter = [], ...plain } = query
  const slice =
    filter.length > 0
      ? await listFiltered(context, { ...plain, filter })
      : await listExpenses(db, organisation, plain)
  const data = await toExpenses(db, slice.data)
  const parameters = [...toQueryParameters(plain), ...(await toFilterParameters(filter))]
  return ok(toPageEnvelope({ ...slice, data }, '/api/v1/expenses', parameters))
}

/** Loads what filters need, as few calls have one. */
async function listFiltered(
  { db, clock, organisation }: ActionContext,
  query: FilteredListQuery,
): Promise<PageSlice<ExpenseRow>> {
  const { listFilteredExpenses } = await import('../store/resources/filtered-lists.ts')
  return listFilteredExpenses(db, organisation, query, () => clock.sleep(0))
}

/** Returns the days of the person, or everyone's. */
async function days(
  context: ActionContext,
  { from, to, whose = 'mine' }: CallArguments<'expenses.inDateRange'>,
): Promise<Result<ExpensesInRange>> {
  const mine = await currentOwnershipRule(context.db)
  const all = await readExpensesBetween(context.db, context.organisation, from, to)
  const isOwn = ({ user }: (typeof all)[number]) => isOwnEntry(mine, user?.id ?? null)
  const rows = whose === 'mine' ? all.filter(isOwn) : all
  const others = rows.filter((row) => !isOwn(row)).map(({ id }) => id)
  return ok({ expenses: await toExpenses(context.db, rows), others })
}

async function show(context: ActionContext, local: number): Promise<Result<Expense>> {
  const row = await readExpense(context.db, context.organisation, local)
  const [expense] = row ? await toExpenses(context.db, [row]) : []
  return expense ? ok(expense) : failMissing('expense', local)
}

/** Returns the expense after an action on it, or the action's failure. */
async function afterwards(
  context: ActionContext,
  action: Promise<Result<number>>,
): Promise<Result<Expense>> {
  const done = await action
  return done.ok ? show(context, done.value) : done
}

/** Deletes the expense and returns it as it was. */
async function remove(context: ActionContext, local: number): Promise<Result<Expense>> {
  const expense = await show(context, local)
  if (!expense.ok) return expense
  const removed = await deleteExpenseEntry(context, local)
  return removed.ok ? expense : removed
}
