/** Expenses as screens see them, and the calls about them over a plain array. */
import type { CallArguments, CallValue } from '#shared/ipc/contract.ts'
import type { Charge } from '#shared/resources/charge.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { Project } from '#shared/resources/project.ts'
import type { FakeCore } from './fake-core.ts'

export const charge = (
  local: number,
  name: string,
  amount: number,
  unit = '',
  currency = 'EUR',
): Charge => ({
  local,
  id: local,
  state: 'synced',
  name,
  charge: amount,
  unit,
  currency,
  deleted: false,
  created_at: null,
  updated_at: null,
})

export const expense = (set: Partial<Expense> & Pick<Expense, 'local'>): Expense => {
  const quantity = set.quantity ?? 1
  const unit_charge = set.unit_charge ?? 2400
  const original_unit_charge = set.original_unit_charge ?? unit_charge
  return {
    id: set.local,
    state: 'synced',
    refusal: null,
    refused: [],
    provisional: false,
    date: '2026-11-19',
    name: 'Courier',
    quantity,
    notes: null,
    chargeable: 1,
    unit_charge,
    total_charge: quantity * unit_charge,
    unit: null,
    total_cost: 0,
    tax: 'none',
    tax_rate: 0,
    currency: 'EUR',
    created_at: null,
    updated_at: null,
    original_unit_charge,
    original_total_charge: quantity * original_unit_charge,
    original_currency: 'EUR',
    exchange_rate: 1,
    charge: null,
    project: null,
    user: null,
    ...set,
  }
}

export const onProject = (project: Project): Expense['project'] => project

/** Lets the fake core answer calls about these expenses, which it changes. */
export function keepExpenses(core: FakeCore, charges: readonly Charge[] = []) {
  const kept = { expenses: [] as Expense[] }
  let lastId = 500
  const newest = () =>
    kept.expenses.toSorted(
      (one, other) => other.date.localeCompare(one.date) || other.local - one.local,
    )
  const page = <Item>(data: Item[], number = 1, size = 100) => ({
    ...{ current_page: number, data: data.slice((number - 1) * size, number * size) },
    ...{ from: 1, to: data.length, last_page: Math.max(1, Math.ceil(data.length / size)) },
    ...{ next_page_url: null, prev_page_url: null, path: '', per_page: size, total: data.length },
  })
  const withValues = (before: Expense, set: Partial<CallArguments<'expenses.create'>>): Expense => {
    const { project, charge: local, chargeable, tax_rate, ...plain } = set
    const taken = charges.find((known) => known.local === local)
    const own = core.projects.find((known) => known.local === project)
    return expense({
      ...before,
      ...(Object.fromEntries(
        Object.entries(plain).filter(([, value]) => value !== undefined),
      ) as Partial<Expense>),
      ...(own ? { project: onProject(own) } : {}),
      ...(chargeable === undefined ? {} : { chargeable: chargeable ? 1 : 0 }),
      ...(tax_rate === undefined ? {} : { tax_rate: Number(tax_rate) }),
      ...(taken
        ? {
            charge: taken,
            ...{ name: taken.name, unit: taken.unit || null, unit_charge: taken.charge },
            ...{ original_unit_charge: taken.charge, original_currency: taken.currency },
          }
        : {}),
      total_charge: undefined,
      original_total_charge: undefined,
      state: 'pending',
    })
  }
  const put = (expenses: Expense[]) => {
    kept.expenses = expenses
    core.changed('expense')
  }
  const matching = (query = '') =>
    newest().filter((known) =>
      JSON.stringify([known.name, known.notes]).toLowerCase().includes(query.toLowerCase()),
    )
  Object.assign(core.override, {
    'charges.list': () => page([...charges]),
    'expenses.rate': ({ from, to }: CallArguments<'expenses.rate'>) => ({
      value: from === to ? '1' : null,
    }),
    'expenses.days': ({ from, to }: CallArguments<'expenses.days'>) => ({
      expenses: newest().filter(({ date }) => date >= from && date <= to),
      others: [],
    }),
    'expenses.list': ({ query, sortKey, page: number, limit }: CallArguments<'expenses.list'>) => {
      const found = matching(query)
      const sorted =
        sortKey === 'name'
          ? found.toSorted((one, other) => one.name.localeCompare(other.name))
          : found
      return page(sorted, number, limit)
    },
    'expenses.show': ({ local }: CallArguments<'expenses.show'>) =>
      kept.expenses.find((known) => known.local === local)!,
    'expenses.create': (input: CallArguments<'expenses.create'>) => {
      const made = withValues(expense({ local: ++lastId, id: null }), input)
      put([...kept.expenses, made])
      return made
    },
    'expenses.update': ({ local, set }: CallArguments<'expenses.update'>) => {
      put(kept.expenses.map((known) => (known.local === local ? withValues(known, set) : known)))
      return kept.expenses.find((known) => known.local === local)!
    },
    'expenses.delete': ({ local }: CallArguments<'expenses.delete'>) => {
      const before = kept.expenses.find((known) => known.local === local)!
      put(kept.expenses.filter((known) => known !== before))
      return before
    },
    'expenses.updateMany': ({ locals, set }: CallArguments<'expenses.updateMany'>) => {
      put(
        kept.expenses.map((known) =>
          locals.includes(known.local) ? withValues(known, set) : known,
        ),
      )
      return { changed: locals.length }
    },
    'expenses.deleteMany': ({ locals }: CallArguments<'expenses.deleteMany'>) => {
      put(kept.expenses.filter(({ local }) => !locals.includes(local)))
      return { deleted: locals.length }
    },
    'reports.show': () =>
      ({
        ...{ from: '', to: '', by: 'project', whose: 'everyone', rows: [], drafts: 0, unpriced: 0 },
        ...{ valued: true },
        total: {
          ...{ minutes: 0, entries: 0, values: [], costs: [] },
          ...{ expenses: [{ currency: 'EUR', amount: 700 }] },
          chargeable: [{ currency: 'EUR', amount: 500 }],
        },
      }) as unknown as CallValue<'reports.show'>,
  })
  return kept
}
