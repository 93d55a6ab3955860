/** A store of some entries and expenses, and their sums computed in the plainest way. */
import type { ActionContext } from '#core/actions/change.ts'
import type { ReportQuery } from '#core/reports/make-report.ts'
import { insertCategory } from '#core/store/resources/categories.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import { insertClient } from '#core/store/resources/clients.ts'
import { insertExpense, listExpenses } from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime, listTimes } from '#core/store/resources/times.ts'
import { insertUser } from '#core/store/resources/users.ts'
import type { CurrencyAmount, ReportKind, ReportSums } from '#shared/ipc/reports.ts'
import { netCost } from '#shared/rules/cost-tax.ts'
import { entryValue } from '#shared/rules/increments.ts'
import { organisation, testContext, testStore } from '../../support/store.ts'

export interface DrawnTime {
  date: string
  quantity: number
  increment: number
  rate: number
  currency: string | null
  /** 0: none. */
  project: number
  task: number
  user: number
}

export interface DrawnExpense {
  date: string
  quantity: number
  unit_charge: number
  total_cost: number
  tax: string
  /** Percent, decimal text. */
  tax_rate: string
  currency: string | null
  original_currency: string | null
  exchange_rate: string
  chargeable: boolean
  project: number
  charge: number
  user: number
}

interface Drawn {
  times: readonly DrawnTime[]
  expenses: readonly DrawnExpense[]
}

/** Task 1 is in two categories, task 2 in an archived one, task 3 in none. */
export async function filled({
  times,
  expenses,
}: Drawn): Promise<ActionContext & { close(): Promise<void> }> {
  const store = await testStore()
  const common = { organisation_id: organisation }
  await store.db.transaction().execute(async (trx) => {
    for (const name of ['One', 'Two', 'Three']) {
      await insertUser(trx, { ...common, name })
      await insertTask(trx, { ...common, name })
      await insertCharge(trx, { ...common, name })
      await insertClient(trx, { ...common, name, code: name })
    }
    await insertProject(trx, { ...common, name: 'Web', code: 'W', client_id: 1, currency: 'EUR' })
    await insertProject(trx, { ...common, name: 'App', client_id: 1, currency: 'NZD' })
    await insertProject(trx, { ...common, name: 'Own' })
    for (const name of ['Making', 'Talking', 'Gone']) {
      await insertCategory(trx, {
        ...common,
        name,
        tasks: [],
        charges: [],
        created_at: 'x',
        updated_at: 'x',
      })
    }
    await trx.updateTable('category').set({ deleted_at: 'x' }).where('id', '=', 3).execute()
    for (const [category_id, task_id] of [
      [1, 1],
      [2, 1],
      [3, 2],
    ] as const) {
      await trx
        .insertInto('category_task')
        .values({ ...common, category_id, task_id })
        .execute()
    }
    await trx
      .insertInto('category_charge')
      .values({ ...common, category_id: 2, charge_id: 1 })
      .execute()
    for (const { project, task, user, ...rest } of times) {
      await insertTime(trx, {
        ...{ ...common, ...rest, start: 0 },
        ...{ project_id: project || null, task_id: task || null, user_id: user || null },
      })
    }
    for (const { project, charge, user, ...rest } of expenses) {
      await insertExpense(trx, {
        ...{ ...common, ...rest, name: 'x' },
        ...{ original_unit_charge: rest.unit_charge },
        ...{ project_id: project || null, charge_id: charge || null, user_id: user || null },
      })
    }
  })
  const { clock } = await testContext()
  return { db: store.db, clock, organisation, changed: () => {}, close: () => store.close() }
}

type Keys = readonly (string | number | null)[]

/** Sums one record of the list after the other, on BigInt. */
class Plain {
  readonly rows = new Map<string | number | null, ReportSums>()
  readonly total: ReportSums = nothing()
  add(keys: Keys, grow: (sums: ReportSums) => void): void {
    grow(this.total)
    for (const key of keys) {
      const sums = this.rows.get(key) ?? nothing()
      this.rows.set(key, sums)
      grow(sums)
    }
  }
}

const nothing = (): ReportSums => ({
  ...{ minutes: 0, entries: 0, values: [], expenses: [], chargeable: [], costs: [], taxes: [] },
})

function add(list: CurrencyAmount[], currency: string | null, amount: number): void {
  const stands = list.find((one) => one.currency === currency)
  if (stands) stands.amount += amount
  else list.push({ currency, amount })
}

export const tidy = (sums: ReportSums): ReportSums => {
  const of = (list: CurrencyAmount[]) =>
    list
      .filter(({ amount }) => amount !== 0)
      .toSorted((one, other) => ((one.currency ?? '~') < (other.currency ?? '~') ? -1 : 1))
  const { values, expenses, chargeable, costs, taxes } = sums
  return {
    ...sums,
    ...{ values: of(values), expenses: of(expenses), chargeable: of(chargeable), costs: of(costs) },
    taxes: of(taxes),
  }
}

/** The Mondays of the drawn days, and persons. */
const calendarKeys = ({ date, user }: { date: string; user: { id: number } | null }) => ({
  week: [mondays[date]!],
  month: [date.slice(0, 7)],
  person: [user?.id ?? null],
})

const mondays: Record<string, string> = {
  '2026-01-01': '2025-12-29',
  '2026-01-31': '2026-01-26',
  '2026-02-01': '2026-01-26',
  '2026-02-28': '2026-02-23',
  '2026-12-31': '2026-12-28',
}

export async function plainly(context: ActionContext, query: ReportQuery): Promise<Plain> {
  const { by, from, to, user } = query
  const plain = new Plain()
  const isMeant = (row: { date: string; user: { id: number } | null }) =>
    row.date >= from && row.date <= to && (user === undefined || row.user?.id === user)
  const times = await listTimes(context.db, organisation, { limit: 100 })
  for (const row of times.data.filter(isMeant)) {
    const task = row.task?.id ?? null
    const keys: Record<ReportKind, Keys> = {
      day: [row.date],
      project: [row.project?.id ?? null],
      task: [task],
      client: [row.project?.client?.id ?? null],
      category: task === 1 ? [1, 2] : [null],
      ...calendarKeys(row),
    }
    plain.add(keys[by], (sums) => {
      sums.minutes += row.total
      sums.entries += 1
      add(sums.values, row.currency, entryValue(row.total, row.rate))
    })
  }
  const expenses = await listExpenses(context.db, organisation, { limit: 100 })
  for (const row of expenses.data.filter(isMeant)) {
    const project = row.project?.id ?? null
    const keys: Record<ReportKind, Keys> = {
      day: [row.date],
      project: [project],
      task: [null],
      client: [project === 1 || project === 2 ? 1 : null],
      category: row.charge?.id === 1 ? [2] : [null],
      ...calendarKeys(row),
    }
    // None is sent: a price that was typed has the currency in which it was typed.
    const isTyped = row.charge === null && row.exchange_rate === '1'
    const own = row.original_currency
    const charged = (isTyped ? own : null) ?? row.project?.currency ?? own
    plain.add(keys[by], (sums) => {
      add(sums.expenses, charged, row.total_charge)
      if (row.chargeable) add(sums.chargeable, charged, row.total_charge)
      const cost = netCost(row.total_cost, row.tax, String(row.tax_rate))
      add(sums.costs, row.currency, cost.net)
      add(sums.taxes, row.currency, cost.tax)
    })
  }
  return plain
}
