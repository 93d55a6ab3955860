/** Reads the expenses that reports add up. */
import { sql } from 'kysely'
import { entriesOf, entryQuery } from '../store/resources/entries-of-days.ts'

export interface ExpenseFact {
  date: string
  project: number | null
  charge: number | null
  person: number | null
  /** As `chargedCurrency` says. */
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

/** SQL: the price counts in the currency in which it was typed, as `chargedCurrency` says. */
const isTypedSql = sql`e.charge_id is null and e.exchange_rate = '1'
  and e.original_currency is not null and not exists (
    select 1 from sync_record r
    where r.resource = 'expense' and r.local_id = e.id and r.dirty = 0 and r.deleted = 0)`

export const readExpenseFacts = entryQuery<ExpenseFact>(
  (scope, days) => sql`
    select e.date, e.project_id as project, e.charge_id as charge, e.user_id as person,
      case when ${isTypedSql} then e.original_currency else coalesce(
        (select p.currency from project p where p.id = e.project_id), e.original_currency)
      end as chargedIn,
      e.total_charge as charged, e.chargeable, e.currency, e.total_cost as cost, e.tax,
      e.tax_rate as taxRate, e.exchange_rate as exchangeRate
    ${entriesOf('expense', scope, days)}`,
)
