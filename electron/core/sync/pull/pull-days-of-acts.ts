/**
 * Reads where the same act of another computer would be, before what it created here is sent (SYNC.md,
 * One act on two computers): what is found waits here for an answer, and only this computer asks.
 */
import { readDaysOfWaitingActs } from '../../store/acts/waiting-acts.ts'
import { daysAsOf } from '../decide/as-of.ts'
import { pullChangedExpenses } from './pull-due.ts'
import { pullFeed } from './pull-feed.ts'
import { createPullRun, pullSingleDays, writePendingCheckpoint, type PullRun } from './pull-run.ts'
import type { SyncCheckpoint } from '../pass/sync-checkpoint.ts'
import type { SyncContext, SyncFailure } from '../pass/sync-context.ts'
import { actSettles } from '../decide/sync-timings.ts'

/**
 * Reads the days of what acts created and what could not be sent at once, unless they were read just
 * now. A service with uids needs none of it. Returns the failure that ended it.
 */
export async function pullDaysOfActs(
  context: SyncContext,
  memory: SyncCheckpoint,
): Promise<SyncFailure | null> {
  if (context.capabilities.has('uid')) return null
  const now = context.clock.now()
  const moment = { now, before: now - actSettles }
  const times = await readDaysOfWaitingActs(context.db, 'time', moment)
  const expenses = await readDaysOfWaitingActs(context.db, 'expense', moment)
  if (times.length + expenses.length === 0) return null
  const run = createPullRun(context, memory, {
    full: false,
    retrying: false,
    watched: null,
    requested: null,
    between: () => Promise.resolve(null),
  })
  const reading = { ...run, due: () => true }
  const isOld = (at: number | null | undefined) => !at || at < moment.before || at > now
  const failure = await readDays(reading, { times, hasExpenses: expenses.length > 0, isOld })
  // A pass that was stopped ends without another write.
  if (failure?.is !== 'stopped') await writePendingCheckpoint(reading)
  return failure
}

interface WaitingActs {
  times: readonly string[]
  hasExpenses: boolean
  /** True for something that was read so long ago that it has to be read again. */
  isOld(at: number | null | undefined): boolean
}

async function readDays(
  reading: PullRun,
  { times, hasExpenses, isOld }: WaitingActs,
): Promise<SyncFailure | null> {
  const { context, memory, now } = reading
  if (context.capabilities.has('changes') && memory.changesCursor !== null) {
    if (!isOld(memory.marks.near)) return null
    const followed = await pullFeed(reading)
    if (followed !== 'not') return followed === 'done' ? null : followed
  }
  const days = times.filter((date) => isOld(daysAsOf(memory.days, { from: date, to: date }, now)))
  const isFirst = memory.marks.everything === undefined
  const pulled = await pullSingleDays(reading, days, isFirst)
  if (pulled.is !== 'pulled') return pulled
  // If the creates cannot be sent, the next passes need to know.
  if (days.length > 0) reading.isUnwritten = true
  return hasExpenses && isOld(memory.marks.expenses) ? pullChangedExpenses(reading) : null
}
