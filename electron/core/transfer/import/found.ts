/** What is found in a file of another program, in the words of this one. */

/** A record that entries name; matched with one that is here, or made. */
export interface NamedProject {
  name: string
  /** Empty where the program has none. */
  code: string
  client: NamedClient | null
  /** What else is known of it, for one that is made. */
  content?: Record<string, unknown> | undefined
  /** In a file that counts its projects: two of one name stay two. */
  key?: number | undefined
}

export interface NamedClient {
  name: string
  code: string
  content?: Record<string, unknown> | undefined
  /** In a file that counts its clients: two of one name and code stay two. */
  key?: number | undefined
}

export interface NamedTask {
  name: string
  content?: Record<string, unknown> | undefined
  key?: number | undefined
}

export interface NamedCharge extends NamedTask {
  content: Record<string, unknown>
}

interface Place {
  /** Counted from 1. */
  line: number
}

export interface FoundTime extends Place {
  is: 'time'
  date: string
  /** Minute of the day; null where the program keeps none. */
  start: number | null
  seconds: number
  project: NamedProject | null
  task: NamedTask | null
  notes: string | null
  /** As it stood where it came from, for Stint's own file. */
  as?: PortableTime
  /** The exact instants, where the program knows them. */
  segments?: readonly Ran[] | undefined
}

export interface PortableTime {
  quantity: number
  increment: number
  rate: number
  currency: string | null
  created_at: string | null
  updated_at: string | null
}

export interface Ran {
  started_at: number
  stopped_at: number
  zone: string
}

export interface FoundExpense extends Place {
  is: 'expense'
  date: string
  name: string
  quantity: number
  /** Smallest unit of `currency`, for each unit. */
  unit_charge: number
  currency: string | null
  chargeable: boolean
  project: NamedProject | null
  charge: NamedCharge | null
  notes: string | null
  as?: Record<string, unknown>
}

/** A line that cannot be taken in, and why: what is the matter, in plain words. */
export interface BadLine extends Place {
  is: 'bad'
  reason: string
}

/** A line that is not to be taken in. */
export interface LeftLine extends Place {
  is: 'left'
  reason: string
}

export type Found = FoundTime | FoundExpense | BadLine | LeftLine

/** What the person says about a file. */
export interface ReadingOptions {
  /** Zone of the file's hours; this machine's unless given: then they stay as they are. */
  zone?: string | undefined
  dates?: 'dmy' | 'mdy' | 'ymd' | undefined
  /** Whose lines are meant, by name or address, in a file of several people. */
  person?: string | undefined
  /** Task of entries for which the file has none. */
  task?: string | undefined
  /** Of a table of no known program: the column of each field. */
  columns?: Readonly<Record<string, string>> | undefined
}

export interface Machine {
  zone: string
  now: number
}

/** A file as it comes in, and what is found in it once all of it is there. */
export interface Source {
  feed(text: string): void
  /** What is wrong with the file as a whole, in plain words; undefined when it can be read. */
  problem(): string | undefined
  /** How it is read, in plain words. */
  rules(): string[]
  /** Names of the columns, of a table. */
  columns(): string[]
  /** Who the lines are of, where the file says and they are of several. */
  people(): string[]
  found(): Iterable<Found>
}
