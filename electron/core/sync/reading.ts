/** What the steps of one reading share: what is due, and how its marks are kept. */
import { addDays } from '#shared/rules/calendar.ts'
import { countTimesSince } from '../store/mapped-records.ts'
import type { SyncContext, Trouble } from './context.ts'
import { timeKind } from './kinds/time.ts'
import { allDays, daysAsOf, withDays } from './as-of.ts'
import { writeMemory, type Memory } from './memory.ts'
import { manyEntries, readsAtOnce } from './pull-everything.ts'
import { pullWindow, type Pulled, type PullOptions } from './pull-window.ts'
import { windowsOf, type DayRange, type Duty } from './schedule.ts'
import { recentEvery } from './timing.ts'

export interface DueOptions {
  /** On request: everything is read. */
  full: boolean
  /** The last pass went wrong: only an answer shows that all is well again. */
  retrying: boolean
  watched: DayRange | null
  /** Days that somebody looks at the sums of: they are read first. */
  wanted: DayRange | null
  /** Runs between two pages: what cannot wait for a long list. */
  between(): Promise<Trouble | null>
}

export interface Reading {
  context: SyncContext
  memory: Memory
  options: DueOptions
  /** When the reading began, epoch milliseconds. */
  now: number
  /** Every expense that changed was read. */
  hasAllChanges: boolean
  /** Something was read. */
  hasRead: boolean
  /** Something of `memory` is to be written. */
  isUnwritten: boolean
  due(duty: Duty): boolean
  /** @param first its records are no news for the history */
  pull(first: boolean): PullOptions
}

/** What takes so long that a program which is killed after it does not do it again. */
const long: readonly Duty[] = ['everything', 'allExpenses']

/**
 * These were done at that time. It is written with the others when the reading ends, so that one
 * pass costs one write.
 */
export async function keep(reading: Reading, marks: readonly Duty[], at: number): Promise<void> {
  const { context, memory } = reading
  for (const mark of marks) memory.marks[mark] = at
  reading.hasRead = true
  // What was on screen at what time is not worth a write each time.
  if (marks.some((mark) => mark !== 'watched')) reading.isUnwritten = true
  if (marks.some((mark) => long.includes(mark))) await writeMemory(context.db, memory)
}

/** All entries of these days are here as of then. */
export function keepDays({ memory }: Reading, days: DayRange, at: number): void {
  memory.days = withDays(memory.days, { ...days, at })
}

/** Writes what is to be written when the reading ends. */
export async function writeKept(reading: Reading): Promise<void> {
  if (!reading.isUnwritten) return
  reading.isUnwritten = false
  await writeMemory(reading.context.db, reading.memory)
}

/** Brings the times of some days up to date. */
export async function pullDays(
  reading: Reading,
  range: DayRange,
  first: boolean,
): Promise<Pulled | Trouble> {
  const { context, memory, now, pull } = reading
  const rowsFrom = (day: string) => countTimesSince(context.db, context.organisation, day)
  const [since, after] = [await rowsFrom(range.from), await rowsFrom(addDays(range.to, 1))]
  const sideBySide = since - after > manyEntries ? { concurrency: readsAtOnce } : {}
  let sound = true
  const windows = windowsOf(range, since, after)
  for (const window of windows) {
    const options = { ...pull(first), ...sideBySide }
    const pulled = await pullWindow(context, timeKind, window, options)
    if (pulled.is !== 'pulled') return pulled
    sound &&= pulled.sound
  }
  if (sound) {
    // Days on screen are read all the time: when is not worth a write each time either.
    if (now - (daysAsOf(memory.days, range, now) ?? 0) >= recentEvery) reading.isUnwritten = true
    // The list from its newest entry shows all days to come as well.
    const to = windows.some(({ is }) => is === 'since') ? allDays.to : range.to
    keepDays(reading, { ...range, to }, now)
  }
  return { is: 'pulled', sound }
}
