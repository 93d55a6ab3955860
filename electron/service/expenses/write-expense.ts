/**
 * Creating, changing and deleting expenses: the rules that need the database (DECISIONS.md,
 * Expenses). Everything runs inside the caller's transaction; a refusal throws and takes all of it
 * back.
 */
import type { ChargeRow } from '#core/store/charges.ts'
import type { Trx } from '#core/store/db.ts'
import { insertExpense, readExpense, updateExpense, type ExpenseRow } from '#core/store/expenses.ts'
import type { FieldTexts } from '#shared/errors.ts'
import {
  expenseCreate,
  expenseUpdate,
  oneOffFields,
  requiredOfNewExpense,
  type ExpenseUpdate,
} from '#shared/resources/expense.ts'
import { readFields, refuse } from '../http/fields.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { known } from '../records/known.ts'
import type { Caller } from '../service.ts'
import { differing, usableCharge, usableProject } from '../write-rules.ts'
import { changedPrice, checkTotals, kindOf, priceOfNew, type Kind } from './expense-price.ts'

type Body = Record<string, unknown>

/** Writes a new expense of the caller and answers its id. */
export async function createExpense(
  trx: Trx,
  caller: Caller,
  body: Body,
  now: string,
): Promise<number> {
  const { values, problems } = readFields(expenseCreate.shape, body)
  for (const field of requiredOfNewExpense(body)) {
    if (!Object.hasOwn(body, field)) problems[field] = ['Is required']
  }
  const { project_id, charge_id = null, date, chargeable, quantity = 1, notes = null } = values
  const project = await usableProject(trx, caller, project_id, problems)
  const charge = await usableCharge(trx, caller, charge_id, problems)
  const own = charge ?? { name: values.name, unit: values.unit, charge: values.unit_charge }
  const price = await priceOfNew(trx, caller, project, charge, values.unit_charge, problems)
  checkTotals(quantity, price, problems)
  refuse(problems)

  const currency = known(project?.currency, 'currency of a project')
  return insertExpense(trx, {
    organisation_id: caller.organisation,
    user_id: caller.user.id,
    project_id: known(project_id, 'project_id'),
    charge_id,
    date: known(date, 'date'),
    name: known(own.name, 'name'),
    unit: own.unit || null,
    quantity,
    ...known(price, 'price'),
    chargeable: known(chargeable, 'chargeable'),
    ...(values.total_cost === undefined
      ? { total_cost: 0, ...noTax, currency }
      : {
          total_cost: values.total_cost,
          tax: known(values.tax, 'tax'),
          tax_rate: known(values.tax_rate, 'tax_rate'),
          currency: known(values.currency, 'currency'),
        }),
    notes,
    created_at: now,
    updated_at: now,
  })
}

const noTax = { tax: 'none', tax_rate: '0' }

/**
 * Changes what the body names of `stands`, which is writable to the caller, and what follows from
 * it. What is sent as it stands changes nothing.
 */
export async function changeExpense(
  trx: Trx,
  caller: Caller,
  stands: ExpenseRow,
  body: Body,
  now: string,
): Promise<ExpenseRow> {
  const { values, problems } = readFields(expenseUpdate.shape, body)
  const project_id = differing(values.project_id, stands.project?.id)
  const charge_id = differing(values.charge_id, stands.charge?.id ?? null)

  const project = await usableProject(trx, caller, project_id, problems)
  const charge = await usableCharge(trx, caller, charge_id, problems)
  const kind = kindOf(stands, charge_id)
  if (kind === 'keeps its charge' && !problems['charge_id']) refuseOneOffFields(values, problems)

  const currency = known((project ?? stands.project)?.currency, 'currency of a project')
  const moves = project !== undefined
  const price =
    problems['project_id'] || problems['charge_id']
      ? undefined
      : await changedPrice(trx, caller, { stands, values, kind, charge, moves, currency, problems })
  if (price !== undefined || values.quantity !== undefined) {
    checkTotals(values.quantity ?? stands.quantity, price ?? stands, problems)
  }
  refuse(problems)

  const change = differences(stands, {
    ...plainChange(kind, charge, values),
    ...(moves && values.currency === undefined && isWithoutCost(stands) ? { currency } : {}),
    ...price,
  })
  const links = { project_id, charge_id }
  if ([...Object.values(change), ...Object.values(links)].some((value) => value !== undefined)) {
    await updateExpense(trx, stands.id, { ...links, ...change, updated_at: now })
  }
  return known(await readExpense(trx, caller.organisation, stands.id), 'expense')
}

function refuseOneOffFields(values: ExpenseUpdate, problems: FieldTexts): void {
  for (const field of oneOffFields) {
    if (values[field] === undefined) continue
    problems[field] ??= ['Comes from the charge; send charge_id null to make the expense one-off']
  }
}

/** The values that a request gives, with those of a charge that the expense takes. */
function plainChange(kind: Kind, charge: ChargeRow | undefined, values: ExpenseUpdate) {
  const { name, unit } =
    kind === 'takes a charge' && charge ? { name: charge.name, unit: charge.unit || null } : values
  const { date, quantity, chargeable, total_cost, tax, tax_rate, currency, notes } = values
  return { date, name, quantity, chargeable, unit, total_cost, tax, tax_rate, currency, notes }
}

/** Only what is other than it stands. */
function differences<Values extends Partial<ExpenseRow>>(
  stands: ExpenseRow,
  values: Values,
): Values {
  const differing = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== stands[field as keyof ExpenseRow],
  )
  return Object.fromEntries(differing) as Values
}

/** As one is made without a cost: then its currency is the project's. */
const isWithoutCost = ({ total_cost, tax, tax_rate }: ExpenseRow): boolean =>
  total_cost === 0 && tax === noTax.tax && tax_rate === noTax.tax_rate

/** The expense that a request is about. A member writes their own, an owner everyone's. */
export async function writableExpense(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
): Promise<ExpenseRow> {
  const expense = id === undefined ? undefined : await readExpense(trx, caller.organisation, id)
  if (!expense) throw notFound()
  if (!caller.user.owner && expense.user?.id !== caller.user.id) {
    throw forbidden(
      'This expense is someone else’s; they or an owner of the organisation can change it.',
    )
  }
  return expense
}
