/**
 * Reads Harvest's detailed time and expense reports as CSV, distinguished by their columns. Times
 * have a day and hours; a time of day, in `Started At` and `Ended At`, only where an account tracks
 * it.
 */
import { expenseFromRow } from './expense-from-row.ts'
import { importedNotes, toParsedProject, toParsedTask, timeFromRow } from './row-values.ts'
import type { TableHeader } from './table-header.ts'
import type { TableLayout } from './table-reader.ts'

const isOfTimes = (header: TableHeader): boolean => header.has('Hours', 'Hours Rounded')
const isOfExpenses = (header: TableHeader): boolean =>
  header.has('Category', 'Expense Category') && header.has('Amount', 'Total Cost', 'Cost')

export const harvestLayout: TableLayout = {
  program: 'Harvest',
  problem: (header) =>
    header.has('Date', 'Spent Date') && (isOfTimes(header) || isOfExpenses(header))
      ? undefined
      : 'This isn’t a detailed Harvest report. It needs these columns: Date and Hours, or Date, Category and Amount',
  dates: (cells) => [cells('Date', 'Spent Date')],
  times: (cells) => [cells('Started At', 'Start Time'), cells('Ended At', 'End Time')],
  numbers: (cells) => [
    cells('Hours', 'Hours Rounded'),
    cells('Amount', 'Total Cost', 'Cost'),
    cells('Units', 'Quantity'),
  ],
  people: (cells) => {
    const name = [cells('First Name'), cells('Last Name')].filter(Boolean).join(' ')
    return [name, cells('Email')].filter(Boolean)
  },
  rules: (header) => [
    isOfTimes(header)
      ? 'Amounts are skipped, because projects here have their own rates'
      : 'Each expense becomes a one-off named after its category',
  ],
  read: (context) => {
    const { cells, header } = context
    const project = toParsedProject(cells('Project'), cells('Client'), cells('Project Code'))
    const notes = importedNotes(cells('Notes'))
    const date = cells('Date', 'Spent Date')
    if (!isOfTimes(header)) {
      return expenseFromRow(
        context,
        {
          date,
          name: cells('Category', 'Expense Category'),
          amount: cells('Amount', 'Total Cost', 'Cost'),
          quantity: cells('Units', 'Quantity'),
          currency: cells('Currency'),
          chargeable: cells('Billable?', 'Billable'),
        },
        { project, notes },
      )
    }
    return timeFromRow(
      context,
      {
        date,
        start: cells('Started At', 'Start Time'),
        endDate: '',
        end: cells('Ended At', 'End Time'),
        length: cells('Hours', 'Hours Rounded'),
      },
      { project, task: toParsedTask(cells('Task')), notes },
    )
  },
}
