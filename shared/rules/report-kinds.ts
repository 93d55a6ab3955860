/** What the rows of a report can be by, and the rows within them. */
import type { ReportKind } from '../ipc/reports.ts'

/** In the order in which they are offered. */
export const kindsInOrder: readonly ReportKind[] = [
  'project',
  'task',
  'client',
  'category',
  'person',
  'day',
  'week',
  'month',
]

/** Finest first. */
const calendarKinds: readonly ReportKind[] = ['day', 'week', 'month']

export const isCalendarKind = (kind: ReportKind): boolean => calendarKinds.includes(kind)

/** All other kinds; of days, weeks and months only the shorter ones. */
export const kindsWithin = (by: ReportKind): ReportKind[] =>
  kindsInOrder.filter(
    (kind) =>
      kind !== by &&
      !(isCalendarKind(by) && calendarKinds.indexOf(kind) > calendarKinds.indexOf(by)),
  )
