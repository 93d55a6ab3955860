/** What is parsed from a file of another program, in Stint's terms. */
import type { Text } from '#shared/sentences/sentence.ts'
import type { Segment } from '../../store/resources/segments.ts'

/** A project that entries name; matched with an existing one, or created. */
export interface ParsedProject {
  name: string
  /** Empty where the program has none. */
  code: string
  client: ParsedClient | null
  /** Further fields, for a project that is created. */
  content?: Record<string, unknown> | undefined
  /** Set by a file that numbers its projects: two with one name stay two. */
  key?: number | undefined
}

export interface ParsedClient {
  name: string
  code: string
  content?: Record<string, unknown> | undefined
  /** Set by a file that numbers its clients: two with one name and code stay two. */
  key?: number | undefined
}

export interface ParsedTask {
  name: string
  content?: Record<string, unknown> | undefined
  key?: number | undefined
}

export interface ParsedCharge extends ParsedTask {
  content: Record<string, unknown>
}

interface Place {
  /** Counted from 1. */
  line: number
}

export interface ParsedTime extends Place {
  is: 'time'
  date: string
  /** Minute of the day; null where the program stores none. */
  start: number | null
  seconds: number
  project: ParsedProject | null
  task: ParsedTask | null
  notes: string | null
  /** The original values, for Stint's own file. */
  as?: PortableTime
  /** The exact instants, where the program stores them. */
  segments?: readonly Segment[] | undefined
}

export interface PortableTime {
  quantity: number
  increment: number
  rate: number
  currency: string | null
  created_at: string | null
  updated_at: string | null
}

export interface ParsedExpense extends Place {
  is: 'expense'
  date: string
  name: string
  /**
   * The price where the expense is in this currency, which decides about decimal places; a text says
   * why the amount of the file is none in it.
   */
  priceIn(currency: string): ExpensePrice | string
  /** Null where the file does not say; then it is that of the project. */
  currency: string | null
  chargeable: boolean
  project: ParsedProject | null
  charge: ParsedCharge | null
  notes: string | null
  as?: Record<string, unknown>
}

export interface ExpensePrice {
  quantity: number
  /** Smallest unit of the currency, for each unit. */
  unit_charge: number
}

/** An expense whose currency is known. */
export interface PricedExpense extends Omit<ParsedExpense, 'priceIn'>, ExpensePrice {
  currency: string
}

/** A line that cannot be imported, with the reason in plain words. */
export interface UnreadableLine extends Place {
  is: 'bad'
  reason: string
}

/** A line that is deliberately not imported. */
export interface SkippedLine extends Place {
  is: 'left'
  reason: string
}

export type ParsedLine = ParsedTime | ParsedExpense | UnreadableLine | SkippedLine

/** The person's options for reading a file. */
export interface ImportReadOptions {
  /** Zone of the file's times; defaults to this computer's, in which they stay as they are. */
  zone?: string | undefined
  dates?: 'dmy' | 'mdy' | 'ymd' | undefined
  /** Decimal sign of the file's numbers; defaults to what they show. */
  decimal?: 'point' | 'comma' | undefined
  /** Currency of amounts where neither the file nor a project says; a shared sign, like $, means it. */
  currency?: string | undefined
  /** The person whose lines are imported, by name or address, from a file of several people. */
  person?: string | undefined
  /** Task of entries for which the file has none. */
  task?: string | undefined
  /** For a table of no known program: the column of each field. */
  columns?: Readonly<Record<string, string>> | undefined
}

export interface ImportEnvironment {
  zone: string
  now: number
}

/** Receives a file in chunks, and parses it once it is complete. */
export interface ImportReader {
  feed(text: string): void
  /** What is wrong with the file as a whole, in plain words; undefined when it can be read. */
  problem(): Text | undefined
  /** How the file is interpreted, in plain words. */
  rules(): string[]
  /** Names of the columns, for a table. */
  columns(): string[]
  /** The people to whom the lines belong, when the file names several. */
  people(): string[]
  readParsedLines(): Iterable<ParsedLine>
}
