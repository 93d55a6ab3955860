/** The words of what is written to read, hand over, or print. Each language has all of them. */
import type { ReportKind } from '../ipc/reports.ts'
import type { ReferenceConditionKind } from '../rules/entry-filter.ts'

const kinds = {
  day: 'Day',
  week: 'Week of',
  month: 'Month',
  project: 'Project',
  task: 'Task',
  client: 'Client',
  category: 'Category',
  person: 'Person',
} satisfies Record<ReportKind, string>

const without = {
  day: 'No day',
  week: 'No week',
  month: 'No month',
  project: 'No project',
  task: 'No task',
  client: 'No client',
  category: 'No category',
  person: 'No person',
} satisfies Record<ReportKind, string>

const is = {
  client: 'Client {values}',
  project: 'Project {values}',
  status: 'Status {values}',
  task: 'Task {values}',
  category: 'Category {values}',
  person: 'Person {values}',
} satisfies Record<ReferenceConditionKind | 'status', string>

export const english = {
  /** Of the document, for programs that read it aloud. */
  language: 'en',
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  titles: { hours: 'Hours', expenses: 'Expenses', report: 'Report' },
  kinds,
  without,
  me: 'Me',
  columns: {
    date: 'Date',
    task: 'Task',
    notes: 'Notes',
    person: 'Person',
    minutes: 'Minutes',
    hours: 'Hours',
    rate: 'Rate',
    value: 'Value',
    name: 'Name',
    quantity: 'Quantity',
    unit: 'Unit',
    amount: 'Amount',
    billable: 'Billable',
    expenses: 'Expenses',
    billableExpenses: 'Billable expenses',
    costs: 'Cost, net',
    taxes: 'Tax',
  },
  yes: 'yes',
  no: 'no',
  sum: 'Sum',
  total: 'Total',
  nothing: 'Nothing in this period',
  continued: '{title}, continued',
  sheet: '{number} of {count}',
  filter: {
    is,
    isNot: {
      client: 'Client isn’t {values}',
      project: 'Project isn’t {values}',
      status: 'Status isn’t {values}',
      task: 'Task isn’t {values}',
      category: 'Category isn’t {values}',
      person: 'Person isn’t {values}',
    } satisfies typeof is,
    withoutAny: {
      client: 'No client',
      project: 'No project',
      status: 'No status',
      task: 'No task',
      category: 'No category',
      person: 'No person',
    } satisfies typeof is,
    none: 'none',
    or: 'or',
    billable: 'Billable',
    nonBillable: 'Non-billable',
    withNotes: 'With notes',
    withoutNotes: 'Without notes',
    words: 'Words “{text}”',
    withoutWords: 'Without words “{text}”',
  },
  notes: {
    severalCategories: 'Anything in several categories counts in each, but only once in the total',
    expensesHaveNoTask: 'Expenses have no task, so they aren’t counted',
    draft: '1 entry is missing a project or task',
    drafts: '{count} entries are missing a project or task',
    unpriced: '1 expense counts as 0 because there’s no exchange rate yet',
    severalUnpriced: '{count} expenses count as 0 because there’s no exchange rate yet',
    asOf: 'As of {moment}',
    notRead: 'Not all of it received yet',
  },
}

export type PaperTexts = typeof english

/** Puts values into words. */
export const put = (words: string, values: Readonly<Record<string, string | number>>): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
