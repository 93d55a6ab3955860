/**
 * Runs one pass: reads the service's capabilities and its reference records, sends, then pulls the
 * windows that are due.
 */
import type { SyncPhase } from '#shared/ipc/call-results.ts'
import { maximum, minimum } from '#shared/rules/extremes.ts'
import {
  restartQuarantines,
  shiftQuarantines,
  nextQuarantineEnd,
  quarantineOpenAttempts,
} from '../../store/sync/attempts.ts'
import { hasSettleableTombstone } from '../../store/sync/remote-tombstones.ts'
import { isAnythingKnown } from '../../store/sync/record-identity.ts'
import { prolongWatches } from '../../store/sync/resent-creates.ts'
import { hasSendableRecord, nextDeletionDue } from '../../store/sync/send-queue.ts'
import { readServiceInfo } from '../http/check-service.ts'
import { confirmAgain, confirmService, readDateTrust } from '../apply/confirm-records.ts'
import { createServiceClient } from '../http/service-client.ts'
import {
  isRecordFailure,
  requireRoom,
  type SyncContext,
  type SyncPorts,
  type SyncFailure,
} from '../pass/sync-context.ts'
import { createRecentRemovals } from '../pass/recent-removals.ts'
import {
  readSyncCheckpoint,
  writeSyncCheckpoint,
  type SyncCheckpoint,
} from '../pass/sync-checkpoint.ts'
import type { Pacer } from '../http/pacer.ts'
import { failedPass, type PassCounts, type PassResult, type PassKind } from '../pass/pass-result.ts'
import { createBatcher } from '../pass/batcher.ts'
import { pullDaysOfActs } from '../pull/pull-days-of-acts.ts'
import { pullDue } from '../pull/pull-due.ts'
import { pushRecords } from '../push/push.ts'
import type { ServiceClock } from '../http/service-clock.ts'
import { noteEpoch } from '../pass/service-epoch.ts'
import { OutdatedReferences } from '../../store/sync/upsert-references.ts'
import { fetchProjectDetails, pullReferences } from '../pull/pull-references.ts'
import {
  isJobDue,
  recurringJobs,
  millisecondsUntilDue,
  watchedPause,
  type PullDateRange,
} from '../decide/schedule.ts'
import {
  commitBatchSize,
  clockJumpThreshold,
  applyBatchSize,
  quarantineLength,
  referenceIntervalWithFeed,
  serviceInfoRetryDelay,
  serviceInfoInterval,
} from '../decide/sync-timings.ts'

/**
 * Milliseconds for which an address that showed a known record is trusted. After that, it has to
 * show one before anything is sent: it may lead to another organization's service by now.
 */
const confirmationLifetime = 10 * 60_000
/** For so long, a few records suffice to tell that it still leads there, milliseconds. */
const elsewhereLifetime = 60 * 60_000

export interface PassHost {
  /** Aborted when the engine is stopped. */
  signal(): AbortSignal
  watched(): PullDateRange | null
  /** Days whose sums the person is looking at, until a pass has read them. */
  requested(): PullDateRange | null
  /** Called when the requested days were read as far as possible. */
  clearRequested(range: PullDateRange | null): void
  /** Returns true once after each wake. */
  consumeWake(): boolean
  /**
   * Returns true while the last pass failed: only a reply shows that the service can be reached
   * again.
   */
  retrying(): boolean
  show(phase: SyncPhase, reached: boolean): Promise<void>
  /** Limits how fast requests follow each other, across passes. */
  pacer: Pacer
  /** `offset` and `created` are for the context; loaded before a pass, saved after it. */
  serviceClock: ServiceClock
  /** Called when one half of a pass ended, with its failure, or null. */
  recordOutcome(half: 'sending' | 'fetching', failure: SyncFailure | null): void
}

export interface PassRunner {
  pass(kind: PassKind, counts?: PassCounts): Promise<PassResult>
  /**
   * Milliseconds until the next automatic work: a scheduled pull, the end of a quarantine, a
   * deletion whose grace is over.
   */
  untilNext(): Promise<number>
  /** Marks the watched days as never read. */
  refreshWatched(): void
  /** Notes that the person looks at the watched days again: they are read often again. */
  lookedAgain(): void
  /** Notes that the service reported a change: the next pass reads the near days. */
  noteFeedEvent(): void
  /** Returns the stored checkpoint, with the marks that only this process has. */
  memory(): Promise<SyncCheckpoint>
}

export function createPassRunner(ports: SyncPorts, host: PassHost): PassRunner {
  const { db, clock, connection, organisation, log } = ports
  const deepened = new Set<number>()
  const recentRemovals = createRecentRemovals(clock)
  const stuck = new Set<string>()
  const pieces = createBatcher(clock, applyBatchSize)
  const batches = createBatcher(clock, commitBatchSize)
  let hasBegun = false
  let refused: { url: string; token: string; reply: SyncFailure } | null = null
  /** Wall clock minus monotonic clock: a change of it is a jump. */
  let aheadOfMonotonic = clock.now() - clock.monotonic()
  /**
   * When the watched days were read last. Only in memory: the mark is not worth a write each time.
   */
  let watchedAt: number | undefined
  /** Since when no pass has found a change. */
  let quietSince = clock.now()
  let lastSync: number | null = null
  /** When the service last showed a known record, by the monotonic clock. */
  let confirmedAt = -Infinity
  let elsewhere: { why: string; at: number } | null = null
  let hasFeedEvent = false

  /** Returns the milliseconds until the watched days are read again. */
  function untilWatched(now: number): number {
    if (host.watched() === null) return Infinity
    if (watchedAt === undefined || watchedAt > now) return 0
    return Math.max(0, watchedAt + watchedPause(watchedAt - quietSince) - now)
  }

  async function memory(): Promise<SyncCheckpoint> {
    const stored = await readSyncCheckpoint(db)
    const marks = { ...stored.marks }
    if (watchedAt !== undefined) marks.watched = watchedAt
    const ends = [stored.lastSync, lastSync].filter((end) => end !== null)
    return { ...stored, marks, lastSync: ends.length > 0 ? maximum(ends) : null }
  }

  async function pass(
    kind: PassKind,
    counts: PassCounts = { pushed: 0, pulled: 0, requests: 0 },
  ): Promise<PassResult> {
    host.consumeWake()
    const signal = host.signal()
    const token = await connection.token()
    if (signal.aborted) return failedPass({ is: 'stopped' })
    if (token === null) return failedPass({ is: 'signed-out', noToken: true })
    const isRefused = refused?.token === token && refused.url === connection.url
    if (kind === 'due' && refused && isRefused) return failedPass(refused.reply)
    if (kind === 'due' && !(await isAnythingDue())) return { is: 'done', passed: null }
    const ended = await runUpToDate(kind, token, counts)
    const reply = ended.is === 'failed' ? ended.failure : null
    refused = reply?.is === 'signed-out' ? { url: connection.url, token, reply } : null
    return ended
  }

  /** Only their own lists tell a renamed reference from another one that has its id by now. */
  async function runUpToDate(...pass: Parameters<typeof run>): Promise<PassResult> {
    try {
      return await run(...pass)
    } catch (thrown) {
      if (!(thrown instanceof OutdatedReferences)) throw thrown
      const { marks } = await memory()
      marks.reference = 0
      return run(...pass)
    }
  }

  async function isAnythingDue(): Promise<boolean> {
    if (host.retrying() || hasFeedEvent || host.requested() !== null) return true
    const checkpoint = await memory()
    const now = clock.now()
    return (
      untilWatched(now) === 0 ||
      recurringJobs.some((job) => isJobDue(checkpoint.marks, job, now)) ||
      isReferenceDue(checkpoint, now) ||
      (await hasSendableRecord(db, now)) ||
      hasSettleableTombstone(db)
    )
  }

  async function untilNext(): Promise<number> {
    // Reported during the pass, when the affected lists may have been requested already.
    if (hasFeedEvent) return 0
    if (host.requested() !== null) return 0
    const { marks } = await memory()
    const now = clock.now()
    const ends = [await nextQuarantineEnd(db), await nextDeletionDue(db)]
    return Math.min(
      untilWatched(now),
      millisecondsUntilDue(marks, recurringJobs, now),
      minimum(ends.map((end) => (end === null ? Infinity : Math.max(0, end - now)))),
    )
  }

  async function run(kind: PassKind, token: string, counts: PassCounts): Promise<PassResult> {
    const jump = clock.now() - clock.monotonic() - aheadOfMonotonic
    aheadOfMonotonic += jump
    // A clock that was set back shortens no wait; the calls below keep it from making one endless.
    if (jump > clockJumpThreshold) {
      await shiftQuarantines(db, Math.round(jump))
      await prolongWatches(db, Math.round(jump))
    }
    if (!hasBegun) await restartQuarantines(db, clock.now(), quarantineLength)
    hasBegun = true
    await quarantineOpenAttempts(db, clock.now(), quarantineLength)
    let reached = false
    const client = createServiceClient({
      http: async (request) => {
        const outcome = await ports.http(request)
        if (outcome.is === 'answer') reached = true
        return outcome
      },
      clock,
      connection,
      token,
      signal: host.signal(),
      counted: () => counts.requests++,
      pacer: host.pacer,
      dated: host.serviceClock.noteDateHeader,
    })
    const checkpoint = await memory()
    const now = clock.now()

    const asksInfo = kind !== 'sending' && isJobDue(checkpoint.marks, 'info', now)
    let isSetBack = false
    if (asksInfo) {
      const says = await readServiceInfo(client)
      if (says.is !== 'answer') {
        checkpoint.capabilities = says.is === 'info' ? says.capabilities : []
        isSetBack = says.is === 'info' && says.epoch !== null && noteEpoch(checkpoint, says.epoch)
        checkpoint.marks.info = now
        if (!isSetBack) await writeSyncCheckpoint(db, checkpoint)
      } else if (says.answer.is !== 'signed-out' && !isRecordFailure(says.answer)) {
        return failedPass(says.answer)
      }
    }
    const context: SyncContext = {
      db,
      clock,
      log,
      organisation,
      client,
      random: ports.random,
      applyBatcher: pieces,
      commitBatcher: batches,
      capabilities: new Set(checkpoint.capabilities),
      lost: () => checkpoint.lost,
      onRequest: kind !== 'due',
      recentlyWritten: new Set(),
      areReferencesCurrent: kind === 'sending' || !checkpoint.capabilities.includes('reference'),
      upsertedReferences: new Map(),
      dates: {
        trust: await readDateTrust(db),
        isSettled: false,
        isConfirmed: () => clock.monotonic() - confirmedAt < confirmationLifetime,
        confirm: () => {
          confirmedAt = clock.monotonic()
          elsewhere = null
        },
        doubt: () => (confirmedAt = -Infinity),
        elsewhere: () =>
          elsewhere && clock.monotonic() - elsewhere.at < elsewhereLifetime ? elsewhere.why : null,
        noteElsewhere: (why) => (elsewhere = { why, at: clock.monotonic() }),
      },
      recentRemovals,
      stuck,
      counts,
      clockOffset: host.serviceClock.offset,
      noteServiceTimestamp: host.serviceClock.noteCreation,
      notifyChanged: ports.onChange,
      beforeLarge: ports.beforeLargePull,
      hasRoom: ports.hasRoom,
      showPhase: (phase) => host.show(phase, reached),
    }
    if (isSetBack) {
      const failure = await confirmAgain(context)
      if (failure) return failedPass(failure)
      await writeSyncCheckpoint(db, checkpoint)
    }

    // Skipped when the disk is almost full, so that unsent changes are still sent.
    const hasRoom = ports.hasRoom?.() !== false
    // What changed there since may concern what is to be sent.
    let readsFirst =
      kind !== 'sending' && hasRoom && !context.dates.isConfirmed() && (await isAnythingKnown(db))
    if (kind !== 'sending' && checkpoint.capabilities.includes('reference') && hasRoom) {
      const isRequested = kind === 'full' && !checkpoint.capabilities.includes('changes')
      if (isRequested || isReferenceDue(checkpoint, now)) {
        const failure = (await confirmService(context)) ?? (await pullReferences(context))
        if (failure) return failedPass(failure)
        checkpoint.marks.reference = now
        context.areReferencesCurrent = true
        await writeSyncCheckpoint(db, checkpoint)
      }
    }
    let passed: SyncFailure | null = null
    /**
     * Sends what is unsent. A failure of single records does not end the pass; they are tried again
     * later.
     */
    async function send(): Promise<SyncFailure | null> {
      const failure = await pushRecords(context)
      host.recordOutcome('sending', failure)
      if (failure && !isRecordFailure(failure)) return failure
      passed = failure
      return null
    }
    const unread = hasRoom ? await pullDaysOfActs(context, checkpoint) : null
    if (isFinal(unread)) return failedPass(unread)
    if (!readsFirst) {
      const unsent = await send()
      if (unsent) return failedPass(unsent)
    }

    if (kind !== 'sending') {
      requireRoom(context)
      const expectant = host.retrying() || hasFeedEvent
      hasFeedEvent = false
      const requested = host.requested()
      const { ended, beside } = await pullDue(context, checkpoint, {
        full: kind === 'full',
        retrying: expectant,
        watched: kind === 'full' || untilWatched(clock.now()) === 0 ? host.watched() : null,
        requested,
        // Sends edits in between, so that they do not wait for a long list.
        between: async () => {
          if (!readsFirst) return host.consumeWake() ? send() : null
          if (!context.dates.isConfirmed()) return null
          readsFirst = false
          return send()
        },
      })
      watchedAt = checkpoint.marks.watched
      if (counts.pulled + counts.pushed > 0) quietSince = clock.now()
      lastSync = checkpoint.lastSync
      host.recordOutcome('fetching', ended ?? beside)
      // A service whose lists fail still takes what is sent.
      if (readsFirst && !isFinal(ended)) {
        const unsent = await send()
        if (unsent) return failedPass(unsent)
      }
      if (ended) return failedPass(ended)
      host.clearRequested(requested)
      if (!checkpoint.capabilities.includes('reference')) {
        const failure = await fetchProjectDetails(context, deepened)
        if (failure) return failedPass(failure)
      }
    }
    if (asksInfo && checkpoint.marks.info !== now) {
      // The service works, but not at this endpoint: there is no need to request it every time.
      checkpoint.marks.info = now - serviceInfoInterval + serviceInfoRetryDelay
      await writeSyncCheckpoint(db, checkpoint)
    }
    return { is: 'done', passed }
  }

  return {
    pass,
    untilNext,
    refreshWatched() {
      watchedAt = undefined
      quietSince = clock.now()
    },
    lookedAgain() {
      quietSince = clock.now()
    },
    noteFeedEvent() {
      hasFeedEvent = true
    },
    memory,
  }
}

/** True for a failure after which nothing else is worth a request. */
const isFinal = (ended: SyncFailure | null): ended is SyncFailure =>
  ended !== null && ['stopped', 'signed-out', 'retry'].includes(ended.is)

/**
 * Returns true when the reference lists are due. With a feed they are read rarely, because they
 * only repeat what the feed has shown.
 */
function isReferenceDue({ marks, capabilities }: SyncCheckpoint, now: number): boolean {
  if (!capabilities.includes('reference') || !isJobDue(marks, 'reference', now)) return false
  if (!capabilities.includes('changes')) return true
  const doneAt = marks.reference
  return doneAt === undefined || doneAt > now || now - doneAt >= referenceIntervalWithFeed
}
