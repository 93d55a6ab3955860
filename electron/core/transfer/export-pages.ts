/** Reads entries and expenses for exports: oldest first, in pages, with the names of references. */
import { chargedCurrency, isConverted } from '#shared/rules/unit-price.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { chunkDateRange, type DateRange } from '../store/resources/date-chunks.ts'
import {
  readEntryIds,
  readEntryScope,
  type EntryChoice,
} from '../store/resources/entries-of-days.ts'
import type { ExpenseRow } from '../store/resources/expense-row.ts'
import { readExpensesByIds } from '../store/resources/expenses.ts'
import type { TimeRow } from '../store/resources/time-row.ts'
import { readTimesByIds } from '../store/resources/times.ts'
import { readRecordStates } from '../store/sync/sync-records.ts'

/** Which records to export. */
export interface ExportExtent extends EntryChoice, DateRange {}

/** This many are read before yielding to the event loop. */
const atOnce = 200

export const readTimePages = (db: Db, extent: ExportExtent): AsyncGenerator<TimeRow[]> =>
  pages(db, 'time_entry', extent, (ids) => readTimesByIds(db, ids))

export const readExpensePages = (db: Db, extent: ExportExtent): AsyncGenerator<ExpenseRow[]> =>
  pages(db, 'expense', extent, (ids) => readExpensesByIds(db, ids))

/** An expense with the currency of what the client pays. */
export type ChargedExpense = ExpenseRow & { chargedIn: string | null }

/** Adds its currency to each expense. */
export async function* readCharged(
  db: Db,
  pages: AsyncIterable<readonly ExpenseRow[]>,
): AsyncGenerator<ChargedExpense[]> {
  for await (const rows of pages) {
    const states = await readRecordStates(
      db,
      'expense',
      rows.map(({ id }) => id),
    )
    yield rows.map((row) => {
      const exchange_rate = isConverted(row) ? Number(row.exchange_rate) : null
      const provisional = states.get(row.id)?.provisional ?? true
      return { ...row, chargedIn: chargedCurrency({ ...row, exchange_rate, provisional }) }
    })
  }
}

/** Finds which records fit, for some days at a time, and reads those in pages. */
async function* pages<Row extends { id: number }>(
  db: Db,
  entry: 'time_entry' | 'expense',
  extent: ExportExtent,
  read: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const scope = await readEntryScope(db, entry, extent)
  for (const days of await chunkDateRange(db, extent.organisation, entry, extent)) {
    const ids = await readEntryIds(db, entry, scope, days, { newestFirst: false })
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce)
      const rows = new Map((await read(some)).map((row) => [row.id, row]))
      yield some.flatMap((id) => rows.get(id) ?? [])
    }
  }
}

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
