/** Groups a month of expenses into rows, with a heading for each week. */
import type { Expense } from '#shared/resources/expense.ts'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'

/** The kind of section below a heading. */
export type ExpenseSection = 'later' | 'thisWeek' | 'lastWeek' | 'earlier' | 'week'

export type ExpenseListRow =
  | {
      is: 'heading'
      stretch: ExpenseSection
      /** First and last day of the section within the month. */
      from: string
      to: string
    }
  | { is: 'expense'; expense: Expense }

/**
 * Groups the current month into this week, last week and earlier; any other month by its weeks.
 * @param expenses of one month, newest first
 */
export function groupRowsByWeek(
  expenses: readonly Expense[],
  {
    month,
    today,
    firstDay,
  }: { month: { from: string; to: string }; today: string; firstDay: number },
): ExpenseListRow[] {
  const isCurrent = today >= month.from && today <= month.to
  const thisWeek = startOfWeek(today, firstDay)
  const lastWeek = addDays(thisWeek, -7)

  const stretchOf = (date: string): { stretch: ExpenseSection; from: string; to: string } => {
    if (isCurrent) {
      const nextWeek = addDays(thisWeek, 7)
      if (date >= nextWeek) return { stretch: 'later', from: nextWeek, to: month.to }
      if (date >= thisWeek) return { stretch: 'thisWeek', from: thisWeek, to: addDays(thisWeek, 6) }
      if (date >= lastWeek) return { stretch: 'lastWeek', from: lastWeek, to: addDays(lastWeek, 6) }
      return { stretch: 'earlier', from: month.from, to: addDays(lastWeek, -1) }
    }
    const from = startOfWeek(date, firstDay)
    return { stretch: 'week', from, to: addDays(from, 6) }
  }

  const rows: ExpenseListRow[] = []
  let begun: string | undefined
  for (const expense of expenses) {
    const { stretch, from, to } = stretchOf(expense.date)
    if (from !== begun) {
      begun = from
      rows.push({
        is: 'heading',
        stretch,
        from: from < month.from ? month.from : from,
        to: to > month.to ? month.to : to,
      })
    }
    rows.push({ is: 'expense', expense })
  }
  return rows
}
