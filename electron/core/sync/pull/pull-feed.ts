/**
 * Follows the feed of changes (capability `changes`), which makes it unnecessary to read windows.
 */
import { civilAt } from '#shared/rules/calendar.ts'
import { readOpenCreates } from '../../store/sync/attempts.ts'
import type { Db } from '../../store/database/db.ts'
import { readTombstonesInInbox, recordOmission } from '../../store/sync/remote-tombstones.ts'
import { readMappedCategories, type MappedRecord } from '../../store/sync/mapped-records.ts'
import { allDays } from '../decide/as-of.ts'
import { commitSync, type SyncContext, type SyncFailure } from '../pass/sync-context.ts'
import type { SyncAdapter } from '../records/sync-adapter.ts'
import { syncAdapters } from '../records/sync-adapters.ts'
import { writeSyncCheckpoint } from '../pass/sync-checkpoint.ts'
import { pullChanges } from './pull-feed-changes.ts'
import { saveMarks, keepDays, pullTimesOfDays, type PullRun } from './pull-run.ts'
import { readEpoch, startOver } from '../pass/service-epoch.ts'
import { confirmAgain } from '../apply/confirm-records.ts'
import { findMissingBetween, filterMissing } from '../apply/missing-records.ts'
import { nearDates, type PullJob } from '../decide/schedule.ts'

/** Jobs that every read of the feed fulfills. */
const jobsOfEachRead: readonly PullJob[] = ['near', 'recent', 'watched', 'expenses', 'categories']
/**
 * Jobs that are pointless with a feed: counting and requesting each category find nothing new.
 */
const needlessJobs: readonly PullJob[] = ['timeRanks', 'expenseRanks', 'eachCategory']
/** Jobs that a first copy, which is every record there is, fulfills as well. */
const jobsOfFirstCopy: readonly PullJob[] = [
  ...needlessJobs,
  'everything',
  'allExpenses',
  'allCategories',
]

/**
 * Reads the feed when something is due: `done`. `not`: it cannot be followed now, and lists must be
 * read. Before the first read it pulls the near days, so that the app is useful after one page.
 */
export async function pullFeed(reading: PullRun): Promise<'done' | 'not' | SyncFailure> {
  const { context, memory, options, now, due } = reading
  if (!due('near') && !(options.watched && due('watched'))) return 'done'
  const first = memory.changesCursor === null
  // The record that a repeated create returns may have been deleted before a first copy, which
  // would leave it out, and no feed reports that deletion again.
  if (first && (await hasRepeatableCreate(context.db))) return 'not'
  const quiet = first && memory.marks.everything === undefined
  if (first && memory.marks.near === undefined) {
    const { date: today } = civilAt(now, context.clock.zone())
    const pulled = await pullTimesOfDays(reading, nearDates(today), true)
    if (pulled.is !== 'pulled') return pulled
  }
  const shown = { time: new Set<number>(), expense: new Set<number>(), category: new Set<number>() }
  // Taken after the list above, because a record in it may be deleted before the feed is requested.
  const requestedAt = context.clock.now()
  const pulled = await pullChanges(context, memory.changesCursor, {
    ...reading.pull(quiet),
    async keep(tx, next) {
      if (next === memory.changesCursor) return
      memory.changesCursor = next
      // Until the records that it left out are marked: if the pass ends before that, lists are
      // read.
      if (first) for (const job of jobsOfFirstCopy) if (memory.marks[job]) memory.marks[job] = 0
      await writeSyncCheckpoint(tx.trx, memory)
    },
    shown(resource, remote) {
      if (first) shown[resource].add(remote)
    },
  })
  if (pulled.is === 'start-over') {
    const { epoch } = memory
    const failure = epoch === null ? null : await readEpoch(context.client, memory)
    if (failure) return failure
    const isSetBack = memory.epoch !== epoch
    const unconfirmed = isSetBack ? await confirmAgain(context) : null
    if (unconfirmed) return unconfirmed
    startOver(memory)
    await writeSyncCheckpoint(context.db, memory)
    // Lists that change while they are read conceal what was lost. A first copy does not.
    return isSetBack ? pullFeed(reading) : 'not'
  }
  if (pulled.is !== 'pulled') return pulled
  if (pulled.whole) {
    keepDays(reading, allDays, now)
    memory.whole = { expense: now, category: now }
  }
  if (first && pulled.whole) {
    for (const adapter of Object.values(syncAdapters)) {
      await recordOmissions(context, adapter, shown[adapter.resource], requestedAt)
    }
    await saveMarks(reading, [...jobsOfEachRead, ...jobsOfFirstCopy], now)
  } else {
    await saveMarks(reading, due('near') ? [...jobsOfEachRead, ...needlessJobs] : ['watched'], now)
  }
  return 'done'
}

/** Returns true when a create is open that is sent again with its key and gets its first reply. */
async function hasRepeatableCreate(db: Db): Promise<boolean> {
  for (const { resource } of Object.values(syncAdapters)) {
    const open = await readOpenCreates(db, resource)
    if (open.some(({ idempotencyKey }) => idempotencyKey !== null)) return true
  }
  return false
}

/**
 * Marks the records that a first copy left out. Those were deleted before it, which the feed never
 * reports again. So each record that it lacks is marked, and removed once its own URL reports it
 * missing, too; records that the person was asked about are known to be deleted, because their URLs
 * have reported that.
 */
async function recordOmissions(
  context: SyncContext,
  adapter: SyncAdapter,
  shown: ReadonlySet<number>,
  startedAt: number,
): Promise<void> {
  const deleted = (await readTombstonesInInbox(context.db, adapter.resource))
    .filter(({ remote }) => !shown.has(remote))
    .map(({ local }) => ({ local, tombstone: 1 }) as const)
  const missing = (await missingFrom(context, adapter, shown, startedAt)).map(
    ({ local }) => ({ local, tombstone: 2 }) as const,
  )
  await context.applyBatcher.each([...deleted, ...missing], (piece) =>
    commitSync(context, async (tx) => {
      for (const { local, tombstone } of piece) {
        await recordOmission(tx.trx, adapter.resource, local, tombstone)
      }
    }),
  )
}

async function missingFrom(
  context: SyncContext,
  adapter: SyncAdapter,
  shown: ReadonlySet<number>,
  startedAt: number,
): Promise<MappedRecord[]> {
  if (adapter.resource !== 'category') {
    const everything = { from: null, to: null }
    return (await findMissingBetween(context, adapter, everything, shown, startedAt)).missing
  }
  const mapped = await readMappedCategories(context.db, context.organisation)
  return filterMissing(mapped, shown, { startedAt, now: context.clock.now() })
}
