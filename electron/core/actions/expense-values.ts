/**
 * Computes and validates the values of an expense that is created or changed here: what the person
 * enters, and what follows from it (specification, Expenses; docs/API.md, Expenses).
 */
import type { FieldTexts } from '#shared/errors.ts'
import { missingExpenseFields, taxTypes, type ExpenseCreate } from '#shared/resources/expense.ts'
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
import { isConverted, unknownRate } from '#shared/rules/unit-price.ts'
import type { Trx } from '../store/database/db.ts'
import type { ExpenseChange, ExpenseRow, NewExpense } from '../store/resources/expenses.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import type { ActionContext } from './change.ts'
import { checkProvisionalTotals, provisionalPrice } from './expense-price.ts'
import { findUsable, refuseProblems } from './usable-references.ts'

/**
 * An expense as a person enters it: project and charge by local id; no project on a draft, no
 * charge on a one-off.
 */
export interface ExpenseInput extends Omit<ExpenseCreate, 'project_id' | 'charge_id' | 'tax'> {
  project: number | null
  charge?: number | null | undefined
  /** One of Stint's tax types, or one that an expense here already has: services differ in them. */
  tax?: string | undefined
  /** Of the person, in place of a rate that this computer knows: decimal text; null for none. */
  exchange_rate?: string | null | undefined
}

/**
 * Returns the columns of a new expense. Throws a `validation` failure that names the API's fields.
 */
export async function newExpenseColumns(
  trx: Trx,
  { organisation }: ActionContext,
  input: ExpenseInput,
): Promise<Omit<NewExpense, 'created_at' | 'updated_at'>> {
  const { project: project_id, charge: charge_id = null, quantity = 1, notes = null } = input
  const { total_cost, tax, tax_rate, exchange_rate } = input
  const problems: FieldTexts = {}
  for (const field of missingExpenseFields({ charge_id, total_cost })) {
    if (input[field as keyof ExpenseInput] === undefined) problems[field] = ['Required']
  }
  const project = await findUsable(trx, organisation, 'project', project_id, problems)
  const charge = await findUsable(trx, organisation, 'charge', charge_id, problems)
  await checkTax(trx, tax, problems)
  const currency = project?.currency ?? null
  const source =
    problems['project_id'] || problems['charge_id']
      ? undefined
      : priceSourceOfNew(charge, input.unit_charge, currency)
  const price =
    source && (await provisionalPrice(trx, organisation, source, exchange_rate, problems))
  checkProvisionalTotals(quantity, price, problems)
  refuseProblems(problems)

  // All required values are present from here on.
  const own = charge ? fieldsFromCharge(charge) : input
  return {
    organisation_id: organisation,
    user_id: await readCurrentUser(trx),
    project_id,
    charge_id,
    date: input.date,
    name: own.name!,
    unit: own.unit || null,
    quantity,
    ...price!,
    chargeable: input.chargeable,
    ...(total_cost === undefined
      ? emptyCost(currency)
      : { total_cost, tax: tax!, tax_rate: tax_rate!, currency: input.currency! }),
    notes,
  }
}

/**
 * Returns the columns that a change would alter. Throws a `validation` failure that names the API's
 * fields.
 */
export async function changedExpenseColumns(
  trx: Trx,
  { organisation }: ActionContext,
  current: ExpenseRow,
  { project: setProject, charge: setCharge, exchange_rate, ...values }: Partial<ExpenseInput>,
): Promise<ExpenseChange> {
  const problems: FieldTexts = {}
  const project_id = differing(setProject, current.project?.id ?? null)
  const charge_id = differing(setCharge, current.charge?.id ?? null)
  const project = await findUsable(trx, organisation, 'project', project_id, problems)
  const charge = await findUsable(trx, organisation, 'charge', charge_id, problems)
  await checkTax(trx, differing(values.tax, current.tax), problems)
  const kind = classifyChargeChange(current, charge_id)
  for (const field of problems['charge_id'] ? [] : conflictingChargeFields(kind, values)) {
    problems[field] = ['Set by the price list item. Remove the item to make this a one-off']
  }
  const isCleared = kind === 'one-off' && current.charge !== null
  if (isCleared && !isConverted(current) && values.unit_charge === undefined) {
    problems['unit_charge'] = ['Required, because this item’s price isn’t known here']
  }

  const moves = project_id !== undefined
  const currency = (moves ? project : current.project)?.currency ?? null
  const { unit_charge } = values
  // A given rate converts again what was converted already.
  const before = exchange_rate === undefined ? current : { ...current, exchange_rate: unknownRate }
  const price =
    problems['project_id'] || problems['charge_id']
      ? undefined
      : await provisionalPrice(
          trx,
          organisation,
          priceSourceOfChange({ current: before, kind, charge, unit_charge, moves, currency }),
          exchange_rate,
          problems,
        )
  if (price !== undefined || values.quantity !== undefined) {
    checkProvisionalTotals(values.quantity ?? current.quantity, price ?? current, problems)
  }
  refuseProblems(problems)

  const own = changedValues(current, {
    ...withChargeFields(kind, charge, values),
    ...(moves && values.currency === undefined && hasNoCost(current) ? { currency } : {}),
    ...price,
  })
  return {
    ...own,
    ...(project_id === undefined ? {} : { project_id }),
    ...(charge_id === undefined ? {} : { charge_id }),
  }
}

/** Returns the value that was sent, or undefined where none was or it equals the current one. */
const differing = <Value>(input: Value | undefined, current: Value): Value | undefined =>
  input === current ? undefined : input

/**
 * Adds a problem for `tax` where it is neither one of Stint's types nor one that the service is
 * known to use.
 */
async function checkTax(trx: Trx, tax: string | undefined, problems: FieldTexts): Promise<void> {
  if (tax === undefined || taxTypes.some((own) => own === tax)) return
  const known = await trx
    .selectFrom('expense')
    .select('id')
    .where('tax', '=', tax)
    .limit(1)
    .executeTakeFirst()
  if (!known) problems['tax'] = [`Use one of: ${taxTypes.join(', ')}`]
}
