/** Calls about reports: what was done, earned and spent in a date range. */
import { civilDate, id, integer } from '../../resources/fields.ts'
import type { TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import { reportKinds, type Report, type ReportTimeSeries } from '../reports.ts'
import { savedReport, type SavedReport } from '../saved-reports.ts'
import { call, noArguments } from './call.ts'
import { clientView } from './client-view.ts'
import { entryFilter } from './entry-filter.ts'

const whose = z.enum(['mine', 'everyone']).optional()
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
/** The key of a report's row. */
const rowKey = z.union([civilDate, month, id]).nullable()
const isForward = ({ from, to }: { from: string; to: string }) => from <= to
const backward = { error: 'Choose an end date on or after the start date', path: ['to'] }

/** Which report. */
export const reportQuery = z.strictObject({
  from: civilDate,
  to: civilDate,
  by: z.enum(reportKinds),
  /** What the rows within each row are by. */
  then: z.enum(reportKinds).optional(),
  /** The day with which weeks begin, 1 is Monday; Monday unless given. */
  firstDay: integer(1, 7).optional(),
  whose,
  filter: entryFilter.optional(),
  /** What a rate is for where the service does not say: an hour or an increment. */
  rate: z.enum(['hour', 'increment']).optional(),
  /** For a client. Fails with `conflict` where there are several. */
  forClient: clientView.optional(),
})

export const reportCalls = {
  /** The person's own entries by default. Drafts count; the running timer does not. */
  'reports.show': call<Report>()(reportQuery.refine(isForward, backward)),
  /** Returns the minutes of the range over time, by project. */
  'reports.timeSeries': call<ReportTimeSeries>()(
    z
      .strictObject({
        from: civilDate,
        to: civilDate,
        unit: z.enum(['day', 'month']),
        whose,
        filter: entryFilter.optional(),
      })
      .refine(isForward, backward),
  ),
  /** Lists the entries behind one row of a report, newest first. */
  'reports.entries': call<TimeEntry[]>()(
    z
      .strictObject({
        from: civilDate,
        to: civilDate,
        by: z.enum(reportKinds),
        key: rowKey,
        /** The row that it is within; absent for a row of the first level. */
        within: z.strictObject({ by: z.enum(reportKinds), key: rowKey }).optional(),
        whose,
        /** That of the report. */
        filter: entryFilter.optional(),
        limit: integer(1, 200),
        /** How many of the newest to skip. */
        skip: integer(0, 1_000_000).optional(),
      })
      .refine(isForward, backward),
  ),
  /** Lists the saved reports by name, starred ones first. */
  'reports.listSaved': call<SavedReport[]>()(noArguments),
  /**
   * Saves a report under a name that no other has: as a new one, or in place of the one with this
   * id, even if that was deleted since.
   */
  'reports.save': call<SavedReport>()(savedReport.extend({ id: id.optional() })),
  'reports.deleteSaved': call<null>()(z.strictObject({ id })),
} as const
