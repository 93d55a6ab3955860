/** Types of what reports return, the same for windows and the command line. */

import type { Condition } from '../rules/entry-filter.ts'

/** What one row of a report groups by. */
export const reportKinds = [
  'day',
  'week',
  'month',
  'project',
  'task',
  'client',
  'category',
  'person',
] as const
export type ReportKind = (typeof reportKinds)[number]

/** The charts of a report; each can be shown as a table. */
export const reportCharts = ['time', 'shares', 'values', 'expenses'] as const
export type ReportChart = (typeof reportCharts)[number]

/**
 * A condition, and the names of the records in it in the same order; null for none of them, and for
 * one that does not exist.
 */
export type NamedCondition = Condition & { names?: (string | null)[] }

/** An amount in the smallest unit of its currency; null where the currency is unknown. */
export interface CurrencyAmount {
  currency: string | null
  amount: number
}

/** Sums of entries and expenses. Amounts of different currencies are never added up. */
export interface ReportSums {
  minutes: number
  entries: number
  /** Value of the entries, each rounded separately; empty where the meaning of rates is unknown. */
  values: CurrencyAmount[]
  /** Total of the expenses, whether the client pays them or not. */
  expenses: CurrencyAmount[]
  /** Total of the expenses that the client pays. */
  chargeable: CurrencyAmount[]
  /** What the expenses cost, without tax (cost-tax.ts). */
  costs: CurrencyAmount[]
  /** The tax in or on top of those costs. */
  taxes: CurrencyAmount[]
}

export interface ReportRow extends ReportSums {
  /**
   * The day, the first day of the week, the month as `YYYY-MM`, or the local id of the project, task,
   * client, category or person; null: entries without one.
   */
  key: string | number | null
  /** The service's id of the record; null for days and the like, and where it does not have it. */
  id: number | null
  /** Null for days, weeks and months, and for entries without one. */
  name: string | null
  code: string | null
  /** Within this row, by another kind; absent where none is requested. */
  rows?: ReportRow[]
}

export type ReportClient = Pick<ReportRow, 'key' | 'id' | 'name' | 'code'>

export interface Report {
  from: string
  to: string
  by: ReportKind
  /** What the rows within each row are by; absent where there are none. */
  then?: ReportKind
  whose: 'mine' | 'everyone'
  /** Of a report for a client; null: nothing is billable. */
  client?: ReportClient | null
  /** Days, weeks and months in order; the others by minutes, descending. */
  rows: ReportRow[]
  /**
   * Each entry and expense once: a task in two categories counts in both rows and only once here.
   */
  total: ReportSums
  /** In its normal form. */
  filter: NamedCondition[]
  /** The entries that fit the filter, and all of these days. */
  counted: { times: number; of: number }
  /** Entries without a project or a task; they are counted. */
  drafts: number
  /** Expenses without a known price for lack of an exchange rate; they count as 0. */
  unpriced: number
  /** False where neither the service nor the person says what rates are for. */
  valued: boolean
  /** What rates are assumed to be for, and who says so; null where that is unknown. */
  rate: { means: 'hour' | 'increment'; said: 'service' | 'person' } | null
  /**
   * As of when the sums match the service, epoch milliseconds; 0 where some days were never read
   * completely; null where they match within the last hour, and for a local account.
   */
  asOf: number | null
}

/** Time series of a report: minutes of each project by day or month. */
export interface ReportTimeSeries {
  from: string
  to: string
  whose: 'mine' | 'everyone'
  unit: 'day' | 'month'
  /** Those that have entries, by minutes, descending; entries without a project come last. */
  projects: TimeSeriesProject[]
  /** In chronological order; days or months without minutes are left out. */
  points: TimeSeriesPoint[]
}

export interface TimeSeriesProject {
  /** Local id; null: without a project. */
  key: number | null
  /** The service's id. */
  id: number | null
  name: string | null
  code: string | null
  minutes: number
}

export interface TimeSeriesPoint {
  /** `YYYY-MM-DD`, or `YYYY-MM` for a month. */
  at: string
  project: number | null
  minutes: number
}
