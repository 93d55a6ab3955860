/**
 * Calls about export, in chunks that the caller writes to a file, and import, with a preview before
 * anything is written.
 */
import { civilDate, currency, id, integer, requiredText } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import { increment } from '../../resources/project.ts'
import { isLocale } from '../../rules/locale-text.ts'
import { isZone } from '../../rules/calendar.ts'
import type { ReportClient } from '../reports.ts'
import {
  exportedRecords,
  exportFormats,
  importFields,
  importSources,
  reportFormats,
  type StartedExport,
  type ExportChunk,
  type ImportOutcome,
  type ImportPlan,
} from '../transfer.ts'
import { call } from './call.ts'
import { clientView } from './client-view.ts'
import { entryFilter } from './entry-filter.ts'
import { reportQuery } from './reports.ts'

const locale = z.string().refine(isLocale, 'Enter a locale, like en-US or de-AT')
/** Of the words on paper, such as `de`; English, unless they exist in it. */
const language = z.string().regex(/^[a-z]{2,3}$/, 'Enter a language, like en')
const zone = z.string().refine(isZone, 'Enter a time zone, like America/New_York')
const isForward = ({
  from = '',
  to = '9999-12-31',
}: {
  from?: string | undefined
  to?: string | undefined
}) => from <= to
const backward = { error: 'Choose an end date on or after the start date', path: ['to'] }
const reading = z.strictObject({ import: id })
const running = z.strictObject({ export: id })

export const transferCalls = {
  /**
   * Starts an export of entries or expenses, oldest first; of all days unless a range is given, and
   * of the person's own unless everyone's are requested.
   */
  'export.begin': call<StartedExport>()(
    z
      .strictObject({
        what: z.enum(exportedRecords),
        format: z.enum(exportFormats),
        from: civilDate.optional(),
        to: civilDate.optional(),
        whose: z.enum(['mine', 'everyone']).optional(),
        filter: entryFilter.optional(),
        language: language.optional(),
        /** CSV, HTML, and PDF: dates and decimals of this locale; plain when absent. */
        locale: locale.optional(),
        /** ICS: the time zone of the entries' hours. Default: this computer's. */
        zone: zone.optional(),
        /** What a rate is for where the service does not say. */
        rate: z.enum(['hour', 'increment']).optional(),
        /** For a client. Fails with `conflict` where there are several. */
        forClient: clientView.optional(),
      })
      .refine(isForward, backward),
  ),
  /** Starts an export of a report. */
  'export.beginReport': call<StartedExport>()(
    reportQuery
      .extend({
        format: z.enum(reportFormats),
        language: language.optional(),
        /** As for entries. */
        locale: locale.optional(),
      })
      .refine(isForward, backward),
  ),
  /** Lists the clients that an export for a client can be for, by name. */
  'export.clients': call<ReportClient[]>()(
    z
      .strictObject({
        /** A report has entries and expenses. */
        what: z.enum([...exportedRecords, 'report']),
        from: civilDate.optional(),
        to: civilDate.optional(),
        whose: z.enum(['mine', 'everyone']).optional(),
        filter: entryFilter.optional(),
      })
      .refine(isForward, backward),
  ),
  /** Returns the next chunk. The core reads only on request, so a slow disk costs no memory. */
  'export.read': call<ExportChunk>()(running),
  /** Cancels an export, or closes one that is done. */
  'export.end': call<null>()(running),

  /** Starts the import of a file of another program, or of Stint. */
  'import.begin': call<{ import: number }>()(
    z.strictObject({
      from: z.enum(importSources),
      /** File name, shown in the history. */
      name: z.string().min(1).max(255),
      /** Time zone of the file's hours. Default: this computer's. */
      zone: zone.optional(),
      /** Order of dates that do not begin with the year. Default: detected. */
      dates: z.enum(['dmy', 'mdy', 'ymd'], 'Use one of: dmy, mdy, ymd').optional(),
      /** Decimal sign of the file's numbers. Default: detected. */
      decimal: z.enum(['point', 'comma'], 'Use one of: point, comma').optional(),
      /** Whose lines to import, by name or email address. */
      person: z.string().max(255).optional(),
      /** Task for entries without one in the file. */
      task: requiredText().optional(),
      /** How durations are rounded to whole increments. Default: the account's rule. */
      rounding: z.enum(['up', 'nearest', 'down'], 'Use one of: up, nearest, down').optional(),
      /** Minutes of an increment in new projects. Default: one. */
      increment: increment.optional(),
      /** Currency of new projects and charges, and of amounts without a project, where the file has none. */
      currency: currency.optional(),
      /** Minute of the day from which entries without a start are placed one after the other. */
      start: integer(0, 1439).optional(),
      /** Imports lines again that were imported before and changed or deleted since. */
      again: z.boolean().optional(),
      /** Of a table from an unknown program: the column of each field; an empty name means none. */
      columns: z.partialRecord(z.enum(importFields), z.string().max(255)).optional(),
    }),
  ),
  /** Appends the next chunk of the file's text, in order. */
  'import.append': call<null>()(reading.extend({ text: z.string().max(4_000_000) })),
  /**
   * Ends the file and returns the preview. Fails with `validation` where nothing can be imported.
   */
  'import.preview': call<ImportPlan>()(reading),
  /**
   * Runs the import as one change, and reports its progress with `import` events. Fails with
   * `conflict` when it was canceled in the meantime; then nothing is written.
   */
  'import.apply': call<ImportOutcome>()(reading),
  /** Cancels an import, also while it runs, or closes one that is done. */
  'import.end': call<null>()(reading),
} as const
