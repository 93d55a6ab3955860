/** Types and constants of export and import that calls and the core share. */

export const exportedRecords = ['times', 'expenses'] as const
export type ExportedRecords = (typeof exportedRecords)[number]

export const exportFormats = ['csv', 'json', 'ics', 'xlsx', 'html', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Formats of a report as a file. */
export const reportFormats = ['csv', 'xlsx', 'pdf', 'html'] as const satisfies ExportFormat[]
export type ReportFormat = (typeof reportFormats)[number]

export interface StartedExport {
  /** Identifies the export in later calls. */
  export: number
  /** How the text of its chunks stands for the bytes of the file. */
  encoding: 'utf8' | 'base64'
  /** Suggested file name, such as `times-2026-11-21.csv` or `Acme-Ltd-2026-11-01-2026-11-30.pdf`. */
  name: string
  /** Upper bound of the number of records, or of a report's rows, for showing progress. */
  atMost: number
}

export interface ExportChunk {
  /** The next chunk of the file, in the encoding that was named at the start. */
  text: string
  /** Records or rows so far. */
  rows: number
  /** True with the last chunk. */
  done: boolean
}

export const importSources = [
  'stint',
  'toggl',
  'clockify',
  'harvest',
  'timewarrior',
  'csv',
] as const
export type ImportSource = (typeof importSources)[number]

/** The fields that a column of a table from an unknown program can be. */
export const importFields = [
  'date',
  'start',
  'end-date',
  'end',
  'duration',
  'minutes',
  'project',
  'project-code',
  'client',
  'client-code',
  'task',
  'notes',
  'person',
  'name',
  'amount',
  'quantity',
  'currency',
  'chargeable',
] as const
export type ImportField = (typeof importFields)[number]

/** A record that lines of the file name. */
export interface ImportName {
  kind: 'project' | 'client' | 'task' | 'charge'
  /** Its name in the file. */
  name: string
  /** The local id and the name of the matching record; null: it is created. */
  local: number | null
  as: string
  /** What matched; null for one that is created. */
  by: 'code' | 'name' | null
  /** Number of lines that name it. */
  lines: number
  /** Of the entries among them: seconds in the file, and minutes after import. */
  seconds: number
  minutes: number
}

/** A line and the reason why it is reported. */
export interface ImportLine {
  line: number
  reason: string
}

/** Expenses of one currency. */
export interface ImportAmount {
  currency: string
  /** Smallest unit of the currency. */
  amount: number
  count: number
}

/** An expense as an import would create it. */
export interface ImportedExpense {
  line: number
  date: string
  name: string
  /** Its project’s name; null without one. */
  project: string | null
  quantity: number
  /** Of all units, in the smallest unit of the currency. */
  amount: number
  currency: string
}

/** Preview of an import. Nothing is written for it. */
export interface ImportPlan {
  /** Entries and expenses that would be created. */
  times: number
  expenses: number
  /** First and last day of them; null where there are none. */
  from: string | null
  to: string | null
  /** Seconds in the file and minutes after import, of those entries. */
  seconds: number
  minutes: number
  /** The expenses by currency, and the first of them. */
  amounts: ImportAmount[]
  firstExpenses: ImportedExpense[]
  /** Entries that will need a project or a task. */
  drafts: number
  names: ImportName[]
  /** Skipped: they exist in the store already, or an earlier import brought them. */
  here: number
  imported: number
  /** Skipped for another reason: the first of them, and how many. */
  left: ImportLine[]
  leftCount: number
  /** Imported although an equal line precedes it in the file: the first, and how many. */
  twice: ImportLine[]
  twiceCount: number
  /** Lines that cannot be imported: the first of them, and how many. */
  bad: ImportLine[]
  badCount: number
  /** How the file is interpreted, in plain words. */
  rules: string[]
  /** Columns of a table, for mapping them to fields. */
  columns: string[]
  /** The people in the file, where there are several: one has to be chosen before the import. */
  people: string[]
}

export interface ImportOutcome {
  /** The change that undo reverts; null where there was nothing to import. */
  change: number | null
  times: number
  expenses: number
}
