/** The sync adapter of expenses (specification, Expenses). */
import { expenseWire, type ExpenseWire } from '#shared/resources/expense.ts'
import {
  expenseGroups,
  expenseVersionFromWire,
  unmatchedId,
  type ExpenseVersion,
} from '#shared/resources/expense-version.ts'
import { moneyText } from '#shared/rules/money-text.ts'
import { normalizeNote } from '#shared/rules/search-text.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import { isConverted } from '#shared/rules/unit-price.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import {
  deleteExpense,
  insertExpense,
  insertExpenses,
  updateExpense,
  type ExpenseColumns,
  type NewExpense,
} from '../../store/resources/expenses.ts'
import type { FullExpenseRow } from '../../store/resources/full-rows.ts'
import { comparedFields, isSameVersion } from '../../store/sync/local-versions.ts'
import { provisionalTie } from '../../store/sync/sync-records.ts'
import type { SyncTransaction } from './sync-transaction.ts'
import { isSameText } from '../decide/match-create.ts'
import { together } from '../decide/merge.ts'
import {
  differingFields,
  quoteFirstLine,
  storableSchema,
  type SyncAdapter,
} from './sync-adapter.ts'

/** The fields from which the charged and the spent amount are computed. */
const factors = [
  'charge_id',
  'unit_charge',
  'unit',
  'quantity',
  'chargeable',
  'total_cost',
  'tax',
  'tax_rate',
  'currency',
]

/**
 * Returns true where both are converted into one currency; unknown currencies count as different.
 */
const isOneCurrency = (one: ExpenseVersion, other: ExpenseVersion): boolean =>
  one.project_id === other.project_id ||
  (one.project_currency !== null && one.project_currency === other.project_currency)

/** Returns the name that a field of a version has in a record of the service. */
const wireField = (field: string): string =>
  field === 'project_id' ? 'project' : field === 'charge_id' ? 'charge' : field

const decided = new Set<string>(comparedFields.expense)

async function upsertReferences(tx: SyncTransaction, wire: ExpenseWire) {
  return {
    project: await tx.references.project(wire.project),
    charge: wire.charge ? await tx.references.charge(wire.charge) : null,
    user: wire.user ? await tx.references.user(wire.user) : undefined,
  }
}

/** Returns a cost with its tax and currency, or no fields where the version has no cost. */
function costOf(version: Partial<ExpenseVersion>): object {
  if (version.total_cost === undefined) return {}
  if (version.total_cost === 0) return { total_cost: 0 }
  const { total_cost, tax, tax_rate, currency } = version
  return {
    total_cost,
    tax,
    tax_rate: Number(tax_rate ?? 0),
    ...(currency === null ? {} : { currency }),
  }
}

export const expenseAdapter: SyncAdapter<ExpenseWire, ExpenseVersion, FullExpenseRow> = {
  resource: 'expense',
  path: '/expenses',
  schema: storableSchema(expenseWire),
  nouns: { one: 'expense', many: 'expenses' },
  isArchivable: false,

  versionOf: expenseVersionFromWire,
  same: (one, other) => isSameVersion('expense', one, other),
  isSendable: ({ project_id, charge_id }) => project_id !== null && charge_id !== unmatchedId,
  groups: (base, local, remote) =>
    together(
      expenseGroups,
      isOneCurrency(local, remote) ? factors : ['project_id', ...factors],
      base,
      local,
      remote,
    ),

  /**
   * Contains a charge with a quantity, or a name with a unit charge; contains tax, rate and
   * currency only with a cost (specification, Expenses, create body: required when).
   */
  createBody(version) {
    const { total_cost, tax_rate } = version
    // What a charge or no cost decides is null, and a value that is undefined is not sent.
    const body: { readonly [Field in (typeof comparedFields.expense)[number]]: unknown } = {
      project_id: version.project_id,
      name: version.name ?? undefined,
      unit_charge: version.unit_charge ?? undefined,
      unit: version.unit ?? undefined,
      charge_id: version.charge_id ?? undefined,
      date: version.date,
      quantity: version.quantity,
      chargeable: version.chargeable,
      total_cost: total_cost === 0 ? undefined : total_cost,
      tax: version.tax ?? undefined,
      tax_rate: tax_rate === null ? undefined : Number(tax_rate),
      currency: version.currency ?? undefined,
      notes: version.notes ?? undefined,
    }
    return body
  },
  /**
   * `charge_id: null` makes an expense one-off. `name`, `unit_charge` and `unit` are only sent for
   * an expense that is, or becomes, one-off.
   */
  updateBody(send, wire) {
    const { charge_id, name, unit_charge, unit, notes, ...rest } = send
    const what =
      charge_id === undefined
        ? {}
        : charge_id !== null
          ? { charge_id }
          : { ...(wire.charge ? { charge_id: null } : {}), name, unit_charge, unit }
    const { total_cost: _cost, tax: _tax, tax_rate: _rate, currency: _currency, ...plain } = rest
    return {
      ...plain,
      ...what,
      ...costOf(send),
      ...(notes === undefined ? {} : { notes: notes ?? '' }),
    }
  },
  naturalKey: (version) => JSON.stringify(comparedFields.expense.map((field) => version[field])),
  likeness(sent, candidate) {
    if (isSameVersion('expense', sent, candidate)) return 'same'
    if (!hasSameFields(sent, candidate, ['project_id', 'date', 'charge_id'])) return null
    const sameName = isSameText(sent.name, candidate.name)
    if (sameName && hasSameFields(sent, candidate, ['quantity', 'unit_charge', 'total_cost'])) {
      const same =
        sent.chargeable === candidate.chargeable && isSameText(sent.notes, candidate.notes)
      return same ? 'near' : 'kin'
    }
    // Two expenses of one charge may share a price or a quantity by chance, but not a text.
    const isDistinctive = sent.name !== null || sent.notes !== null
    return isDistinctive && hasSameFields(sent, candidate, ['name', 'notes']) ? 'kin' : null
  },

  upsertRelated: async (tx, wire) => void (await upsertReferences(tx, wire)),
  async insert(tx, wire, local) {
    const row = await rowOf(tx, wire)
    return insertExpense(tx.trx, local === undefined ? row : { ...row, id: local })
  },
  async insertAll(tx, wires) {
    const rows = []
    for (const wire of wires) rows.push(await rowOf(tx, wire))
    return insertExpenses(tx.trx, rows)
  },
  async insertAgain(tx, row) {
    const chargeable = row.chargeable === 1
    await insertExpense(tx.trx, { ...row, chargeable, tie: provisionalTie(row.id) })
  },
  async writeRow(tx, row, wire, version) {
    const remote = expenseVersionFromWire(wire)
    const { project, charge, user } = await upsertReferences(tx, wire)
    const hasRemoteGroup = (name: string) =>
      hasSameFields(version, remote, expenseGroups.find((group) => group.name === name)!.fields)
    const price = hasRemoteGroup('charge') ? { charge_id: charge, ...chargeColumns(wire) } : row
    // An amount under another name counts in the service's currency, too, but not one that was moved
    // to another project.
    const amount = hasSameFields(version, remote, ['project_id', 'charge_id', 'unit_charge'])
      ? chargeColumns(wire)
      : row
    const cost = hasRemoteGroup('cost') ? costColumns(wire) : row
    const next: ExpenseColumns = {
      project_id: hasRemoteGroup('project') ? project : row.project_id,
      charge_id: price.charge_id,
      name: price.name,
      unit: price.unit,
      unit_charge: price.unit_charge,
      original_unit_charge: amount.original_unit_charge,
      original_currency: amount.original_currency,
      exchange_rate: amount.exchange_rate,
      total_cost: cost.total_cost,
      tax: cost.tax,
      tax_rate: cost.tax_rate,
      currency: cost.currency,
      date: version.date,
      quantity: version.quantity,
      chargeable: version.chargeable ? 1 : 0,
      notes: version.notes === remote.notes ? plainText(wire.notes) : row.notes,
      user_id: user ?? row.user_id,
      created_at: wire.created_at,
      updated_at: wire.updated_at,
    }
    const patch = differingFields<FullExpenseRow>(row, next)
    if (Object.keys(patch).length === 0) return false
    const { chargeable, ...plain } = patch
    await updateExpense(tx.trx, row.id, {
      ...plain,
      ...(chargeable === undefined ? {} : { chargeable: chargeable === 1 }),
    })
    return Object.keys(patch).some((field) => decided.has(field))
  },
  remove: (tx, row) => deleteExpense(tx.trx, row.id),
  mergeBase(wire, base, conflicts) {
    const fields = conflicts.flatMap((conflict) => Object.keys(conflict.theirs)).map(wireField)
    const ofBase = fields.map((field) => [field, base[field as keyof ExpenseWire]])
    return { ...wire, ...(Object.fromEntries(ofBase) as Partial<ExpenseWire>) }
  },
  async hasSameComputed(tx, row, wire) {
    const computed: Partial<FullExpenseRow> = {
      ...chargeColumns(wire),
      ...costColumns(wire),
      notes: plainText(wire.notes),
      created_at: wire.created_at,
      updated_at: wire.updated_at,
      ...(wire.user ? { user_id: await tx.references.user(wire.user) } : {}),
    }
    return Object.keys(differingFields(row, computed)).length === 0
  },
  title: (row) => quoteFirstLine(row.name, 'an expense'),
  repriced(before, after) {
    const [oldPrice, newPrice] = [chargedText(before), chargedText(after)]
    return oldPrice === null || newPrice === null || oldPrice === newPrice
      ? null
      : sentence('The price of {subject} is now {price} instead of {before}', {
          subject: this.title(after),
          price: newPrice,
          before: oldPrice,
        })
  },
  /** No one types an amount that a charge decides, and nothing costs nothing in any currency. */
  counted: ({ unit_charge, project_currency }) =>
    unit_charge && project_currency ? { unit_charge, project_currency } : null,
  typed: oneOffPrice,
  received: (wire) => oneOffPrice({ charge_id: wire.charge?.id ?? null, ...chargeColumns(wire) }),
}

/** The price of a one-off expense, in the currency in which it was typed. */
function oneOffPrice({
  charge_id,
  unit_charge,
  original_unit_charge,
  original_currency: currency,
}: Pick<
  FullExpenseRow,
  'charge_id' | 'unit_charge' | 'original_unit_charge' | 'original_currency'
>) {
  return charge_id === null && unit_charge === original_unit_charge && currency !== null
    ? { unit_charge, project_currency: currency }
    : null
}

/** The price of a listed charge, with the rate that converts it; null where it has none. */
function chargedText(row: FullExpenseRow): string | null {
  const { charge_id, original_unit_charge: amount, original_currency, exchange_rate } = row
  if (charge_id === null || original_currency === null || !isConverted(row)) return null
  const rate = exchange_rate === null ? 1 : Number(exchange_rate)
  return moneyText(amount, original_currency) + (rate === 1 ? '' : ` × ${rate}`)
}

async function rowOf(
  tx: SyncTransaction,
  wire: ExpenseWire,
): Promise<NewExpense & { tie: number }> {
  const { project, charge, user } = await upsertReferences(tx, wire)
  return {
    organisation_id: tx.organisation,
    tie: wire.id,
    user_id: user ?? null,
    project_id: project,
    charge_id: charge,
    date: wire.date,
    quantity: wire.quantity,
    notes: plainText(wire.notes),
    chargeable: wire.chargeable,
    ...costColumns(wire),
    ...chargeColumns(wire),
    created_at: wire.created_at,
    updated_at: wire.updated_at,
  }
}

/** The columns that a charge decides, or for a one-off expense the person. */
const chargeColumns = (wire: ExpenseWire) => ({
  name: wire.name,
  unit: wire.unit,
  unit_charge: wire.unit_charge,
  original_unit_charge: wire.original_unit_charge ?? wire.unit_charge,
  original_currency: wire.original_currency ?? wire.project.currency ?? null,
  exchange_rate: wire.exchange_rate ?? '1',
})

const costColumns = (wire: ExpenseWire) => ({
  total_cost: wire.total_cost ?? 0,
  tax: wire.tax ?? 'none',
  tax_rate: wire.tax_rate ?? '0',
  currency: wire.currency,
})

const plainText = (text: string | null): string | null =>
  normalizeNote(text) === null ? null : text
