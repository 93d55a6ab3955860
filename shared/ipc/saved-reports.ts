/** Reports that the person saved under a name, in the account's database. */
import { civilDate, id, integer, requiredText } from '../resources/fields.ts'
import { z } from '../resources/zod.ts'
import type { SavedPeriod } from '../rules/report-periods.ts'
import { clientView } from './calls/client-view.ts'
import { entryFilter } from './calls/entry-filter.ts'
import { reportCharts, reportKinds } from './reports.ts'

const period = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['day', 'week', 'month', 'quarter', 'year']),
    back: integer(-1_000_000, 1_000_000),
  }),
  z
    .strictObject({ kind: z.literal('custom'), from: civilDate, to: civilDate })
    .refine(({ from, to }) => from <= to, {
      error: 'Choose an end date on or after the start date',
      path: ['to'],
    }),
]) satisfies z.ZodType<SavedPeriod>

/** What is shown, and how. */
const savedReportView = z.strictObject({
  period,
  by: z.enum(reportKinds),
  /** What the rows within each row are by. */
  then: z.enum(reportKinds).optional(),
  whose: z.enum(['mine', 'everyone']),
  filter: entryFilter,
  /** Charts that are shown as tables. */
  asTables: z.array(z.enum(reportCharts)).readonly(),
})
export type SavedReportView = z.output<typeof savedReportView>

export const savedReport = z.strictObject({
  id,
  name: requiredText(100),
  isStarred: z.boolean(),
  view: savedReportView,
  /** Whether its files are for a client, as last chosen; absent: they are not. */
  forClient: clientView.optional(),
})
export type SavedReport = z.output<typeof savedReport>
