/**
 * What a file for a client says of work: hours, values and names of people if they are asked for,
 * and the expenses that the client pays; never what those cost, nor work that is not billable.
 * Everything that is written for a client goes through here first.
 */
import type { Report, ReportRow, ReportSums } from '../ipc/reports.ts'
import type { EntryFilter } from './entry-filter.ts'

/** What a client sees besides the work itself. */
export interface ClientView {
  /** Rates, and what entries are worth. */
  values: boolean
  /** Who did the work. */
  people: boolean
}

/** What is known of an entry that only some may see. */
interface TimeForClient {
  rate: number
  project: { type: string; client: object | null } | null
  user: object | null
  /** When a timer ran, which may be shorter than what counts. */
  segments: readonly object[]
}

/** The same of an expense. Its charge is what the client pays. */
interface ExpenseForClient {
  chargeable: boolean
  total_cost: number
  tax: string
  tax_rate: string
  currency: string | null
  exchange_rate: string
  original_total_charge: number
  original_unit_charge: number
  project: { rate: number; budget: number | null; description: string } | null
  charge: { charge: number } | null
  user: object | null
}

/** What is written: a report, or some of the entries or expenses. */
interface FileContent {
  report?: Report
  times?: readonly TimeForClient[]
  expenses?: readonly ExpenseForClient[]
}

/**
 * Leaves of a filter what may be in a client's file. A report has to be made with it, because its
 * sums do not say what is in them.
 */
export const filterForClient = (filter: EntryFilter): EntryFilter => [
  ...filter,
  { kind: 'billable', is: true },
  { kind: 'client', not: true, of: [null] },
]

/** Returns the content without what a client is not to see. */
export const forClient = <Content extends FileContent>(
  { report, times, expenses, ...rest }: Content,
  view: ClientView,
): Content =>
  ({
    ...rest,
    ...(report && { report: reportForClient(report, view) }),
    ...(times && {
      times: times.filter(isBillable).map((time) => timeForClient(time, view)),
    }),
    ...(expenses && {
      expenses: expenses
        .filter(({ chargeable }) => chargeable)
        .map((expense) => expenseForClient(expense, view)),
    }),
  }) as Content

const isBillable = ({ project }: TimeForClient): boolean =>
  project !== null && project.client !== null && project.type !== 'internal'

const timeForClient = (time: TimeForClient, { values, people }: ClientView): TimeForClient => ({
  ...time,
  rate: values ? time.rate : 0,
  user: people ? time.user : null,
  segments: [],
})

const expenseForClient = (expense: ExpenseForClient, { people }: ClientView): ExpenseForClient => ({
  ...expense,
  total_cost: 0,
  tax: 'none',
  tax_rate: '0',
  currency: null,
  exchange_rate: '1',
  original_total_charge: 0,
  original_unit_charge: 0,
  project: expense.project && { ...expense.project, rate: 0, budget: null, description: '' },
  charge: expense.charge && { ...expense.charge, charge: 0 },
  user: people ? expense.user : null,
})

/** The filter goes as well: what else there is, and what it is called, is not the client's. */
const reportForClient = (report: Report, view: ClientView): Report => ({
  ...report,
  rows: report.rows.map((row) => rowForClient(row, view)),
  total: sumsForClient(report.total, view),
  filter: [],
  counted: { times: report.counted.times, of: report.counted.times },
  drafts: 0,
  // Where no values are asked for, none are missing.
  valued: report.valued || !view.values,
  rate: view.values ? report.rate : null,
})

const rowForClient = (row: ReportRow, view: ClientView): ReportRow => ({
  ...row,
  ...sumsForClient(row, view),
  ...(row.rows && { rows: row.rows.map((inner) => rowForClient(inner, view)) }),
})

const sumsForClient = (
  { minutes, entries, values, chargeable }: ReportSums,
  view: ClientView,
): ReportSums => ({
  minutes,
  entries,
  values: view.values ? values : [],
  expenses: chargeable,
  chargeable,
  costs: [],
  taxes: [],
})
