/**
 * Pulls what is due: the feed of changes where the service has one, otherwise windows, the widest
 * one alone.
 */
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { countTimesSince } from '../store/mapped-records.ts'
import { isAboutOneRecord, type SyncContext, type Trouble } from './sync-context.ts'
import { allDays, daysAsOf, isStale } from './as-of.ts'
import { expenseKind } from './adapters/expense-adapter.ts'
import { timeKind } from './adapters/time-adapter.ts'
import type { Memory } from './sync-checkpoint.ts'
import { pullCategories } from './pull-categories.ts'
import { manyEntries, pullEverything } from './pull-all-times.ts'
import { pullExpenses } from './pull-expenses.ts'
import { followFeed } from './pull-feed.ts'
import { pullWebhooks } from './pull-webhooks.ts'
import { pullWindow, type DayWindow } from './pull-window.ts'
import { pullByRank } from './pull-by-position.ts'
import { keep, keepDays, pullDays, writeKept, type DueOptions, type Reading } from './pull-run.ts'
import { isDue, markFor, nearDays, recentFrom, type DayRange, type Duty } from './schedule.ts'
import { settleGone } from './settle-tombstones.ts'

/** Milliseconds. A full read within a day of the last one needs only the day's backup. */
const day = 24 * 60 * 60_000

/** `beside`: the failure of a list that did not end the pass. */
export interface Read {
  ended: Trouble | null
  beside: Trouble | null
}

/** Pulls what is due. Sets the marks of `memory` as it proceeds, and stores them. */
export async function pullDue(
  context: SyncContext,
  memory: Memory,
  options: DueOptions,
): Promise<Read> {
  const now = context.clock.now()
  const reading: Reading = {
    context,
    memory,
    options,
    now,
    hasRead: false,
    hasAllChanges: false,
    isUnwritten: false,
    due: (duty) =>
      isDue(memory.marks, duty, now) ||
      (options.full && duty !== 'everything' && duty !== 'allExpenses') ||
      (options.retrying && duty === 'near') ||
      (options.wanted !== null &&
        (duty === 'expenses' || duty === 'expenseRanks') &&
        isStale(memory.whole.expense ?? null, now)),
    pull: (first) => ({ first, between: options.between }),
  }
  const read = await readDue(reading)
  if (read.ended === null && reading.hasRead) memory.lastSync = now
  // A stopped pass may have lost the lease, so another process may be writing the marks by now.
  if (read.ended?.is !== 'stopped') await writeKept(reading)
  return read
}

async function readDue(reading: Reading): Promise<Read> {
  const { context } = reading
  const followed = context.can.has('changes') ? await followFeed(reading) : 'not'
  if (followed !== 'done' && followed !== 'not') return { ended: followed, beside: null }
  const unsettled = await settleGone(context)
  if (unsettled) return { ended: unsettled, beside: null }
  const steps = followed === 'done' ? besideFeed : withoutFeed
  let beside: Trouble | null = null
  for (const { read, duties } of steps) {
    const trouble = await read(reading)
    if (!trouble) continue
    if (duties.length === 0 || !isAboutOneList(trouble)) return { ended: trouble, beside }
    beside = trouble
    postpone(reading, duties)
  }
  return { ended: null, beside }
}

/**
 * A read, and the duties that are postponed when its list cannot be read; times are never
 * postponed.
 */
interface ReadStep {
  read(reading: Reading): Promise<Trouble | null>
  duties: readonly Duty[]
}

const wide: readonly ReadStep[] = [
  { read: pullAllExpenses, duties: ['allExpenses', 'expenseRanks'] },
  { read: pullListedWebhooks, duties: ['webhooks'] },
]

const besideFeed: readonly ReadStep[] = [
  { read: pullCategoriesBesideFeed, duties: ['everything'] },
  { read: pullTimesBesideFeed, duties: [] },
  ...wide,
]

const withoutFeed: readonly ReadStep[] = [
  { read: pullWanted, duties: [] },
  { read: pullTimes, duties: [] },
  { read: pullChangedExpenses, duties: ['expenses'] },
  { read: pullListedCategories, duties: ['categories', 'eachCategory'] },
  ...wide,
]

/** Returns true when the service replies, but not usably for this list: the others can be read. */
const isAboutOneList = (trouble: Trouble): boolean =>
  isAboutOneRecord(trouble) && !('cause' in trouble && trouble.cause === 'portal')

/** Postpones the duties of a list that cannot be read, so that it holds nothing else up. */
function postpone(reading: Reading, duties: readonly Duty[]): void {
  const { memory, now } = reading
  for (const duty of duties) {
    if (reading.due(duty)) memory.marks[duty] = markFor(duty, now, false)
  }
  reading.isUnwritten = true
}

/**
 * Pulls the days of a report before what is scheduled, unless a read of everything includes them.
 */
async function pullWanted(reading: Reading): Promise<Trouble | null> {
  const { memory, options, now } = reading
  const { wanted } = options
  if (wanted === null || options.full || isDue(memory.marks, 'everything', now)) return null
  if (!isStale(daysAsOf(memory.days, wanted, now), now)) return null
  const pulled = await pullDays(reading, wanted, false)
  if (pulled.is !== 'pulled') return pulled
  await keep(reading, [], now)
  return null
}

async function pullTimes(reading: Reading): Promise<Trouble | null> {
  const { context, memory, options, now, due } = reading
  const { date: today } = civilAt(now, context.clock.zone())
  if (options.full || isDue(memory.marks, 'everything', now)) {
    const { everything } = memory.marks
    const isLong = (await countTimesSince(context.db, context.organisation, null)) > manyEntries
    if (isLong && (everything ?? 0) < now - day) await context.beforeLarge?.()
    const first = everything === undefined
    const pulled = await pullEverything(context, memory, { ...reading.pull(first), isLong, now })
    if (pulled.is !== 'pulled') return pulled
    const { sound, begunAt, resumed } = pulled
    if (sound) keepDays(reading, allDays, begunAt)
    await keep(reading, ['everything'], markFor('everything', sound ? begunAt : now, sound))
    if (!resumed) {
      await keep(reading, ['timeRanks', 'recent', 'near', 'watched'], now)
      return null
    }
    // The newer days may have changed while the rest was read: read them again. Counts reveal
    // deletions.
    for (const duty of ['timeRanks', 'recent', 'near', 'watched'] as const) {
      delete memory.marks[duty]
    }
  }
  if (due('timeRanks')) {
    const pulled = await pullByRank(context, timeKind, reading.pull(false))
    if (pulled.is !== 'pulled') return pulled
    await keep(reading, ['timeRanks'], markFor('timeRanks', now, pulled.sound))
  }
  const recent: DayRange = { from: recentFrom(today), to: addDays(today, 1) }
  const range = due('recent') ? recent : due('near') ? nearDays(today) : null
  if (range) {
    const pulled = await pullDays(reading, range, false)
    if (pulled.is !== 'pulled') return pulled
    if (due('recent')) await keep(reading, ['recent'], markFor('recent', now, pulled.sound))
    await keep(reading, ['near'], now)
  }
  if (options.watched && due('watched')) {
    const pulled = await pullDays(reading, options.watched, false)
    if (pulled.is !== 'pulled') return pulled
    await keep(reading, ['watched'], now)
  }
  return null
}

async function pullChangedExpenses(reading: Reading): Promise<Trouble | null> {
  const { context, memory, now, due, pull } = reading
  if (!due('expenses')) return null
  const first = memory.expenseCursor === null
  const read = await pullExpenses(context, memory.expenseCursor, pull(first))
  if (read.is !== 'read') return read
  memory.expenseCursor = read.cursor
  reading.hasAllChanges = read.sound
  if (first && read.sound) memory.whole.expense = now
  // A first read contains everything.
  const marks: Duty[] = ['expenses', ...(first ? (['expenseRanks', 'allExpenses'] as const) : [])]
  await keep(reading, read.cursor === null ? ['expenses'] : marks, now)
  return null
}

async function pullListedCategories(reading: Reading): Promise<Trouble | null> {
  const { context, memory, now, due, pull } = reading
  if (!due('categories')) return null
  const each = isDue(memory.marks, 'eachCategory', now)
  const first = memory.marks.categories === undefined
  const pulled = await pullCategories(context, { ...pull(first), each })
  if (pulled.is !== 'pulled') return pulled
  if (pulled.sound) memory.whole.category = now
  await keep(reading, ['categories'], markFor('categories', now, pulled.sound))
  if (each) await keep(reading, ['eachCategory'], markFor('eachCategory', now, pulled.sound))
  return null
}

/** Returns true when, with a feed, the lists are due to be read as a whole, which is rare. */
const isWholeDueBesideFeed = ({ context, memory, now }: Reading): boolean =>
  context.can.has('changes') && isDue(memory.marks, 'everything', now)

/**
 * Runs before the times, whose read sets the mark of `everything`: a failure here leaves it due.
 */
async function pullCategoriesBesideFeed(reading: Reading): Promise<Trouble | null> {
  if (!isWholeDueBesideFeed(reading)) return null
  const pulled = await pullCategories(reading.context, { ...reading.pull(false), each: true })
  return pulled.is === 'pulled' ? null : pulled
}

async function pullTimesBesideFeed(reading: Reading): Promise<Trouble | null> {
  return isWholeDueBesideFeed(reading) ? pullTimes(reading) : null
}

/** Pulls expenses that only counting, or reading everything, reveals. */
async function pullAllExpenses(reading: Reading): Promise<Trouble | null> {
  const { context, memory, now, due, pull } = reading
  if (isDue(memory.marks, 'allExpenses', now)) {
    const all: DayWindow = { is: 'since', from: null }
    const pulled = await pullWindow(context, expenseKind, all, pull(false))
    if (pulled.is !== 'pulled') return pulled
    if (pulled.sound) memory.whole.expense = now
    await keep(reading, ['allExpenses'], markFor('allExpenses', now, pulled.sound))
    await keep(reading, ['expenseRanks'], now)
  } else if (due('expenseRanks')) {
    const pulled = await pullByRank(context, expenseKind, pull(false))
    if (pulled.is !== 'pulled') return pulled
    // Changed and added expenses are here, so the counts revealed everything that was deleted.
    if (pulled.sound && reading.hasAllChanges) memory.whole.expense = now
    await keep(reading, ['expenseRanks'], markFor('expenseRanks', now, pulled.sound))
  }
  return null
}

async function pullListedWebhooks(reading: Reading): Promise<Trouble | null> {
  if (!reading.due('webhooks')) return null
  const pulled = await pullWebhooks(reading.context)
  if (pulled.is !== 'pulled') return pulled
  await keep(reading, ['webhooks'], markFor('webhooks', reading.now, pulled.sound))
  return null
}
