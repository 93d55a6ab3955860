/**
 * Cuts a date range into chunks with a bounded number of entries. Who reads them yields between
 * chunks, so that even ten years do not freeze a window.
 */
import { prepared } from '../database/prepared-query.ts'
import type { Db } from '../database/db.ts'
import type { EntryTable } from '../lists/entry-order.ts'

/** First and last civil day, both included. */
export interface DateRange {
  from: string
  to: string
}

/** This many are read without yielding, which takes some milliseconds. */
const atOnce = { time_entry: 12_000, expense: 1_500 } as const

/** The parts of the days that have entries, in order. Months without entries are left out. */
export async function chunkDateRange(
  db: Db,
  organisation: number,
  entry: EntryTable,
  { from, to }: DateRange,
): Promise<DateRange[]> {
  const months = await monthsOf(
    db,
    { organisation, from: from.slice(0, 7), to: to.slice(0, 7) },
    entry === 'time_entry' ? 'time_count' : 'expense_count',
  )
  const stretches: (DateRange & { entries: number })[] = []
  for (const { key, entries } of months) {
    const last = stretches.at(-1)
    const end = `${key}-31`
    if (last && last.entries + entries <= atOnce[entry]) {
      last.to = end
      last.entries += entries
    } else stretches.push({ from: `${key}-01`, to: end, entries })
  }
  return stretches.map((stretch) => ({
    from: stretch.from < from ? from : stretch.from,
    to: stretch.to > to ? to : stretch.to,
  }))
}

const monthsOf = prepared(
  (
    db,
    values: { organisation: number; from: string; to: string },
    table: 'time_count' | 'expense_count',
  ) =>
    db
      .selectFrom(table)
      .select(['key', 'entries'])
      .where('organisation_id', '=', values.organisation)
      .where('kind', '=', 'month')
      .where('key', '>=', values.from)
      .where('key', '<=', values.to)
      .where('entries', '>', 0)
      .orderBy('key'),
)
