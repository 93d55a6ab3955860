/** What leaves and enters the program as files: the words that calls and the core share. */

export const exportedRecords = ['times', 'expenses'] as const
export type ExportedRecords = (typeof exportedRecords)[number]

export const exportFormats = ['csv', 'json', 'ics'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface ExportBegun {
  /** Names the export in the calls that follow. */
  export: number
  /** A name for the file, such as `times-2026-11-21.csv`. */
  name: string
  /** No more records than these will come: for showing how far it is. */
  atMost: number
}

export interface ExportPiece {
  /** The next piece of the file. */
  text: string
  /** Records so far. */
  rows: number
  /** True with the last piece. */
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

/** What a column of a table of no known program can be. */
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

/** A record that lines name. */
export interface ImportName {
  kind: 'project' | 'client' | 'task' | 'charge'
  /** As the file calls it. */
  name: string
  /** The local id and the name of what it is here; null: it is made. */
  local: number | null
  as: string
  /** What it was known by; null for one that is made. */
  by: 'code' | 'name' | null
  /** Lines that name it. */
  lines: number
  /** Of the entries among them: seconds in the file, and minutes here. */
  seconds: number
  minutes: number
}

/** A line and what is to be said about it. */
export interface ImportLine {
  line: number
  reason: string
}

/** What an import would do. Nothing is written for it. */
export interface ImportPlan {
  /** Entries and expenses that would be made. */
  times: number
  expenses: number
  /** First and last day of them; null where there are none. */
  from: string | null
  to: string | null
  /** Seconds in the file and minutes here, of those entries. */
  seconds: number
  minutes: number
  /** Entries that need a project or a task afterwards. */
  drafts: number
  names: ImportName[]
  /** Left out: they stand here already, or an earlier import brought them. */
  here: number
  imported: number
  /** Left out for another reason: the first of them, and how many. */
  left: ImportLine[]
  leftCount: number
  /** Made although an equal line stands before it in the file: the first, and how many. */
  twice: ImportLine[]
  twiceCount: number
  /** What cannot be taken in: the first of them, and how many. */
  bad: ImportLine[]
  badCount: number
  /** How the file is read, in plain words. */
  rules: string[]
  /** Columns of a table, for saying which is which. */
  columns: string[]
  /** Whose lines the file has, where of several: one has to be named before anything is made. */
  people: string[]
}

export interface ImportDone {
  /** The change that undo takes back; null where there was nothing to make. */
  change: number | null
  times: number
  expenses: number
}
