/**
 * Creates, changes and deletes expenses: the rules that need the database (docs/API.md, Expenses).
 * Everything runs inside the caller's transaction; a refusal throws and rolls it back.
 */
import type { Trx } from '#core/store/database/db.ts'
import {
  insertExpense,
  readExpense,
  updateExpense,
  type ExpenseRow,
  type NewExpense,
} from '#core/store/resources/expenses.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { expenseCreate, expenseUpdate, missingExpenseFields } from '#shared/resources/expense.ts'
import {
  withChargeFields,
  changedValues,
  fieldsFromCharge,
  conflictingChargeFields,
  hasNoCost,
  emptyCost,
} from '#shared/rules/expense-fields.ts'
import {
  classifyChargeChange,
  priceSourceOfChange,
  priceSourceOfNew,
} from '#shared/rules/price-source.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'
import { changedOrUndefined, findUsableCharge, findUsableProject } from '../write-rules.ts'
import { checkExpenseTotals, resolveExpensePrice } from './resolve-expense-price.ts'

type Body = Record<string, unknown>

/**
 * Writes a new expense of the caller and returns its id.
 * @param known problems of the body that are reported with those that are found here
 */
export async function createExpenseForCaller(
  trx: Trx,
  caller: Caller,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<number> {
  const { values, problems } = readFields(expenseCreate.shape, body, known)
  for (const field of missingExpenseFields(body)) {
    if (!Object.hasOwn(body, field)) problems[field] = ['Required']
  }
  const { project_id, charge_id = null, date, chargeable, quantity = 1, notes = null } = values
  const project = await findUsableProject(trx, caller, project_id, problems)
  const charge = await findUsableCharge(trx, caller, charge_id, problems)
  const own = charge ? fieldsFromCharge(charge) : values
  const source =
    project && !problems['charge_id']
      ? priceSourceOfNew(charge, values.unit_charge, project.currency)
      : undefined
  const price = source && (await resolveExpensePrice(trx, caller, source, problems))
  checkExpenseTotals(quantity, price, problems)
  refuseProblems(problems)

  const currency = requireKnown(project?.currency, 'currency of a project')
  return insertExpense(trx, {
    organisation_id: caller.organisation,
    user_id: caller.user.id,
    project_id: requireKnown(project_id, 'project_id'),
    charge_id,
    date: requireKnown(date, 'date'),
    name: requireKnown(own.name, 'name'),
    unit: own.unit || null,
    quantity,
    ...requireKnown(price, 'price'),
    chargeable: requireKnown(chargeable, 'chargeable'),
    ...(values.total_cost === undefined
      ? emptyCost(currency)
      : {
          total_cost: values.total_cost,
          tax: requireKnown(values.tax, 'tax'),
          tax_rate: requireKnown(values.tax_rate, 'tax_rate'),
          currency: requireKnown(values.currency, 'currency'),
        }),
    notes,
    created_at: now,
    updated_at: now,
  } satisfies NewExpense)
}

/**
 * Changes the fields in the body of `current`, which the caller may write, and what depends on
 * them. Values equal to the current ones change nothing.
 */
export async function updateExpenseForCaller(
  trx: Trx,
  caller: Caller,
  current: ExpenseRow,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<ExpenseRow> {
  const { values, problems } = readFields(expenseUpdate.shape, body, known)
  const project_id = changedOrUndefined(values.project_id, current.project?.id)
  const charge_id = changedOrUndefined(values.charge_id, current.charge?.id ?? null)

  const project = await findUsableProject(trx, caller, project_id, problems)
  const charge = await findUsableCharge(trx, caller, charge_id, problems)
  const kind = classifyChargeChange(current, charge_id)
  for (const field of problems['charge_id'] ? [] : conflictingChargeFields(kind, values)) {
    problems[field] ??= [
      'Comes from the price list item. Send charge_id null to make the expense a one-off',
    ]
  }

  const currency = requireKnown((project ?? current.project)?.currency, 'currency of a project')
  const moves = project !== undefined
  const price =
    problems['project_id'] || problems['charge_id']
      ? undefined
      : await resolveExpensePrice(
          trx,
          caller,
          priceSourceOfChange({
            current,
            kind,
            charge,
            unit_charge: values.unit_charge,
            moves,
            currency,
          }),
          problems,
        )
  if (price !== undefined || values.quantity !== undefined) {
    checkExpenseTotals(values.quantity ?? current.quantity, price ?? current, problems)
  }
  refuseProblems(problems)

  const change = changedValues(current, {
    ...withChargeFields(kind, charge, values),
    ...(moves && values.currency === undefined && hasNoCost(current) ? { currency } : {}),
    ...price,
  })
  const links = { project_id, charge_id }
  if ([...Object.values(change), ...Object.values(links)].some((value) => value !== undefined)) {
    await updateExpense(trx, current.id, { ...links, ...change, updated_at: now })
  }
  return requireKnown(await readExpense(trx, caller.organisation, current.id), 'expense')
}

/** Reads the expense that a request is about. A member may write their own, an owner everyone's. */
export async function requireWritableExpense(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
): Promise<ExpenseRow> {
  const expense = id === undefined ? undefined : await readExpense(trx, caller.organisation, id)
  if (!expense) throw notFound()
  if (!caller.user.owner && expense.user?.id !== caller.user.id) {
    throw forbidden(
      'This expense is someone else’s. Only they or an owner of the organization can change it.',
    )
  }
  return expense
}
