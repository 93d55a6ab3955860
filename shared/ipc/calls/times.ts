/** Calls about time entries. */
import { civilDate, id, integer, notes } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { timeSortKeys, type TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import type { NewestDays, SetCellsResult, TimesInRange } from '../call-results.ts'
import {
  batchEdit,
  byLocalId,
  byLocalIds,
  call,
  listArguments,
  pageNumber,
  recordEdit,
} from './call.ts'
import { entryFilter } from './entry-filter.ts'

/**
 * An entry as the person enters it: project and task by local id; both may be added later. `worked`:
 * minutes before they were rounded to `quantity`, where that differs.
 */
const entry = z.strictObject({
  project: id.nullable(),
  task: id.nullable(),
  date: civilDate,
  start: integer(0, 1439),
  quantity: integer(1, 1500),
  worked: integer(1, 1500).optional(),
  notes: notes.optional(),
})

/** The person's minutes of one project and task on one day; 0 empties the cell. */
const cell = z.strictObject({
  project: id.nullable(),
  task: id.nullable(),
  date: civilDate,
  minutes: integer(0, 1500),
  was: z.int().min(0).optional(),
})

export const timeCalls = {
  'times.list': call<Page<TimeEntry>>()(
    listArguments(timeSortKeys).extend({
      date: civilDate.optional(),
      filter: entryFilter.optional(),
    }),
  ),
  /** Lists the newest entries that match a search, page by page, without counting them. */
  'times.search': call<TimeEntry[]>()(
    z.strictObject({
      query: z.string().max(200),
      limit: integer(1, 100),
      page: pageNumber.optional(),
    }),
  ),
  /** Counts the entries that match a search. */
  'times.countMatches': call<{ total: number }>()(z.strictObject({ query: z.string().max(200) })),
  /**
   * Lists the entries of a date range, newest first: the person's own, or everyone's on request.
   */
  'times.inDateRange': call<TimesInRange>()(
    z.strictObject({
      from: civilDate,
      to: civilDate,
      whose: z.enum(['mine', 'everyone']).optional(),
    }),
  ),
  /**
   * Sums the minutes of each of a number of days, the last being `to`, and lists the entries of the
   * newest of them: of as many as have `entries` entries together. The person's own by default.
   */
  'times.newestDays': call<NewestDays>()(
    z.strictObject({
      to: civilDate,
      days: integer(1, 100_000),
      entries: integer(0, 1000),
      whose: z.enum(['mine', 'everyone']).optional(),
    }),
  ),
  'times.show': call<TimeEntry>()(byLocalId),
  'times.create': call<TimeEntry>()(entry),
  'times.update': call<TimeEntry>()(recordEdit(entry)),
  'times.delete': call<TimeEntry>()(byLocalId),
  /** Applies one edit to several entries, as one change: all or none. */
  'times.updateMany': call<{ changed: number }>()(batchEdit(entry)),
  /**
   * Splits an entry in two, at the increment nearest to a minute of its day (past 1440 when it
   * crosses midnight). Returns both, the earlier first; the earlier one keeps the entry's id.
   */
  'times.split': call<[TimeEntry, TimeEntry]>()(
    z.strictObject({ local: id, at: integer(0, 2 * 1440 + 60) }),
  ),
  /** Merges entries that touch or overlap into the earliest of them, and returns it. */
  'times.merge': call<TimeEntry>()(byLocalIds),
  /** Copies entries to another day, at the same times of day, as one change. */
  'times.copyMany': call<{ added: number }>()(byLocalIds.extend({ date: civilDate })),
  'times.deleteMany': call<{ deleted: number }>()(byLocalIds),
  /**
   * Sets cells of the timesheet to these minutes, as one change. `was` is what the person saw: if a
   * cell differs from it, nothing is changed.
   */
  'times.setCells': call<SetCellsResult>()(
    z.strictObject({ cells: z.array(cell).min(1, 'Choose at least one').max(1000) }),
  ),
} as const
