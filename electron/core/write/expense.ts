/** The rules of writing an expense (specification, Expenses; docs/API.md, Expenses). */
import type { FieldTexts } from '#shared/errors.ts'
import { missingExpenseFields, taxTypes, type ExpenseUpdate } from '#shared/resources/expense.ts'
import {
  conflictingChargeFields,
  emptyCost,
  fieldsFromCharge,
  hasNoCost,
  uncountableMessage,
} from '#shared/rules/expense-fields.ts'
import {
  classifyChargeChange,
  priceSourceOfChange,
  priceSourceOfNew,
  type PriceSource,
} from '#shared/rules/price-source.ts'
import { changedOrUndefined, changedValues } from '#shared/rules/three-way.ts'
import {
  convertUnitPrice,
  isConverted,
  isCountable,
  sameCurrencyPrice,
  unknownRate,
  unknownRatePrice,
  type UnitPrice,
} from '#shared/rules/unit-price.ts'
import { readExchangeRate } from '../store/resources/exchange-rates.ts'
import type { ExpenseChange, ExpenseRow, NewExpense } from '../store/resources/expenses.ts'
import { findUsable, type Writer } from './writer.ts'

/** What is sent of an expense, with the ids of this store. */
export interface ExpenseValues extends Omit<ExpenseUpdate, 'project_id' | 'tax'> {
  /** Null on a draft. */
  project_id?: number | null | undefined
  /** One of Stint's tax types, or one that an expense here already has: services differ in them. */
  tax?: string | undefined
  /** Of the person, in place of a rate that is known: decimal text; null for none. */
  exchange_rate?: string | null | undefined
}

/**
 * Returns the columns of a new expense.
 * @param problems of the values that were sent and could not be read
 */
export async function newExpense(
  writer: Writer,
  values: ExpenseValues,
  problems: FieldTexts = {},
): Promise<Omit<NewExpense, 'user_id' | 'created_at' | 'updated_at'>> {
  const { project_id, charge_id = null, quantity = 1, notes = null } = values
  for (const field of missingExpenseFields({ ...values, ...problems }))
    problems[field] = ['Required']
  const project = await findUsable(writer, 'project', project_id, problems)
  const charge = await findUsable(writer, 'charge', charge_id, problems)
  await checkTax(writer, values.tax, problems)
  const currency = project?.currency ?? null
  const source = priceSourceOfNew(charge, values.unit_charge, currency)
  const price = await priceFrom(writer, source, values.exchange_rate, problems)
  checkTotals(quantity, price, problems)
  writer.policy.refuse(problems)

  // All required values are present from here on.
  const own = charge ? fieldsFromCharge(charge) : values
  return {
    organisation_id: writer.organisation,
    project_id: project_id!,
    charge_id,
    date: values.date!,
    name: own.name!,
    unit: own.unit || null,
    quantity,
    ...price!,
    chargeable: values.chargeable!,
    ...(values.total_cost === undefined
      ? emptyCost(currency)
      : {
          total_cost: values.total_cost,
          tax: values.tax!,
          tax_rate: values.tax_rate!,
          currency: values.currency!,
        }),
    notes,
  }
}

/**
 * Returns the columns that a change would alter: what is set, and what depends on it. Values equal
 * to the current ones change nothing.
 * @param problems of the values that were sent and could not be read
 */
export async function expenseChange(
  writer: Writer,
  current: ExpenseRow,
  values: ExpenseValues,
  problems: FieldTexts = {},
): Promise<ExpenseChange> {
  const { unit_charge, exchange_rate, ...plain } = values
  const project_id = changedOrUndefined(values.project_id, current.project?.id ?? null)
  const charge_id = changedOrUndefined(values.charge_id, current.charge?.id ?? null)
  const project = await findUsable(writer, 'project', project_id, problems)
  const charge = await findUsable(writer, 'charge', charge_id, problems)
  await checkTax(writer, changedOrUndefined(values.tax, current.tax), problems)
  const kind = classifyChargeChange(current, charge_id)
  for (const field of problems['charge_id'] ? [] : conflictingChargeFields(kind, values)) {
    problems[field] ??= [writer.policy.fromCharge]
  }
  const isCleared = kind === 'one-off' && current.charge !== null
  if (isCleared && !isConverted(current) && unit_charge === undefined) {
    problems['unit_charge'] ??= ['Required, because this item’s price isn’t known here']
  }

  const moves = project_id !== undefined
  const currency = (moves ? project : current.project)?.currency ?? null
  // A given rate converts again what was converted already.
  const before = exchange_rate === undefined ? current : { ...current, exchange_rate: unknownRate }
  const source = priceSourceOfChange({
    current: before,
    kind,
    charge,
    unit_charge,
    moves,
    currency,
  })
  const price = await priceFrom(writer, source, exchange_rate, problems)
  if (price !== undefined || values.quantity !== undefined) {
    checkTotals(values.quantity ?? current.quantity, price ?? current, problems)
  }
  writer.policy.refuse(problems)

  return changedValues(current, {
    ...plain,
    ...(charge && fieldsFromCharge(charge)),
    ...(moves && values.currency === undefined && hasNoCost(current) ? { currency } : {}),
    ...price,
    project_id,
    charge_id,
  })
}

/**
 * Adds a problem for `tax` where it is neither one of Stint's types nor one that an expense already
 * has.
 */
async function checkTax(
  { db }: Writer,
  tax: string | undefined,
  problems: FieldTexts,
): Promise<void> {
  if (tax === undefined || taxTypes.some((own) => own === tax)) return
  const known = await db
    .selectFrom('expense')
    .select('id')
    .where('tax', '=', tax)
    .limit(1)
    .executeTakeFirst()
  if (!known) problems['tax'] = [`Use one of: ${taxTypes.join(', ')}`]
}

type Price = UnitPrice<string | null>

const needlessRate =
  'Only a price list item in another currency than its project’s has an exchange rate. Leave it out'

/**
 * Returns the price from this source, as far as it can be computed here; undefined where it stays
 * as it is, or has a problem. Without an exchange rate the expense is saved unpriced: a guessed
 * rate would be added up as if it were known.
 * @param given the person's exchange rate, decimal text; null for none
 */
async function priceFrom(
  { db, organisation, policy }: Writer,
  source: PriceSource | undefined,
  given: string | null | undefined,
  problems: FieldTexts,
): Promise<Price | undefined> {
  if (!source || source.is === 'unchanged') return undefined
  if (problems['project_id'] || problems['charge_id']) return undefined
  const { charge } = source
  const from = charge.currency
  const to = source.is === 'charge' ? source.currency : from
  // Where one of the two currencies is unknown, they are assumed to be the same, as they mostly are.
  if (from === null || to === null || from === to) {
    if (typeof given === 'string') problems['exchange_rate'] ??= [needlessRate]
    return sameCurrencyPrice(charge)
  }
  const rate = given === undefined ? await readExchangeRate(db, organisation, from, to) : given
  if (typeof rate !== 'string') {
    if (!policy.noRate) return unknownRatePrice(charge)
    problems['charge_id'] = [policy.noRate(from, to)]
    return undefined
  }
  const price = convertUnitPrice(to, { amount: charge.amount, currency: from }, rate)
  if (!price) problems['quantity'] ??= [uncountableMessage]
  return price
}

/** Adds a problem for `quantity` where a total is beyond the largest amount. */
function checkTotals(
  quantity: number,
  price: Pick<Price, 'unit_charge' | 'original_unit_charge'> | undefined,
  problems: FieldTexts,
): void {
  if (price && !isCountable(quantity, price)) problems['quantity'] ??= [uncountableMessage]
}
