/** Months of the civil calendar. */
import { addDays } from '#shared/rules/calendar.ts'

/** First and last day of the month that contains a day. */
export function monthContaining(date: string): { from: string; to: string } {
  const from = `${date.slice(0, 7)}-01`
  return { from, to: addDays(stepMonth(from, 1), -1) }
}

/** First day of the month after, or before, the one that begins at `first`. */
export const stepMonth = (first: string, by: 1 | -1): string =>
  `${addDays(first, by === 1 ? 31 : -1).slice(0, 7)}-01`
