/** Reads the fields of an expense from flags. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { amountFlag, amountHelp } from './amount-flags.ts'
import { dayFlag, dayHelp, resolveLocalId, numberFlag, textFlag } from './parse-values.ts'
import { rejectField, t } from './language.ts'

export const expenseFlags = {
  'project-id': { type: 'string' },
  'charge-id': { type: 'string' },
  date: { type: 'string' },
  quantity: { type: 'string' },
  name: { type: 'string' },
  unit: { type: 'string' },
  'unit-charge': { type: 'string' },
  'exchange-rate': { type: 'string' },
  chargeable: { type: 'boolean' },
  'total-cost': { type: 'string' },
  tax: { type: 'string' },
  'tax-rate': { type: 'string' },
  currency: { type: 'string' },
  notes: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const expenseFlagsHelp = `  --project-id ID      a local ID or remote:ID; without one, or with none, it’s a draft
  --charge-id ID       a price list item, with its name, unit, and unit price; none: a one-off
  --date DAY           default: today
  --quantity N         needed with a price list item (default: 1)
  --name TEXT --unit-charge AMOUNT [--unit TEXT]
                       a one-off, with its unit price in the project’s currency; below 0 for a
                       refund
  --exchange-rate N    without a service, for an item in another currency than the project: units of
                       the project’s currency for one of the item’s, like 0.92; or none
  --chargeable 1|0     billable or not (default: 1)
  --total-cost AMOUNT --tax includes|excludes|none --tax-rate PERCENT --currency EUR
                       what it cost you (default currency: the project’s)
  --notes TEXT

${dayHelp}

${amountHelp}`

export type ExpenseFlagFields = CallInput<'expenses.update'>['set']

/**
 * Returns the fields that were given, under the contract's names.
 * @param before the expense that is changed; null for a new one
 */
export async function readExpenseFlags(
  client: CoreClient,
  context: CommandContext,
  before: Expense | null,
): Promise<Result<ExpenseFlagFields>> {
  const fields: ExpenseFlagFields = {}
  for (const resource of ['project', 'charge'] as const) {
    const text = textFlag(context, `${resource}-id`)
    if (text === undefined) continue
    const local =
      text === 'none' ? ok(null) : await resolveLocalId(client, resource, text, `${resource}-id`)
    if (!local.ok) return local
    fields[resource] = local.value
  }

  const date = await dayFlag(client, context, 'date')
  if (!date.ok) return date
  if (date.value !== undefined) fields.date = date.value

  for (const name of ['name', 'unit', 'tax', 'currency', 'notes'] as const) {
    const text = textFlag(context, name)
    if (text !== undefined) fields[name] = text
  }
  const { chargeable } = context.flags
  if (typeof chargeable === 'boolean') fields.chargeable = chargeable

  const quantity = numberFlag(context, 'quantity')
  if (!quantity.ok) return quantity
  if (quantity.value !== undefined) fields.quantity = quantity.value

  const rate = textFlag(context, 'tax-rate')
  if (rate !== undefined) {
    if (!/^\d+(\.\d+)?$/.test(rate))
      return rejectField('tax-rate', '--tax-rate needs a percentage, like 7.5')
    fields.tax_rate = Number(rate)
  }

  const exchangeRate = textFlag(context, 'exchange-rate')
  if (exchangeRate !== undefined) {
    fields.exchange_rate = exchangeRate === 'none' ? null : exchangeRate
  }

  const projectCurrency = await currencyOfProject(client, fields.project, before)
  const ofProject = t('--project-id with a project whose currency is known')
  const unitCharge = amountFlag(context, 'unit-charge', projectCurrency, ofProject)
  if (!unitCharge.ok) return unitCharge
  if (unitCharge.value !== undefined) fields.unit_charge = unitCharge.value

  // Default currency of a cost: the project's.
  const costCurrency = fields.currency ?? before?.currency ?? projectCurrency
  const named = t('--currency, or --project-id with a project whose currency is known')
  const totalCost = amountFlag(context, 'total-cost', costCurrency, named)
  if (!totalCost.ok) return totalCost
  if (totalCost.value !== undefined) {
    fields.total_cost = totalCost.value
    if (!before?.currency && costCurrency !== null) fields.currency = costCurrency
  }
  return ok(fields)
}

/** Returns the currency of the project that the expense will have; null where it is unknown. */
async function currencyOfProject(
  client: CoreClient,
  project: number | null | undefined,
  before: Expense | null,
): Promise<string | null> {
  if (project === undefined) return before?.project?.currency ?? null
  const found = project === null ? null : await client.call('projects.show', { local: project })
  // If there is no such project, the core reports it together with all other problems.
  return found?.ok ? found.value.currency : null
}
