/**
 * Pulls what is due: the feed of changes where the service has one, otherwise windows, the widest
 * one alone.
 */
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { countTimesSince } from '../../store/sync/mapped-records.ts'
import { isRecordFailure, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import { allDays, daysAsOf, isStale } from '../decide/as-of.ts'
import { expenseAdapter } from '../records/expense-adapter.ts'
import { timeAdapter } from '../records/time-adapter.ts'
import type { SyncCheckpoint } from '../pass/sync-checkpoint.ts'
import { pullCategories } from './pull-categories.ts'
import { manyEntries, pullAllTimes } from './pull-all-times.ts'
import { pullExpenses } from './pull-expenses.ts'
import { pullFeed } from './pull-feed.ts'
import { pullWebhooks } from './pull-webhooks.ts'
import { pullWindow } from './pull-window.ts'
import { pullByPosition } from './pull-by-position.ts'
import {
  createPullRun,
  saveMarks,
  keepDays,
  pullTimesOfDays,
  writePendingCheckpoint,
  type PullDueOptions,
  type PullRun,
} from './pull-run.ts'
import {
  isJobDue,
  markAfterJob,
  nearDates,
  recentStart,
  type DateWindow,
  type PullDateRange,
  type PullJob,
} from '../decide/schedule.ts'
import { settleTombstones } from '../apply/settle-tombstones.ts'

/** Milliseconds. A full read within a day of the last one needs only the day's backup. */
const day = 24 * 60 * 60_000

/** `beside`: the failure of a list that did not end the pass. */
export interface PullDueResult {
  ended: SyncFailure | null
  beside: SyncFailure | null
}

/** Pulls what is due. Sets the marks of `memory` as it proceeds, and stores them. */
export async function pullDue(
  context: SyncContext,
  memory: SyncCheckpoint,
  options: PullDueOptions,
): Promise<PullDueResult> {
  const reading = createPullRun(context, memory, options)
  const read = await readDue(reading)
  if (read.ended === null && reading.hasRead) memory.lastSync = reading.now
  // A pass that was stopped ends without another write.
  if (read.ended?.is !== 'stopped') await writePendingCheckpoint(reading)
  return read
}

async function readDue(reading: PullRun): Promise<PullDueResult> {
  const { context } = reading
  const followed = context.capabilities.has('changes') ? await pullFeed(reading) : 'not'
  if (followed !== 'done' && followed !== 'not') return { ended: followed, beside: null }
  const unsettled = await settleTombstones(context)
  if (unsettled) return { ended: unsettled, beside: null }
  const steps = followed === 'done' ? besideFeed : withoutFeed
  let beside: SyncFailure | null = null
  for (const { read, jobs } of steps) {
    const failure = await read(reading)
    if (!failure) continue
    if (jobs.length === 0 || !isAboutOneList(failure)) return { ended: failure, beside }
    beside = failure
    postpone(reading, jobs)
  }
  return { ended: null, beside }
}

/**
 * A read, and the jobs that are postponed when its list cannot be read; times are never
 * postponed.
 */
interface ReadStep {
  read(reading: PullRun): Promise<SyncFailure | null>
  jobs: readonly PullJob[]
}

const wide: readonly ReadStep[] = [
  { read: pullAllExpenses, jobs: ['allExpenses', 'expenseRanks'] },
  { read: pullListedWebhooks, jobs: ['webhooks'] },
]

const besideFeed: readonly ReadStep[] = [
  { read: pullCategoriesBesideFeed, jobs: ['allCategories'] },
  { read: pullTimesBesideFeed, jobs: [] },
  ...wide,
]

const withoutFeed: readonly ReadStep[] = [
  { read: pullRequestedDays, jobs: [] },
  { read: pullTimes, jobs: [] },
  { read: pullChangedExpenses, jobs: ['expenses'] },
  { read: pullListedCategories, jobs: ['categories', 'eachCategory'] },
  ...wide,
]

/** Returns true when the service replies, but not usably for this list: the others can be read. */
const isAboutOneList = (failure: SyncFailure): boolean =>
  isRecordFailure(failure) && !('cause' in failure && failure.cause === 'portal')

/** Postpones the jobs of a list that cannot be read, so that it holds nothing else up. */
function postpone(reading: PullRun, jobs: readonly PullJob[]): void {
  const { memory, now } = reading
  for (const job of jobs) {
    if (reading.due(job)) memory.marks[job] = markAfterJob(job, now, false)
  }
  reading.isUnwritten = true
}

/**
 * Pulls the days of a report before what is scheduled, unless a read of everything includes them.
 */
async function pullRequestedDays(reading: PullRun): Promise<SyncFailure | null> {
  const { memory, options, now } = reading
  const { requested } = options
  if (requested === null || options.full || isJobDue(memory.marks, 'everything', now)) return null
  if (!isStale(daysAsOf(memory.days, requested, now), now)) return null
  const pulled = await pullTimesOfDays(reading, requested, false)
  if (pulled.is !== 'pulled') return pulled
  await saveMarks(reading, [], now)
  return null
}

async function pullTimes(reading: PullRun): Promise<SyncFailure | null> {
  const { context, memory, options, now, due } = reading
  const { date: today } = civilAt(now, context.clock.zone())
  if (options.full || isJobDue(memory.marks, 'everything', now)) {
    const { everything } = memory.marks
    const isLong = (await countTimesSince(context.db, context.organisation, null)) > manyEntries
    if (isLong && (everything ?? 0) < now - day) await context.beforeLarge?.()
    const first = everything === undefined
    const pulled = await pullAllTimes(context, memory, { ...reading.pull(first), isLong, now })
    if (pulled.is !== 'pulled') return pulled
    const { sound, begunAt, resumed } = pulled
    if (sound) keepDays(reading, allDays, begunAt)
    await saveMarks(
      reading,
      ['everything'],
      markAfterJob('everything', sound ? begunAt : now, sound),
    )
    if (!resumed) {
      await saveMarks(reading, ['timeRanks', 'recent', 'near', 'watched'], now)
      return null
    }
    // The newer days may have changed while the rest was read: read them again. Counts reveal
    // deletions.
    for (const job of ['timeRanks', 'recent', 'near', 'watched'] as const) {
      delete memory.marks[job]
    }
  }
  if (due('timeRanks')) {
    const pulled = await pullByPosition(context, timeAdapter, reading.pull(false))
    if (pulled.is !== 'pulled') return pulled
    await saveMarks(reading, ['timeRanks'], markAfterJob('timeRanks', now, pulled.sound))
  }
  const recent: PullDateRange = { from: recentStart(today), to: addDays(today, 1) }
  const range = due('recent') ? recent : due('near') ? nearDates(today) : null
  if (range) {
    const pulled = await pullTimesOfDays(reading, range, false)
    if (pulled.is !== 'pulled') return pulled
    if (due('recent'))
      await saveMarks(reading, ['recent'], markAfterJob('recent', now, pulled.sound))
    await saveMarks(reading, ['near'], now)
  }
  if (options.watched && due('watched')) {
    const pulled = await pullTimesOfDays(reading, options.watched, false)
    if (pulled.is !== 'pulled') return pulled
    await saveMarks(reading, ['watched'], now)
  }
  return null
}

export async function pullChangedExpenses(reading: PullRun): Promise<SyncFailure | null> {
  const { context, memory, now, due, pull } = reading
  if (!due('expenses')) return null
  const first = memory.expenseCursor === null
  const read = await pullExpenses(context, memory.expenseCursor, pull(first))
  if (read.is !== 'read') return read
  memory.expenseCursor = read.cursor
  reading.hasAllChanges = read.sound
  if (first && read.sound) memory.whole.expense = now
  // A first read contains everything.
  const jobs: PullJob[] = ['expenses', ...(first ? (['expenseRanks', 'allExpenses'] as const) : [])]
  await saveMarks(reading, read.cursor === null ? ['expenses'] : jobs, now)
  return null
}

async function pullListedCategories(reading: PullRun): Promise<SyncFailure | null> {
  const { context, memory, now, due, pull } = reading
  if (!due('categories')) return null
  const each = isJobDue(memory.marks, 'eachCategory', now)
  const first = memory.marks.categories === undefined
  const pulled = await pullCategories(context, { ...pull(first), each })
  if (pulled.is !== 'pulled') return pulled
  if (pulled.sound) memory.whole.category = now
  await saveMarks(reading, ['categories'], markAfterJob('categories', now, pulled.sound))
  if (each) {
    const mark = markAfterJob('eachCategory', now, pulled.sound)
    await saveMarks(reading, ['eachCategory'], mark)
    await saveMarks(reading, ['allCategories'], now)
  }
  return null
}

/** With a feed, the lists are read as a whole, which is rare. */
async function pullCategoriesBesideFeed(reading: PullRun): Promise<SyncFailure | null> {
  const { context, memory, now, pull } = reading
  if (!isJobDue(memory.marks, 'allCategories', now)) return null
  const pulled = await pullCategories(context, { ...pull(false), each: true })
  if (pulled.is !== 'pulled') return pulled
  const mark = markAfterJob('allCategories', now, pulled.sound)
  await saveMarks(reading, ['allCategories'], mark)
  return null
}

async function pullTimesBesideFeed(reading: PullRun): Promise<SyncFailure | null> {
  return isJobDue(reading.memory.marks, 'everything', reading.now) ? pullTimes(reading) : null
}

/** Pulls expenses that only counting, or reading everything, reveals. */
async function pullAllExpenses(reading: PullRun): Promise<SyncFailure | null> {
  const { context, memory, now, due, pull } = reading
  if (isJobDue(memory.marks, 'allExpenses', now)) {
    const all: DateWindow = { is: 'since', from: null }
    const pulled = await pullWindow(context, expenseAdapter, all, pull(false))
    if (pulled.is !== 'pulled') return pulled
    if (pulled.sound) memory.whole.expense = now
    await saveMarks(reading, ['allExpenses'], markAfterJob('allExpenses', now, pulled.sound))
    await saveMarks(reading, ['expenseRanks'], now)
  } else if (due('expenseRanks')) {
    const pulled = await pullByPosition(context, expenseAdapter, pull(false))
    if (pulled.is !== 'pulled') return pulled
    // Changed and added expenses are here, so the counts revealed everything that was deleted.
    if (pulled.sound && reading.hasAllChanges) memory.whole.expense = now
    await saveMarks(reading, ['expenseRanks'], markAfterJob('expenseRanks', now, pulled.sound))
  }
  return null
}

async function pullListedWebhooks(reading: PullRun): Promise<SyncFailure | null> {
  if (!reading.due('webhooks')) return null
  const pulled = await pullWebhooks(reading.context)
  if (pulled.is !== 'pulled') return pulled
  await saveMarks(reading, ['webhooks'], markAfterJob('webhooks', reading.now, pulled.sound))
  return null
}
