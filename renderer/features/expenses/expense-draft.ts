/**
 * State of the expense form, with parsing and validation. Numbers stay as typed until they are
 * parsed.
 */
import type { FieldTexts } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { rateValue } from '#shared/resources/rate.ts'
import { isCivilDate } from '#shared/rules/calendar.ts'
import type { expenseValues } from '#shared/rules/concurrent-edits.ts'
import { hasNoCost, emptyCost } from '#shared/rules/expense-fields.ts'
import { decimalText, plainNumber } from '#shared/rules/money.ts'
import { changedProblems } from '../../app/forms/changed-problems.ts'
import type { MessageKey } from '../../app/messages/index.ts'
import {
  otherCurrencyInAmount,
  parseAmountInput,
  parseCountInput,
  parseDecimalInput,
  readAmountInput,
  formatAmountInput,
  formatDecimalInput,
} from '../../ui/amount-input.ts'
import { isForeignCurrency } from './expense-totals.ts'
import { oneOffCurrency } from './one-off-currency.ts'

/** A charge from the list, or a one-off charge of this expense. */
export type ChargeSource = 'list' | 'one-off'

export interface ExpenseDraft {
  way: ChargeSource
  project: number | null
  charge: number | null
  name: string
  unit: string
  /** Price of one unit of a one-off charge. */
  unitCharge: string
  /**
   * Units of the project's currency for one of the charge's, where the person gives the rate;
   * empty: none.
   */
  exchangeRate: string
  quantity: string
  date: string
  chargeable: boolean
  /** Empty: no cost is known. */
  cost: string
  costCurrency: string
  tax: string
  taxRate: string
  notes: string
}

/** What the rest of the form determines about the numbers in it. */
export interface DraftMoney {
  /** Currency of a one-off charge, which is the project's; null where it is unknown. */
  currency: string | null
  /** True where the person gives the exchange rate. */
  hasOwnRate?: boolean
}

const maxExpenseQuantity = 1_000_000
const ratePlaces = 4

/** Values copied from the last expense with a cost, because the next one is probably similar. */
export type TaxPreset = Pick<ExpenseDraft, 'tax' | 'taxRate'>

export function taxPresetOf(expenses: readonly Expense[]): TaxPreset {
  const last = expenses.find(({ total_cost }) => total_cost !== 0)
  return last
    ? { tax: last.tax, taxRate: formatDecimalInput(String(last.tax_rate)) }
    : { tax: 'none', taxRate: '' }
}

export const newExpenseDraft = (
  date: string,
  preset: TaxPreset,
  way: ChargeSource,
): ExpenseDraft => ({
  way,
  project: null,
  charge: null,
  name: '',
  unit: '',
  unitCharge: '',
  exchangeRate: '',
  quantity: '1',
  date,
  chargeable: true,
  cost: '',
  costCurrency: '',
  ...preset,
  notes: '',
})

export function toExpenseDraft(expense: Expense): ExpenseDraft {
  const rate = String(expense.tax_rate)
  const isPriced = expense.exchange_rate !== null
  return {
    way: expense.charge ? 'list' : 'one-off',
    project: expense.project?.local ?? null,
    charge: expense.charge?.local ?? null,
    name: expense.name,
    unit: expense.unit ?? '',
    unitCharge: isPriced
      ? formatAmountInput(expense.unit_charge, oneOffCurrency(expense, expense.project))
      : '',
    exchangeRate:
      expense.exchange_rate !== null && isForeignCurrency(expense)
        ? formatDecimalInput(plainNumber(expense.exchange_rate))
        : '',
    quantity: String(expense.quantity),
    date: expense.date,
    chargeable: expense.chargeable === 1,
    cost: hasNoCost({ ...expense, tax_rate: rate })
      ? ''
      : formatAmountInput(expense.total_cost, expense.currency),
    costCurrency: expense.currency ?? '',
    tax: expense.tax,
    taxRate: formatDecimalInput(rate),
    notes: expense.notes ?? '',
  }
}

/** An unsaved form, kept for undo: what was typed, and what was in it before. */
export interface UnsavedExpense {
  typed: ExpenseDraft
  initial: ExpenseDraft
  /** The edited expense as it was seen last; absent for a new one. */
  expense?: Expense | undefined
  /** Fields whose conflicts are undecided. */
  conflicts?: string[]
}

/** An unsaved bulk form, kept for undo. */
export interface UnsavedBulkExpenses {
  expenses: readonly Expense[]
  /** The values of each expense that the person saw, by local id. */
  seen: ReadonlyMap<number, ReturnType<typeof expenseValues>>
  /** An empty field and `same` leave the expenses unchanged. */
  typed: { project: number | null; date: string; chargeable: 'same' | 'yes' | 'no' }
}

export const isSameExpenseDraft = (one: ExpenseDraft, other: ExpenseDraft): boolean =>
  (Object.keys(one) as (keyof ExpenseDraft)[]).every((field) => one[field] === other[field])

export type ExpenseDraftField =
  | 'project'
  | 'charge'
  | 'name'
  | 'unit'
  | 'unit_charge'
  | 'exchange_rate'
  | 'quantity'
  | 'date'
  | 'total_cost'
  | 'currency'
  | 'tax'
  | 'tax_rate'
  | 'notes'
export type ExpenseDraftProblems = Partial<Record<ExpenseDraftField, MessageKey>>

const hasCost = ({ cost }: ExpenseDraft): boolean => cost.trim() !== ''
const hasRate = ({ exchangeRate }: ExpenseDraft): boolean => exchangeRate.trim() !== ''
const isCurrency = (text: string): boolean => /^[A-Za-z]{3}$/.test(text.trim())
const codeOf = ({ costCurrency }: ExpenseDraft): string => costCurrency.trim().toUpperCase()

/** Percentage as plain decimal text, or undefined. */
export function readTaxRate({
  tax,
  taxRate,
}: Pick<ExpenseDraft, 'tax' | 'taxRate'>): string | undefined {
  if (tax === 'none') return '0'
  const text = parseDecimalInput(taxRate.replace('%', ''))
  const rate = Number(text)
  return text !== undefined && rate >= 0 && rate <= 100 ? decimalText(rate, ratePlaces) : undefined
}

/** A number of units; undefined where it is invalid. */
export function readDraftQuantity({ quantity }: Pick<ExpenseDraft, 'quantity'>) {
  const count = parseCountInput(quantity)
  return count !== undefined && count <= maxExpenseQuantity ? count : undefined
}

/** The cost in the smallest unit; undefined where there is none or it is invalid. */
export const readDraftCost = (draft: ExpenseDraft): number | undefined =>
  hasCost(draft) ? parseAmountInput(draft.cost, codeOf(draft) || null) : undefined

/** The exchange rate as plain decimal text; undefined where there is none or it is invalid. */
export const readDraftRate = ({ exchangeRate }: ExpenseDraft): string | undefined =>
  rateValue.safeParse(parseDecimalInput(exchangeRate)).data

function amountProblem(text: string, currency: string | null): MessageKey | undefined {
  const { problem } = readAmountInput(text, currency)
  if (problem === 'unread') return 'expenses.amountUnread'
  if (problem === undefined) return undefined
  return currency === null ? 'references.amountNoCurrency' : 'references.amountCurrency'
}

/** Lets the currency of the cost follow its amount: `$5` is in dollars. Returns true if it does. */
export function followCostCurrency(draft: ExpenseDraft): boolean {
  const code = otherCurrencyInAmount(draft.cost, codeOf(draft) || null)
  if (code !== undefined) draft.costCurrency = code
  return code !== undefined
}

/** The fields of the form that each problem is about, where it has another name or several. */
const related = {
  charge: ['way', 'charge'],
  name: ['way', 'name'],
  // An amount is written with the places of the project's currency.
  unit_charge: ['way', 'unitCharge', 'project'],
  exchange_rate: ['exchangeRate', 'way', 'charge', 'project'],
  total_cost: ['cost', 'costCurrency'],
  currency: ['cost', 'costCurrency'],
  tax_rate: ['cost', 'tax', 'taxRate'],
} as const

/**
 * Validates the draft: problems by field.
 * @param before the edited expense as the form shows it untouched
 */
export function validateExpenseDraft(
  draft: ExpenseDraft,
  { currency, hasOwnRate }: DraftMoney,
  before?: ExpenseDraft,
): ExpenseDraftProblems {
  const problems: ExpenseDraftProblems = {}
  if (draft.way === 'list') {
    if (draft.charge === null) problems.charge = 'expenses.chargeNeeded'
  } else {
    if (draft.name.trim() === '') problems.name = 'expenses.nameNeeded'
    const problem = amountProblem(draft.unitCharge, currency)
    if (problem) problems.unit_charge = problem
  }
  if (hasOwnRate && hasRate(draft) && readDraftRate(draft) === undefined) {
    problems.exchange_rate = 'expenses.exchangeRateUnread'
  }
  if (readDraftQuantity(draft) === undefined) problems.quantity = 'expenses.quantityUnread'
  if (!isCivilDate(draft.date)) problems.date = 'entry.dateUnread'
  if (hasCost(draft)) {
    if (!isCurrency(draft.costCurrency)) problems.currency = 'expenses.currencyUnread'
    const problem = amountProblem(draft.cost, codeOf(draft) || null)
    if (problem) problems.total_cost = problem
    if (readTaxRate(draft) === undefined) problems.tax_rate = 'expenses.rateUnread'
  }
  return changedProblems(problems, draft, before, related)
}

/** Converts the draft to the call's input; only for a draft without problems. */
export function toExpenseInput(
  draft: ExpenseDraft,
  { currency, hasOwnRate }: DraftMoney,
): CallInput<'expenses.create'> {
  const charge =
    draft.way === 'list'
      ? { charge: draft.charge }
      : {
          charge: null,
          name: draft.name.trim(),
          unit: draft.unit.trim() || null,
          unit_charge: parseAmountInput(draft.unitCharge, currency)!,
        }
  const cost = hasCost(draft)
    ? {
        total_cost: readDraftCost(draft)!,
        tax: draft.tax,
        tax_rate: Number(readTaxRate(draft)),
        currency: codeOf(draft),
      }
    : {}
  return {
    project: draft.project,
    ...charge,
    ...(hasOwnRate ? { exchange_rate: readDraftRate(draft) ?? null } : {}),
    quantity: readDraftQuantity(draft)!,
    date: draft.date,
    chargeable: draft.chargeable,
    ...cost,
    notes: draft.notes.trim() || null,
  }
}

/** Returns the changed fields of an expense, so that all others stay byte for byte. */
export function changedExpenseFields(
  before: Expense,
  input: CallInput<'expenses.create'>,
): CallInput<'expenses.update'>['set'] {
  // Compares with what an untouched form would send, because values that the form only trims or
  // rounds were not changed. It lacks amounts that are unknown here, so those are always sent, as is
  // the rate of another item or project.
  const was: Record<string, unknown> = {
    total_cost: before.total_cost,
    tax: before.tax,
    tax_rate: before.tax_rate,
    currency: before.currency,
    ...toExpenseInput(
      { ...toExpenseDraft(before), way: 'one-off' },
      { currency: oneOffCurrency(before, before.project), hasOwnRate: true },
    ),
    charge: before.charge?.local ?? null,
  }
  if (input.charge !== was['charge'] || input.project !== was['project'])
    delete was['exchange_rate']
  const had = !hasNoCost({ ...before, tax_rate: String(before.tax_rate) })
  const { currency: _currency, ...none } = emptyCost(null)
  const wanted =
    input.total_cost === undefined && had
      ? { ...input, ...none, tax_rate: Number(none.tax_rate) }
      : input
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !Object.is(was[field], value)),
  )
}

/** Maps messages about the API's fields to the form's fields. */
export function toExpenseFieldTexts(texts: FieldTexts): FieldTexts {
  const names: Readonly<Record<string, ExpenseDraftField>> = {
    project_id: 'project',
    charge_id: 'charge',
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, said]) => [names[name] ?? name, said]),
  )
}
