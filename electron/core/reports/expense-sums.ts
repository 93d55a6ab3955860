/** Sums charges and costs of expenses by day, project, client or charge. */
import { sql } from 'kysely'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { netCost } from '#shared/rules/cost-tax.ts'
import { unknownRate } from '#shared/rules/unit-price.ts'
import type { DateRange } from './date-chunks.ts'
import { addAmount, summed, ensureSumsAt, type RunningSums } from './report-sums.ts'
import type { TimeSumsScope, GroupKey } from './time-sums.ts'

export type ExpenseGrouping = 'day' | 'project' | 'client' | 'charge' | 'nothing'

const keys = {
  day: 'e.date',
  project: 'e.project_id',
  client: 'p.client_id',
  charge: 'e.charge_id',
  nothing: 'null',
} as const satisfies Record<ExpenseGrouping, string>

/**
 * Adds the expenses of these days to the sums of each key. A charge is in its project's currency
 * or, where that is unknown, in its own; a cost has a currency of its own. The tax of each cost is
 * rounded separately.
 * @returns how many of them have no price here
 */
export async function addExpenseSums(
  db: Db,
  { organisation, user }: { organisation: number; user: number | undefined },
  by: ExpenseGrouping,
  { from, to }: DateRange,
  sums: Map<GroupKey, RunningSums>,
): Promise<number> {
  const values = { organisation, from, to, user }
  let unpriced = 0
  const shape = { by, ofUser: user !== undefined }
  for (const row of await summed(sumsOfExpenses(db, values, shape))) {
    const of = ensureSumsAt(sums, row.key)
    addAmount(of.expenses, row.currency, row.charged)
    addAmount(of.chargeable, row.currency, row.chargeable ?? 0)
    addAmount(of.costs, row.cost_currency, row.cost)
    unpriced += row.unpriced
  }
  for (const { key, currency, cost, tax, tax_rate, count } of await taxedCosts(db, values, shape)) {
    const of = ensureSumsAt(sums, key)
    const net = netCost(cost, tax, tax_rate)
    addAmount(of.taxes, currency, net.tax * count)
    addAmount(of.costs, currency, (net.net - cost) * count)
  }
  return unpriced
}

interface Row {
  key: GroupKey
  currency: string | null
  cost_currency: string | null
  charged: number
  chargeable: number | null
  cost: number
  unpriced: number
}

interface Shape {
  by: ExpenseGrouping
  ofUser: boolean
}

const sumsOfExpenses = prepared(
  (_, values: TimeSumsScope, { by, ofUser }: Shape) => sql<Row>`
    select ${sql.raw(keys[by])} as key, coalesce(p.currency, e.original_currency) as currency,
      e.currency as cost_currency, sum(e.total_charge) as charged,
      sum(e.total_charge) filter (where e.chargeable = 1) as chargeable,
      sum(e.total_cost) as cost,
      count(*) filter (where e.exchange_rate = ${sql.lit(unknownRate)}) as unpriced
    from expense e indexed by expense_by_date left join project p on p.id = e.project_id
    where e.organisation_id = ${values.organisation}
      and e.date between ${values.from} and ${values.to}
      ${ofUser ? sql`and e.user_id = ${values.user}` : sql``}
    group by 1, 2, 3`,
)

interface TaxedCost {
  key: GroupKey
  currency: string | null
  cost: number
  tax: string
  tax_rate: string
  count: number
}

const taxedCosts = prepared(
  (_, values: TimeSumsScope, { by, ofUser }: Shape) => sql<TaxedCost>`
    select ${sql.raw(keys[by])} as key, e.currency, e.total_cost as cost, e.tax, e.tax_rate,
      count(*) as count
    from expense e indexed by expense_by_date left join project p on p.id = e.project_id
    where e.organisation_id = ${values.organisation}
      and e.date between ${values.from} and ${values.to}
      and e.total_cost <> 0 and e.tax <> 'none'
      ${ofUser ? sql`and e.user_id = ${values.user}` : sql``}
    group by 1, 2, 3, 4, 5`,
)
