/** Time entries. */
import { civilDate, id, integer, notes } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { timeSortKeys, type TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import type { CellsDone, DayRange, TimeTotal } from '../views.ts'
import { batchEdit, byLocal, byLocals, call, list, pageNumber, recordEdit } from './call.ts'

/** An entry as a person makes it here: project and task by local id, either may come later. */
const entry = z.strictObject({
  project: id.nullable(),
  task: id.nullable(),
  date: civilDate,
  start: integer(0, 1439),
  quantity: integer(1, 1500),
  notes: notes.optional(),
})

/** The person's hours of one project and task on one day; 0 empties the cell. */
const cell = z.strictObject({
  project: id.nullable(),
  task: id.nullable(),
  date: civilDate,
  minutes: integer(0, 1500),
  was: z.int().min(0).optional(),
})

export const timeCalls = {
  'times.list': call<Page<TimeEntry>>()(list(timeSortKeys).extend({ date: civilDate.optional() })),
  /** The newest entries that a search finds, page by page, without waiting for how many there are. */
  'times.find': call<TimeEntry[]>()(
    z.strictObject({
      query: z.string().max(200),
      limit: integer(1, 100),
      page: pageNumber.optional(),
    }),
  ),
  /** How many entries a search finds. */
  'times.count': call<{ total: number }>()(z.strictObject({ query: z.string().max(200) })),
  /** Minutes logged over some days, by day, project, task or client; the person's own by default. */
  'times.totals': call<TimeTotal[]>()(
    z.strictObject({
      from: civilDate,
      to: civilDate,
      by: z.enum(['day', 'project', 'task', 'client']),
      whose: z.enum(['mine', 'everyone']).optional(),
    }),
  ),
  /** The entries of some days, the person's own unless asked for everyone's, newest first. */
  'times.days': call<DayRange>()(
    z.strictObject({
      from: civilDate,
      to: civilDate,
      whose: z.enum(['mine', 'everyone']).optional(),
    }),
  ),
  'times.show': call<TimeEntry>()(byLocal),
  'times.create': call<TimeEntry>()(entry),
  'times.update': call<TimeEntry>()(recordEdit(entry)),
  'times.delete': call<TimeEntry>()(byLocal),
  /** Changes several entries alike, as one change: all of them, or none. */
  'times.updateMany': call<{ changed: number }>()(batchEdit(entry)),
  /**
   * Makes two entries of one, at the increment nearest to a minute of its day (past 1440 when it
   * crosses midnight). Answers both, the earlier first: it is the one that was there.
   */
  'times.split': call<[TimeEntry, TimeEntry]>()(
    z.strictObject({ local: id, at: integer(0, 2 * 1440 + 60) }),
  ),
  /** Makes one entry of several that touch or overlap, and answers it: the earliest of them. */
  'times.merge': call<TimeEntry>()(byLocals),
  /** Copies of some entries on another day, at the same times of day, as one change. */
  'times.copyMany': call<{ added: number }>()(byLocals.extend({ date: civilDate })),
  'times.deleteMany': call<{ deleted: number }>()(byLocals),
  /**
   * Makes cells of the timesheet have so many minutes, as one change. `was` is what the person saw
   * there: where something else stands by now, nothing is changed.
   */
  'times.setCells': call<CellsDone>()(
    z.strictObject({ cells: z.array(cell).min(1, 'Choose at least one').max(1000) }),
  ),
} as const
