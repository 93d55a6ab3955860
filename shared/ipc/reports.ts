/** What a report answers: types only, the same for windows and the command line. */

/** What the rows of a report stand for. */
export const reportKinds = ['day', 'project', 'task', 'client', 'category'] as const
export type ReportKind = (typeof reportKinds)[number]

/** An amount in the smallest unit of its currency; null where the currency was never told. */
export interface CurrencyAmount {
  currency: string | null
  amount: number
}

/** Sums of some entries and expenses. Amounts of several currencies are never added up. */
export interface ReportSums {
  minutes: number
  entries: number
  /** What the entries are worth, each rounded by itself; empty where rates say nothing. */
  values: CurrencyAmount[]
  /** What the expenses come to, whether the client pays them or not. */
  expenses: CurrencyAmount[]
  /** Those of them that the client pays. */
  chargeable: CurrencyAmount[]
  /** What they cost oneself, without tax (cost-tax.ts). */
  costs: CurrencyAmount[]
  /** The tax in or on top of what they cost. */
  taxes: CurrencyAmount[]
}

export interface ReportRow extends ReportSums {
  /** The day, or the local id of the project, task, client or category; null: without one. */
  key: string | number | null
  /** The service's id of the record; null for days, and where the service has none. */
  id: number | null
  /** Null for days, and for what has none. */
  name: string | null
  code: string | null
}

export interface Report {
  from: string
  to: string
  by: ReportKind
  whose: 'mine' | 'everyone'
  /** Days in their order, the others by minutes, the most first. */
  rows: ReportRow[]
  /** Of everything once: a task in two categories counts in both rows and only once here. */
  total: ReportSums
  /** Entries that have no project or no task yet; they are counted. */
  drafts: number
  /** Expenses whose price is not known here for want of an exchange rate; they count as 0. */
  unpriced: number
  /** False where the service does not say what its rates mean and nobody else did. */
  valued: boolean
  /** What rates were taken for, and who says so; null where nobody does. */
  rate: { means: 'hour' | 'increment'; said: 'service' | 'person' } | null
  /**
   * As of when its days are what the service has, epoch milliseconds; 0 where some of them were never
   * read to the end; null where they were within the hour, and for an account of this machine.
   */
  asOf: number | null
}

/** Minutes of each project over the days or months of a report. */
export interface ReportCourse {
  from: string
  to: string
  whose: 'mine' | 'everyone'
  unit: 'day' | 'month'
  /** Those that have entries, by minutes, the most first; what has no project last. */
  projects: CourseProject[]
  /** In the order of time; where nothing was logged there is none. */
  points: CoursePoint[]
}

export interface CourseProject {
  /** Local id; null: without a project. */
  key: number | null
  /** The service's id. */
  id: number | null
  name: string | null
  code: string | null
  minutes: number
}

export interface CoursePoint {
  /** `YYYY-MM-DD`, or `YYYY-MM` of a month. */
  at: string
  project: number | null
  minutes: number
}
