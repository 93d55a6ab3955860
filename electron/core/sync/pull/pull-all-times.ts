/**
 * Pulls every time, newest first. Since that may take long, its progress is stored, and a program
 * that was stopped, or lost its network, continues there.
 */
import type { SyncContext, SyncFailure } from '../pass/sync-context.ts'
import { timeAdapter } from '../records/time-adapter.ts'
import {
  writeSyncCheckpoint,
  type BegunReading,
  type SyncCheckpoint,
} from '../pass/sync-checkpoint.ts'
import { dateOfRecord, type RecordPage } from '../http/list-pages.ts'
import { pullWindow, type PullOutcome, type PullOptions } from './pull-window.ts'
import type { DateWindow } from '../decide/schedule.ts'
import { fullPullRestartAfter } from '../decide/sync-timings.ts'

/** Number of reads under way at once, until the service first asks for fewer. */
export const readsAtOnce = 4
/** More entries than this need more than about twenty requests. */
export const manyEntries = 2_000
/** Maximum number of pages to read again after a kill. */
const pagesBetweenNotes = 10

/**
 * `begunAt`: what the service had at that time is here. `resumed`: the newer days were read
 * earlier.
 */
export type PulledEverything = PullOutcome & { begunAt: number; resumed: boolean }

/**
 * Pulls all times, or continues an unfinished read.
 * @param options.isLong whether the number of requests warrants several at once
 * @param options.now when the read counts as begun
 */
export async function pullAllTimes(
  context: SyncContext,
  memory: SyncCheckpoint,
  options: PullOptions & { isLong: boolean; now: number },
): Promise<PulledEverything | SyncFailure> {
  const { now } = options
  const unfinished = goesOn(memory.begun, options.first, now) ? memory.begun : null
  const begunAt = unfinished?.at ?? now
  const note = async (begun: BegunReading | null) => {
    memory.begun = begun
    await writeSyncCheckpoint(context.db, memory)
  }
  const pulled = await pullWindow(context, timeAdapter, windowFrom(unfinished), {
    ...options,
    ...(options.isLong || options.first ? { concurrency: readsAtOnce } : {}),
    async applied({ page, records }: RecordPage) {
      const oldest = records.at(-1)
      if (page % pagesBetweenNotes === 0 && oldest) {
        await note({ page, date: dateOfRecord(oldest), at: begunAt })
      }
    },
  })
  if (pulled.is !== 'pulled') return pulled
  if (memory.begun) await note(null)
  return { ...pulled, begunAt, resumed: unfinished !== null }
}

/**
 * Returns true when an unfinished read can be continued: it began within the hour, or it is a first
 * read, in which nothing can be outdated.
 */
const goesOn = (begun: BegunReading | null, first: boolean, now: number): boolean =>
  begun !== null && (first || (begun.at <= now && now - begun.at < fullPullRestartAfter))

/**
 * Continues at the day on which the last page ended: records that were added or deleted in the
 * meantime have moved the rest to other pages.
 */
const windowFrom = (unfinished: BegunReading | null): DateWindow =>
  unfinished
    ? { is: 'between', from: '0000-01-01', to: unfinished.date, page: unfinished.page }
    : { is: 'since', from: null }
