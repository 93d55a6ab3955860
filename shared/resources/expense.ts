/**
 * Expenses (specification, Expense): the five schemas of the resource, and the rules between the
 * fields of a request.
 */
import { decimalText } from '../rules/money.ts'
import { isCountable } from '../rules/unit-price.ts'
import { chargeRecord, chargeWire } from './charge.ts'
import {
  amount,
  civilDate,
  currency,
  id,
  integer,
  notes,
  optionalText,
  recordUid,
  requiredText,
  timestamp,
  wireAmount,
  wireBoolean,
  wireDate,
  wireDecimal,
  wireId,
  wireInteger,
  wireOptionalText,
  wireText,
  wireTimestamp,
  wireUid,
} from './fields.ts'
import type { ListQuery } from './page.ts'
import { projectRecord, projectWire } from './project.ts'
import type { RecordState } from './time.ts'
import { userShortRecord, userWire } from './user.ts'
import { z } from './zod.ts'

/** Tax types of our service; a client stores any other value as it is. */
export const taxTypes = ['includes', 'excludes', 'none'] as const
export type TaxType = (typeof taxTypes)[number]

const maximumExpenseQuantity = 1_000_000
const taxRatePlaces = 4
const taxRateRange = `Enter a number from 0 to 100 with up to ${taxRatePlaces} decimal places`

/** Percent: a JSON number in a request, decimal text internally. */
const taxRate = z
  .number(taxRateRange)
  .min(0, taxRateRange)
  .max(100, taxRateRange)
  .transform((value, context): string => {
    const text = decimalText(value, taxRatePlaces)
    if (text !== undefined) return text
    context.addIssue({ code: 'custom', message: taxRateRange })
    return z.NEVER
  })

const flag = 'Must be true or false'

/**
 * Specification, Expenses, create body. `missingExpenseFields` has the conditional requirements;
 * ranges are from docs/API.md, Expenses.
 */
export const expenseCreate = z.object({
  project_id: id,
  /** Absent or null: a one-off charge. */
  charge_id: id.nullable().optional(),
  date: civilDate,
  /** For a one-off charge. */
  name: requiredText().optional(),
  quantity: integer(1, maximumExpenseQuantity).optional(),
  chargeable: z
    .union([z.boolean(flag), z.literal(1, flag), z.literal(0, flag)], flag)
    .transform(Boolean),
  /** For a one-off charge, per unit; below 0 for a refund. */
  unit_charge: amount.optional(),
  /** For a one-off charge. */
  unit: optionalText(255).optional(),
  total_cost: amount.optional(),
  tax: z.enum(taxTypes, `Use one of: ${taxTypes.join(', ')}`).optional(),
  tax_rate: taxRate.optional(),
  currency: currency.optional(),
  notes: notes.optional(),
})
export type ExpenseCreate = z.output<typeof expenseCreate>

/** Specification, Expenses, update body: any subset, nothing required. */
export const expenseUpdate = expenseCreate.partial()
export type ExpenseUpdate = z.output<typeof expenseUpdate>

/**
 * Returns the fields that a new expense lacks although what else was sent requires them
 * (specification, Expenses, create body: required when). A null `charge_id` counts as absent.
 */
export function missingExpenseFields(sent: {
  readonly [Field in keyof ExpenseCreate]?: unknown
}): readonly (keyof ExpenseCreate)[] {
  const predefined = sent.charge_id !== undefined && sent.charge_id !== null
  const required = [
    ...(predefined ? (['quantity'] as const) : (['name', 'unit_charge'] as const)),
    ...(sent.total_cost === undefined ? [] : (['tax', 'tax_rate', 'currency'] as const)),
  ]
  return required.filter((field) => sent[field] === undefined)
}

export const expenseRecord = z.strictObject({
  id,
  date: civilDate,
  name: z.string(),
  quantity: z.int(),
  notes: z.string().nullable(),
  /** Sent as a boolean, returned as 1 or 0. */
  chargeable: z.union([z.literal(1), z.literal(0)]),
  total_charge: amount,
  unit_charge: amount,
  unit: z.string().nullable(),
  total_cost: amount,
  tax: z.enum(taxTypes),
  tax_rate: z.number(),
  currency,
  created_at: timestamp,
  updated_at: timestamp,
  original_total_charge: amount,
  original_unit_charge: amount,
  original_currency: currency,
  exchange_rate: z.number(),
  /** Null for a one-off charge. */
  charge: chargeRecord.nullable(),
  project: projectRecord,
  uid: recordUid,
  /** Only when the request says `include=user` (capability `user`). */
  user: userShortRecord.nullable().optional(),
})
export type ExpenseRecord = z.output<typeof expenseRecord>

/**
 * An expense as any service returns it. The store computes its totals, so a record whose total would
 * be beyond the largest amount is set aside.
 */
export const expenseWire = z
  .object({
    id: wireId,
    date: wireDate,
    name: wireText,
    quantity: wireInteger,
    notes: wireOptionalText,
    chargeable: wireBoolean,
    total_charge: wireAmount,
    unit_charge: wireAmount,
    unit: wireOptionalText,
    total_cost: wireAmount.nullish(),
    tax: wireOptionalText,
    tax_rate: wireDecimal.nullish(),
    currency: wireOptionalText,
    created_at: wireTimestamp,
    updated_at: wireTimestamp,
    original_total_charge: wireAmount.nullish(),
    original_unit_charge: wireAmount.nullish(),
    original_currency: wireOptionalText,
    exchange_rate: wireDecimal.nullish(),
    charge: chargeWire.nullish(),
    project: projectWire,
    user: userWire.nullish(),
    uid: wireUid,
  } satisfies Record<keyof ExpenseRecord, unknown>)
  .refine(
    ({ quantity, unit_charge, original_unit_charge }) =>
      isCountable(quantity, {
        unit_charge,
        original_unit_charge: original_unit_charge ?? unit_charge,
      }),
    { message: 'is too large', path: ['quantity'] },
  )
export type ExpenseWire = z.output<typeof expenseWire>

export const expenseSortKeys = ['date', 'name', 'updated_at'] as const
export type ExpenseSortKey = (typeof expenseSortKeys)[number]
export type ExpenseListQuery = ListQuery<ExpenseSortKey>

/** A charge inside an expense, as the program works with it. */
export interface ExpenseCharge {
  local: number
  id: number | null
  name: string
  charge: number
  unit: string
  currency: string | null
  created_at: string | null
  updated_at: string | null
  deleted: boolean
}

/** The project inside an expense: in full, without its client. */
export interface ExpenseProject {
  local: number
  id: number | null
  status: string
  name: string
  code: string
  description: string
  currency: string | null
  increment: number
  budget: number | null
  budget_type: string | null
  start_date: string | null
  end_date: string | null
  created_at: string | null
  updated_at: string | null
  type: string
  deleted: boolean
}

/**
 * An expense as the program works with it. Field names and formats are the API's. `id` is the
 * service's id (null until the service has it), `local` the local id, which never changes.
 */
export interface Expense {
  local: number
  id: number | null
  state: RecordState
  /** The service's message on refusing this expense. */
  refusal: string | null
  /** The refused fields, by their names in the API. */
  refused: string[]
  /**
   * True until the service has acknowledged what follows from charge, rate and project (`name`,
   * `unit`, `unit_charge`, `original_*`, `exchange_rate`, the totals); until then it is computed
   * locally.
   */
  provisional: boolean
  date: string
  name: string
  quantity: number
  notes: string | null
  chargeable: 1 | 0
  total_charge: number
  unit_charge: number
  unit: string | null
  total_cost: number
  tax: string
  tax_rate: number
  currency: string | null
  created_at: string | null
  updated_at: string | null
  original_total_charge: number
  original_unit_charge: number
  original_currency: string | null
  /**
   * Null where no rate between the charge's currency and the project's is stored: then
   * `unit_charge` and `total_charge` are 0 until the service returns them.
   */
  exchange_rate: number | null
  /** Null for a one-off charge. */
  charge: ExpenseCharge | null
  /** Null on a draft. */
  project: ExpenseProject | null
  user: { local: number; id: number | null; name: string } | null
}
