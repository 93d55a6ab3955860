/**
 * Defines the orders in which entries are listed, and the counts for each order by which a page is
 * found. `OFFSET` reads everything before the page, half a second among a million entries. On
 * SQLite, triggers keep counts of entries by month, start, project, task, and user; a page finds
 * the bucket in which it begins and walks an index from the nearer end. Days as buckets would be thirty
 * times as many to add up, and code that counts could be forgotten by a new write. On PostgreSQL,
 * writers would wait for the same rows, so pages far behind are slower there.
 */
import type { ExpenseSortKey } from '#shared/resources/expense.ts'
import type { TimeSortKey } from '#shared/resources/time.ts'

/**
 * The two tables of entries. Their lists are long, unlike those of the records that entries name.
 */
export type EntryTable = 'time_entry' | 'expense'

/** Plain data, because it is part of a prepared query's shape. */
export interface EntryOrder {
  /** SQL, most significant first; descending order reverses every column. */
  readonly columns: readonly string[]
  readonly counted: CountedColumn | CountedRecord
}

/** Buckets by a column of the entry, such as the months of its date. */
interface CountedColumn {
  readonly by: 'column'
  /** The counts' `kind`. The key of a bucket is the smallest value of the column in it. */
  readonly kind: 'month' | 'start' | 'name' | 'update'
  /** SQL of the column. */
  readonly column: string
}

/** One bucket for each related record, preceded by one for entries that name none. */
interface CountedRecord {
  readonly by: 'record'
  readonly kind: 'project' | 'task' | 'user'
  /** Sort column of the records; their tie follows. */
  readonly named: 'name_fold' | 'code_fold'
  /** Column of the entry that names the record. */
  readonly reference: 'project_id' | 'task_id' | 'user_id'
}

const byMonth = (entry: EntryTable) =>
  ({ by: 'column', kind: 'month', column: `${entry}.date` }) as const

/** Date, start, tie: the order of a list without a sort key (newest first). */
const timesInTime: EntryOrder = {
  columns: ['time_entry.date', 'time_entry.start', 'time_entry.tie'],
  counted: byMonth('time_entry'),
}

/** By the name of a related record, its tie, then date, start, tie (docs/API.md, Order). */
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

/** Expenses that the service has not dated yet sort before all others, on both databases. */
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

/** Returns the order of a sort key; without one, the chronological order. */
export const entryOrderFor = (entry: EntryTable, sortKey: string | undefined): EntryOrder =>
  orders[entry][sortKey ?? 'none']!
