/** What sync remembers of an account between passes and between processes. */
import type { Capability } from '#shared/resources/service-info.ts'
import type { Db } from '../store/db.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import type { DayRange, Marks } from './schedule.ts'

export interface Memory {
  marks: Marks
  /** What the service said that it can do beyond the specification. */
  capabilities: Capability[]
  /** When the last pass that read all that was due did so, epoch milliseconds. */
  lastSync: number | null
  /** Which days' times were read to the last entry, and when. */
  days: DaysRead[]
  /** When every expense, every category was read, or all that can have changed since. */
  whole: Partial<Record<'expense' | 'category', number>>
  /** The newest `updated_at` of expenses that a complete reading showed. */
  expenseCursor: string | null
  /** Where the feed of changes was read up to; null while it never was (capability `changes`). */
  changesCursor: string | null
  /** A reading of all entries that did not come to its end; null where none was begun. */
  begun: BegunReading | null
}

/** All entries of these days were read; `at`: when that was begun, epoch milliseconds. */
export interface DaysRead extends DayRange {
  at: number
}

/** How far a reading of all entries got, from the newest on. */
export interface BegunReading {
  /** The page that was applied last, of those that are noted, and the day on which it ends. */
  page: number
  date: string
  /** When it was begun, epoch milliseconds. */
  at: number
}

const key = 'sync'

const nothing: Memory = {
  marks: {},
  capabilities: [],
  lastSync: null,
  days: [],
  whole: {},
  expenseCursor: null,
  changesCursor: null,
  begun: null,
}

export const readMemory = async (db: Db): Promise<Memory> => ({
  ...nothing,
  ...(await readSetting<Partial<Memory>>(db, key, {})),
})

/** Which days a window shows is its process's own, and so is when they were read. */
export function writeMemory(db: Db, memory: Memory): Promise<void> {
  const { watched: _watched, ...marks } = memory.marks
  return writeSetting(db, key, { ...memory, marks })
}
