/** Data out, in pieces that whoever asks puts into a file, and data in, seen before it is kept. */
import { civilDate, currency, id, integer, requiredText } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import { isLocale } from '../../rules/locale-text.ts'
import { increment } from '../../resources/project.ts'
import { isZone } from '../../rules/calendar.ts'
import {
  exportedRecords,
  exportFormats,
  importFields,
  importSources,
  type ExportBegun,
  type ExportPiece,
  type ImportDone,
  type ImportPlan,
} from '../transfer.ts'
import { call } from './call.ts'

const locale = z.string().refine(isLocale, 'Enter a locale, like en-US or de-AT')
const zone = z.string().refine(isZone, 'Enter a time zone, like America/New_York')
const reading = z.strictObject({ import: id })
const running = z.strictObject({ export: id })

export const transferCalls = {
  /**
   * Begins to write entries or expenses as a file, oldest first; of all days unless some are named,
   * the person's own unless everyone's are asked for.
   */
  'export.begin': call<ExportBegun>()(
    z
      .strictObject({
        what: z.enum(exportedRecords),
        format: z.enum(exportFormats),
        from: civilDate.optional(),
        to: civilDate.optional(),
        whose: z.enum(['mine', 'everyone']).optional(),
        /** CSV with this locale's dates, decimal sign and separator; plain without. */
        locale: locale.optional(),
        /** ICS: the zone that the hours of entries are of; this machine's unless given. */
        zone: zone.optional(),
        /** CSV: what a rate is for, where the service does not say. */
        rate: z.enum(['hour', 'increment']).optional(),
      })
      .refine(({ from = '', to = '9999-12-31' }) => from <= to, {
        error: 'Choose an end date on or after the start date',
        path: ['to'],
      }),
  ),
  /** The next piece. The core goes no further than it is asked, so a slow disk costs no memory. */
  'export.read': call<ExportPiece>()(running),
  /** Gives an export up, or forgets one that is done. */
  'export.end': call<null>()(running),

  /** Begins to read a file of another program, or of Stint. */
  'import.begin': call<{ import: number }>()(
    z.strictObject({
      from: z.enum(importSources),
      /** Of the file: the history names it. */
      name: z.string().min(1).max(255),
      /** Zone of the file's hours; this machine's unless given. */
      zone: zone.optional(),
      /** Order of dates that have no year in front; found out unless given. */
      dates: z.enum(['dmy', 'mdy', 'ymd'], 'Use one of: dmy, mdy, ymd').optional(),
      /** Whose lines are meant, by name or address. */
      person: z.string().max(255).optional(),
      /** Task of entries for which the file has none. */
      task: requiredText().optional(),
      /** How lengths become whole increments; by the account's rule unless given. */
      rounding: z.enum(['up', 'nearest', 'down'], 'Use one of: up, nearest, down').optional(),
      /** Minutes of an increment of projects that are made; one unless given. */
      increment: increment.optional(),
      /** What projects and charges that are made are in where the file does not say. */
      currency: currency.optional(),
      /** Minute of the day at which entries without a start begin to follow each other. */
      start: integer(0, 1439).optional(),
      /** Takes in again what an earlier import brought and somebody changed or deleted since. */
      again: z.boolean().optional(),
      /** Of a table of no known program: the column of each field; of one left empty, none. */
      columns: z.partialRecord(z.enum(importFields), z.string().max(255)).optional(),
    }),
  ),
  /** The next piece of the file's text, in order. */
  'import.feed': call<null>()(reading.extend({ text: z.string().max(4_000_000) })),
  /** The file is whole: what would be made of it. Fails with `validation` where nothing can be. */
  'import.plan': call<ImportPlan>()(reading),
  /**
   * Makes it, as one change, and tells how far it is by `import` events. Fails with `conflict` when
   * it was given up meanwhile; then nothing is made.
   */
  'import.apply': call<ImportDone>()(reading),
  /** Gives an import up, also while it is made, or forgets one that is done. */
  'import.end': call<null>()(reading),
} as const
