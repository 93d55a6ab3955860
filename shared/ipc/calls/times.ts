/** Time entries. */
import { civilDate, id, integer, notes } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { timeSortKeys, type TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import type { DayRange } from '../views.ts'
import { byLocal, call, list } from './call.ts'

/** An entry as a person makes it here: project and task by local id, either may come later. */
const entry = z.strictObject({
  project: id.nullable(),
  task: id.nullable(),
  date: civilDate,
  start: integer(0, 1439),
  quantity: integer(1, 1500),
  notes: notes.optional(),
})

export const timeCalls = {
  'times.list': call<Page<TimeEntry>>()(list(timeSortKeys).extend({ date: civilDate.optional() })),
  /** The person's own entries of some days, newest first, with the totals of each day. */
  'times.days': call<DayRange>()(z.strictObject({ from: civilDate, to: civilDate })),
  'times.show': call<TimeEntry>()(byLocal),
  'times.create': call<TimeEntry>()(entry),
  'times.update': call<TimeEntry>()(z.strictObject({ local: id, set: entry.partial() })),
  'times.delete': call<TimeEntry>()(byLocal),
} as const
