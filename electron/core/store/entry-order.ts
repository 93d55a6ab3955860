/**
 * The orders in which entries are listed, with what each order is counted by, so that a page in
 * its middle can be sought (DECISIONS.md, Pages are sought through counts).
 */
import type { ExpenseSortKey } from '#shared/resources/expense.ts'
import type { TimeSortKey } from '#shared/resources/time.ts'

/** The two tables of entries: long lists, unlike those that they name. */
export type EntryTable = 'time_entry' | 'expense'

/** Plain data, so that it can be part of a prepared query's shape. */
export interface EntryOrder {
  /** SQL, most significant first; the whole tuple turns round with the direction. */
  readonly columns: readonly string[]
  readonly counted: CountedColumn | CountedRecord
}

/** Stretches of an entry's own column, such as months of its date. */
interface CountedColumn {
  readonly by: 'column'
  /** The counts' `kind`; a key is the least that the column holds in its stretch. */
  readonly kind: 'month' | 'start' | 'name' | 'update'
  /** SQL of the column. */
  readonly column: string
}

/** One stretch for each related record, and one before them for entries that name none. */
interface CountedRecord {
  readonly by: 'record'
  readonly kind: 'project' | 'task' | 'user'
  /** The order of the records, before their ties. */
  readonly named: 'name_fold' | 'code_fold'
  /** Column of the entry. */
  readonly reference: 'project_id' | 'task_id' | 'user_id'
}

const byMonth = (entry: EntryTable) =>
  ({ by: 'column', kind: 'month', column: `${entry}.date` }) as const

/** Date, then start, then tie: what a list has without a sort key, newest first. */
const timesInTime: EntryOrder = {
  columns: ['time_entry.date', 'time_entry.start', 'time_entry.tie'],
  counted: byMonth('time_entry'),
}

/** By a related name: that record's tie, then date, start, tie (DECISIONS.md, Order). */
const related = (kind: CountedRecord['kind'], named: CountedRecord['named']): EntryOrder => ({
  columns: [`"${kind}".${named}`, `"${kind}".tie`, ...timesInTime.columns],
  counted: { by: 'record', kind, named, reference: `${kind}_id` },
})

const timeOrders: Record<TimeSortKey | 'none', EntryOrder> = {
  none: timesInTime,
  date: {
    columns: ['time_entry.date', 'time_entry.tie'],
    counted: byMonth('time_entry'),
  },
  start: {
    columns: ['time_entry.start', 'time_entry.tie'],
    counted: { by: 'column', kind: 'start', column: 'time_entry.start' },
  },
  'task.name': related('task', 'name_fold'),
  'project.name': related('project', 'name_fold'),
  'project.code': related('project', 'code_fold'),
  'user.name': related('user', 'name_fold'),
}

const expensesByDate: EntryOrder = {
  columns: ['expense.date', 'expense.tie'],
  counted: byMonth('expense'),
}

/** What the service has not dated yet stands before all others, on every database. */
const expenseUpdate = `coalesce(expense.updated_at, '')`

const expenseOrders: Record<ExpenseSortKey | 'none', EntryOrder> = {
  none: expensesByDate,
  date: expensesByDate,
  name: {
    columns: ['expense.name_fold', 'expense.tie'],
    counted: { by: 'column', kind: 'name', column: 'expense.name_fold' },
  },
  updated_at: {
    columns: [expenseUpdate, 'expense.tie'],
    counted: { by: 'column', kind: 'update', column: expenseUpdate },
  },
}

const orders: Record<EntryTable, Record<string, EntryOrder>> = {
  time_entry: timeOrders,
  expense: expenseOrders,
}

/** The order of a sort key; without one, the order in which entries happened. */
export const orderOf = (entry: EntryTable, sortKey: string | undefined): EntryOrder =>
  orders[entry][sortKey ?? 'none']!
