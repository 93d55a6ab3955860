/** Reads entries and expenses for exports: oldest first, in pages, with the names of references. */
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../store/database/db.ts'
import { selectExpenses, toExpenseRow, type ExpenseRow } from '../store/resources/expense-row.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { selectTimes, toTimeRow, type TimeRow } from '../store/resources/time-row.ts'

/** Which records to export. */
export interface ExportExtent {
  organisation: number
  /** First and last civil day, both included. */
  from: string
  to: string
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
}

/** This many are read before yielding to the event loop. */
const atOnce = 200

type Placed<Row> = Row & { tie: number }

export const readTimePages = (db: Db, extent: ExportExtent): AsyncGenerator<TimeRow[]> =>
  pages(
    async (after) => {
      const rows = await timesAfter(db, { ...extent, ...after }, shapeOf(extent))
      return rows.map((row) => ({ ...toTimeRow(row), tie: row.tie }))
    },
    ({ date, start, tie }) => ({ date, start, tie }),
  )

export const readExpensePages = (db: Db, extent: ExportExtent): AsyncGenerator<ExpenseRow[]> =>
  pages(
    async (after) => {
      const rows = await expensesAfter(db, { ...extent, ...after }, shapeOf(extent))
      return rows.map((row) => ({ ...toExpenseRow(row), tie: row.tie }))
    },
    ({ date, tie }) => ({ date, start: 0, tie }),
  )

/** The position in the order at which the last page ended. */
interface Place {
  date: string
  start: number
  tie: number
}

async function* pages<Row>(
  read: (after: Place) => Promise<Placed<Row>[]>,
  placeOf: (row: Placed<Row>) => Place,
): AsyncGenerator<Row[]> {
  for (let after: Place = { date: '', start: -1, tie: -1 }; ;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = placeOf(rows.at(-1)!)
  }
}

type QueryValues = ExportExtent & Place
interface Shape {
  ofUser: boolean
}

const shapeOf = ({ user }: ExportExtent): Shape => ({ ofUser: user !== undefined })

const timesAfter = prepared((db, values: QueryValues, { ofUser }: Shape) =>
  selectTimes(db)
    .select('time_entry.tie')
    .where('time_entry.organisation_id', '=', values.organisation)
    .where('time_entry.date', '>=', values.from)
    .where('time_entry.date', '<=', values.to)
    .where(
      sql<SqlBool>`(time_entry.date, time_entry.start, time_entry.tie)
        > (${values.date}, ${values.start}, ${values.tie})`,
    )
    .$if(ofUser, (query) => query.where('time_entry.user_id', '=', values.user!))
    .orderBy('time_entry.date')
    .orderBy('time_entry.start')
    .orderBy('time_entry.tie')
    .limit(atOnce),
)

const expensesAfter = prepared((db, values: QueryValues, { ofUser }: Shape) =>
  selectExpenses(db)
    .select('expense.tie')
    .where('expense.organisation_id', '=', values.organisation)
    .where('expense.date', '>=', values.from)
    .where('expense.date', '<=', values.to)
    .where(sql<SqlBool>`(expense.date, expense.tie) > (${values.date}, ${values.tie})`)
    .$if(ofUser, (query) => query.where('expense.user_id', '=', values.user!))
    .orderBy('expense.date')
    .orderBy('expense.tie')
    .limit(atOnce),
)

/**
 * Counts the records in the months of these days, which is an upper bound of what will be exported.
 */
export async function countAtMost(
  db: Db,
  { organisation, from, to }: ExportExtent,
  what: 'times' | 'expenses',
): Promise<number> {
  const [row] = await entriesOfMonths(
    db,
    { organisation, from: from.slice(0, 7), to: to.slice(0, 7) },
    what === 'times' ? 'time_count' : 'expense_count',
  )
  return Number(row?.entries ?? 0)
}

const entriesOfMonths = prepared(
  (
    db,
    values: { organisation: number; from: string; to: string },
    table: 'time_count' | 'expense_count',
  ) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.sum<number>('entries').as('entries'))
      .where('organisation_id', '=', values.organisation)
      .where('kind', '=', 'month')
      .where('key', '>=', values.from)
      .where('key', '<=', values.to),
)
