/** The person's choices for an import and an export, and their conversion to call input. */
import type { CallInput } from '#shared/ipc/contract.ts'
import type { ReportClient, ReportKind } from '#shared/ipc/reports.ts'
import type {
  ExportedRecords,
  ExportFormat,
  ImportField,
  ImportSource,
  ReportFormat,
} from '#shared/ipc/transfer.ts'
import { addDays, isCivilDate } from '#shared/rules/calendar.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import type { ClientView } from '#shared/rules/for-client.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import { importFieldOptions } from './detect-source.ts'
import type { ExportRequest } from './use-export.ts'

const sources: Record<ImportSource, true> = {
  toggl: true,
  clockify: true,
  harvest: true,
  timewarrior: true,
  csv: true,
  stint: true,
}
/** Import sources, in the order in which they are offered. */
export const importSourceOptions = Object.keys(sources) as readonly ImportSource[]

/** What an export has: entries, expenses, or the figures of a report. */
export type Exported = ExportedRecords | 'report'
const exported: Record<Exported, true> = { report: true, times: true, expenses: true }
export const exportedOptions = Object.keys(exported) as readonly Exported[]

export interface ImportChoices {
  from: ImportSource
  /** Empty: this computer's. */
  zone: string
  /** Empty: detected. */
  dates: '' | 'dmy' | 'mdy' | 'ymd'
  /** Empty: detected. */
  decimal: '' | 'point' | 'comma'
  /** Of amounts for which the file does not say; empty: the usual one. */
  currency: string
  /** Empty: not specified. */
  person: string
  task: string
  rounding: 'up' | 'nearest' | 'down'
  increment: string
  again: boolean
  columns: Partial<Record<ImportField, string>>
}

/** @param rounding the account's */
export const defaultImportChoices = (
  from: ImportSource,
  columns: ImportChoices['columns'],
  rounding: ImportChoices['rounding'],
): ImportChoices => ({
  from,
  zone: '',
  dates: '',
  decimal: '',
  currency: '',
  person: '',
  task: '',
  rounding,
  increment: '1',
  again: false,
  columns,
})

/** Increments to choose from in minutes, as text. */
export const incrementOptions = ['1', '5', '6', '10', '15', '30', '60'] as const

/**
 * @param name of the file
 * @param usualCurrency of new records without one, unless another is chosen
 */
export function toImportOptions(
  choices: ImportChoices,
  name: string,
  usualCurrency: string,
): CallInput<'import.begin'> {
  const { from, zone, dates, decimal, person, rounding, increment, again, columns } = choices
  const task = choices.task.trim()
  return {
    from,
    name: name.slice(-255),
    rounding,
    again,
    increment: Number(increment),
    currency: choices.currency || usualCurrency,
    ...(zone === '' ? {} : { zone }),
    ...(dates === '' ? {} : { dates }),
    ...(decimal === '' ? {} : { decimal }),
    ...(person === '' ? {} : { person }),
    ...(task === '' ? {} : { task }),
    // Unmapped fields are sent as well; otherwise the core would use their default column names.
    ...(from === 'csv'
      ? {
          columns: Object.fromEntries(
            importFieldOptions.map((field) => [field, columns[field] ?? '']),
          ),
        }
      : {}),
  }
}

/** What has to be chosen before the file can be read; undefined where no choice would help. */
export function missingChoiceOf(why: Sentence | undefined): 'dates' | 'columns' | undefined {
  switch (why?.text) {
    case 'Some dates are day first, others month first. Choose one with --dates dmy or --dates mdy':
    case 'Dates like {date} could be day first or month first. Choose one with --dates dmy or --dates mdy':
    case 'Dates like {date} could be day first or year first. Choose one with --dates dmy or --dates ymd':
      return 'dates'
    case 'Can’t tell which column is the {field}. Set it with --columns {field}=…. The file has {columns}':
      return 'columns'
    default:
      return undefined
  }
}

const dateChoices = ['all', 'thisMonth', 'lastMonth', 'custom'] as const
export type ExportDateChoice = (typeof dateChoices)[number]
/** A report is of some days. */
export const exportDateChoices = (what: Exported): readonly ExportDateChoice[] =>
  what === 'report' ? dateChoices.filter((days) => days !== 'all') : dateChoices

export interface ExportChoices {
  what: Exported
  /** What the rows of a report are by. */
  by: ReportKind
  /** What the rows within each row are by; undefined: there are none. */
  then: ReportKind | undefined
  format: ExportFormat
  days: ExportDateChoice
  /** Of custom days. */
  from: string
  to: string
  whose: 'mine' | 'everyone'
  /** That of the report which led here. */
  filter: EntryFilter
  /** What the client sees of it; undefined: it is not for one. */
  forClient: ClientView | undefined
  /** In the locale's format. */
  local: boolean
  /** Empty: unknown. */
  rate: '' | 'hour' | 'increment'
}

const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

/** First and last day; neither for all. */
export function exportDatesOf(
  { days, from, to }: Pick<ExportChoices, 'days' | 'from' | 'to'>,
  today: string,
): { from?: string; to?: string } {
  switch (days) {
    case 'all':
      return {}
    case 'thisMonth':
      return {
        from: firstOfMonth(today),
        to: addDays(firstOfMonth(addDays(firstOfMonth(today), 31)), -1),
      }
    case 'lastMonth': {
      const last = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(last), to: last }
    }
    case 'custom':
      return { from, to }
  }
}

/** Formats of an export: a calendar can contain only time entries, and JSON is for no client. */
export const formatsOf = ({
  what,
  forClient,
}: Pick<ExportChoices, 'what' | 'forClient'>): readonly ExportFormat[] => [
  ...forReading,
  ...(what === 'report' || forClient ? [] : (['json'] as const)),
  ...(what === 'times' ? (['ics'] as const) : []),
]

/** Formats in which values are shown. */
const forReading = ['csv', 'xlsx', 'pdf', 'html'] as const
export const showsValues = (format: ExportFormat): boolean =>
  forReading.some((one) => one === format)

/** Formats for people, which are in their language. */
const isPaper = (format: ExportFormat): boolean => showsValues(format) && format !== 'csv'

/** Why nothing can be exported yet: which of the days is invalid. */
export function exportDatesProblem({
  days,
  from,
  to,
}: Pick<ExportChoices, 'days' | 'from' | 'to'>): 'from' | 'to' | 'backwards' | undefined {
  if (days !== 'custom') return undefined
  if (!isCivilDate(from)) return 'from'
  if (!isCivilDate(to)) return 'to'
  return to < from ? 'backwards' : undefined
}

/** Who exports, when, and where. */
export interface ExportReader {
  today: string
  language: string
  /** The format of dates and numbers. */
  locale: string
  /** With which weeks begin, 1 is Monday. */
  firstDay: number
}

/** @param client whose file it is, where there are several; undefined: there is one file */
export function toExportRequest(
  choices: ExportChoices,
  client: ReportClient | undefined,
  { today, language, locale, firstDay }: ExportReader,
): ExportRequest {
  const { what, by, then, whose, local, rate, forClient } = choices
  const formats = formatsOf(choices)
  const format = formats.includes(choices.format) ? choices.format : 'csv'
  const filter: EntryFilter = client
    ? [...choices.filter, { kind: 'client', of: [Number(client.key)] }]
    : choices.filter
  const common = {
    whose,
    ...(filter.length === 0 ? {} : { filter }),
    ...(isPaper(format) || what === 'report' ? { language } : {}),
    ...(isPaper(format) || (format === 'csv' && local) ? { locale } : {}),
    ...(showsValues(format) && what !== 'expenses' && rate !== '' ? { rate } : {}),
    ...(forClient ? { forClient: viewOf(choices) } : {}),
  }
  const days = exportDatesOf(choices, today)
  if (what !== 'report') return { what, format, ...days, ...common }
  const levels = { by, ...(then === undefined ? {} : { then }), firstDay }
  // Of a report, there is no choice of all days.
  const { from = today, to = today } = days
  return { what, format: format as ReportFormat, from, to, ...levels, ...common }
}

/** What the client sees: people also where rows are by them. */
export const viewOf = ({ what, by, then, forClient }: ExportChoices): ClientView => ({
  values: forClient?.values ?? false,
  people: (forClient?.people ?? false) || (what === 'report' && [by, then].includes('person')),
})
