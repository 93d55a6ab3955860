/** Reads the expenses that reports add up. */
import { sql } from 'kysely'
import { entriesOf, entryQuery } from '../store/resources/entries-of-days.ts'

export interface ExpenseFact {
  date: string
  project: number | null
  charge: number | null
  person: number | null
  /** The project's currency or, where that is unknown, the expense's own. */
  chargedIn: string | null
  charged: number
  chargeable: 0 | 1
  currency: string | null
  cost: number
  tax: string
  /** Decimal text. */
  taxRate: string
  exchangeRate: string
}

export const readExpenseFacts = entryQuery<ExpenseFact>(
  (scope, days) => sql`
    select e.date, e.project_id as project, e.charge_id as charge, e.user_id as person,
      coalesce((select p.currency from project p where p.id = e.project_id), e.original_currency)
        as chargedIn,
      e.total_charge as charged, e.chargeable, e.currency, e.total_cost as cost, e.tax,
      e.tax_rate as taxRate, e.exchange_rate as exchangeRate
    ${entriesOf('expense', scope, days)}`,
)
