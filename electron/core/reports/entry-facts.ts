/**
 * Reads what reports add up: a row for each entry or expense, by one plan for every grouping and
 * filter. Those of entries come from the index of dates alone where a rate is per hour, as on our service
 * (migration 0330-report-facts).
 */
import { sql } from 'kysely'
import { entryValue } from '#shared/rules/increments.ts'
import type { Db } from '../store/database/db.ts'
import type { DateRange } from '../store/resources/date-chunks.ts'
import { entriesOf, type EntryScope } from '../store/resources/entries-of-days.ts'

/** What a rate is for; null: unknown, so entries have no value. */
export type RateMeaning = 'hour' | 'increment' | null

export interface TimeFact {
  /** Read where it is requested. */
  date: string
  project: number | null
  task: number | null
  /** Read where it is requested. */
  person: number | null
  total: number
  /** These three are 0 or null without a rate's meaning. */
  rate: number
  quantity: number
  currency: string | null
}

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

/** What to read of entries beyond their project, task and minutes: each column costs time. */
export interface RequestedColumns {
  date: boolean
  person: boolean
  rate: RateMeaning
}

export async function readTimeFacts(
  db: Db,
  scope: EntryScope,
  days: DateRange,
  { date, person, rate }: RequestedColumns,
): Promise<TimeFact[]> {
  const columns = [
    sql`e.project_id as project, e.task_id as task, e.total`,
    ...(date ? [sql`e.date`] : []),
    ...(person ? [sql`e.user_id as person`] : []),
    ...(rate === null ? [] : [sql`e.rate, e.currency`]),
    ...(rate === 'increment' ? [sql`e.quantity`] : []),
  ]
  const { rows } = await sql<TimeFact>`
    select ${sql.join(columns)} ${entriesOf('time_entry', scope, days)}`.execute(db)
  return rows
}

export async function readExpenseFacts(
  db: Db,
  scope: EntryScope,
  days: DateRange,
): Promise<ExpenseFact[]> {
  const { rows } = await sql<ExpenseFact>`
    select e.date, e.project_id as project, e.charge_id as charge, e.user_id as person,
      coalesce((select p.currency from project p where p.id = e.project_id), e.original_currency)
        as chargedIn,
      e.total_charge as charged, e.chargeable, e.currency, e.total_cost as cost, e.tax,
      e.tax_rate as taxRate, e.exchange_rate as exchangeRate
    ${entriesOf('expense', scope, days)}`.execute(db)
  return rows
}

/** Counts the entries of these days. */
export async function countTimes(db: Db, scope: EntryScope, days: DateRange): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries ${entriesOf('time_entry', scope, days)}`.execute(db)
  return rows[0]!.entries
}

/** The value of entries in the smallest unit of their currency. */
export const valueOf = (
  { total, quantity, rate }: Pick<TimeFact, 'total' | 'quantity' | 'rate'>,
  meaning: Exclude<RateMeaning, null>,
): number => (meaning === 'hour' ? entryValue(total, rate) : quantity * rate)
