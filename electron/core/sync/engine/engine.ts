/**
 * Runs one sync loop for each account, which sends what is unsent and keeps the visible data fresh.
 * plan.ts decides what a pass does, apply-remote.ts writes it, schedule.ts says when it runs.
 */
import type { Result } from '#shared/errors.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import type { SyncPass, SyncPhase, SyncReport, SyncStatus } from '#shared/ipc/call-results.ts'
import { countUnsent } from '../../store/sync/record-states.ts'
import type { SyncPorts } from '../pass/sync-context.ts'
import { completeAsOf, isStale, sumsAsOf } from '../decide/as-of.ts'
import { createPassRunner, type PassRunner } from './sync-pass.ts'
import type { PassCounts, PassKind, PassProblem, PassResult } from '../pass/pass-result.ts'
import { createSyncLogWriter } from './sync-log-writer.ts'
import { createStreamListener } from './stream-listener.ts'
import { createPacer } from '../http/pacer.ts'
import { readSyncPaused, writeSyncPaused } from '../pass/pause-setting.ts'
import { toSyncReport } from './sync-report.ts'
import { waitNoticingSuspend } from './suspend-aware-wait.ts'
import type { PullDateRange } from '../decide/schedule.ts'
import { createServiceClock } from '../http/service-clock.ts'
import { createRetryState } from './retry-state.ts'
import { createStatusReporter } from './status-reporter.ts'
import { formatSupportReport, type ProgramInfo } from './support-report.ts'
import { editDebounce, fullPullRetryDelay } from '../decide/sync-timings.ts'
import { passUntilSettled } from './pass-until-settled.ts'

export type { ServiceConnection } from '../http/service-client.ts'

export interface SyncEngine {
  /** Starts to sync automatically. */
  start(): void
  /** Stops: aborts the requests under way and waits for the current step. */
  stop(): Promise<void>
  /** Called after an edit, or when the computer or its network woke: syncs soon. */
  wake(): void
  /**
   * Runs one full pass now, also while automatic sync is paused or was never started. `wait` also
   * waits until the outcome of every request is known and what was changed before the call is sent.
   * Fails with `offline`, `unauthenticated`, `service`, `database`, or `conflict` where it was
   * stopped.
   */
  syncOnce(options: { wait: boolean }): Promise<Result<SyncReport>>
  /** Pauses automatic sync until `resume`, also across restarts. */
  pause(): Promise<SyncStatus>
  resume(): Promise<SyncStatus>
  /** Sets the days that a window shows; null when none does. */
  watch(range: PullDateRange | null): void
  /**
   * Returns as of when the sums of these days match the service, epoch milliseconds; null: less
   * than an hour ago; 0: some of the days were never read to the end. Days that are older are read
   * next.
   */
  sumsAsOf(range: PullDateRange): Promise<number | null>
  status(): Promise<SyncStatus>
  /** Returns what the last passes did, newest first. */
  log(limit: number): Promise<SyncPass[]>
  /**
   * Returns the state of sync as a text to pass on: without tokens and without what people wrote.
   */
  report(program: ProgramInfo): Promise<string>
}

/** Milliseconds until the next try after a mistake of ours. */
const mistakePause = 2_000
/** Longest pause, in milliseconds, so that a new token or a clock that was set back is noticed. */
const longestPause = 60_000
/** Shortest pause, in milliseconds, so that work that stays due does not block the process. */
const shortestPause = 250

/** Describes what keeps a pass from going on, such as a full disk. */
function toProblem(thrown: unknown): PassProblem {
  const failure = toStorageFailure(thrown)
  if (failure === undefined) {
    const why = 'Something went wrong in Stint. The report below helps to fix it'
    return { is: 'problem', cause: 'bug', why }
  }
  const cause = failure.code === 'conflict' ? 'other-records' : 'storage'
  return { is: 'problem', cause, why: failure.message }
}

const noCounts = (): PassCounts => ({ pushed: 0, pulled: 0, requests: 0 })

export function createSyncEngine(ports: SyncPorts): SyncEngine {
  const { db, clock, log } = ports
  let lifetime = new AbortController()
  let running: Promise<unknown> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let watched: PullDateRange | null = null
  let requested: PullDateRange | null = null
  /** The days that were requested last, and when, by the monotonic clock. */
  let lastRequest = { days: '', at: 0 }
  let woken = false
  let pause = new AbortController()

  const retryState = createRetryState(clock, ports.random)
  const serviceClock = createServiceClock(db)
  const syncLog = createSyncLogWriter(db, clock, log)

  /**
   * Replaces the phase by `paused`, or by `clock` when the clocks differ, while nothing is under
   * way.
   */
  async function atRest(phase: SyncPhase): Promise<SyncPhase> {
    if (phase.is === 'sending' || phase.is === 'fetching' || phase.is === 'signed-out') return phase
    if (await readSyncPaused(db)) return { is: 'paused' }
    const ahead = phase.is === 'idle' ? serviceClock.millisecondsAhead() : null
    return ahead === null ? phase : { is: 'clock', ahead }
  }
  const statusIn = async (phase: SyncPhase): Promise<SyncStatus> => {
    const { lastSync, ...memory } = await passRunner.memory()
    const lastComplete = completeAsOf(memory, clock.now())
    const counts = await countUnsent(db)
    return {
      phase: await atRest(phase),
      ...retryState.outages(),
      ...counts,
      lastSync,
      lastComplete,
    }
  }
  const show = createStatusReporter(statusIn, ports.onStatus)
  const passRunner: PassRunner = createPassRunner(ports, {
    signal: () => lifetime.signal,
    watched: () => watched,
    requested: () => requested,
    clearRequested(range) {
      if (requested === range) requested = null
    },
    show: show.showStep,
    retrying: () => retryState.millisecondsUntilRetry() !== null,
    pacer: createPacer(clock),
    serviceClock,
    recordOutcome: retryState.recordOutcome,
    /** Returns true once after each wake. */
    consumeWake() {
      const wasWoken = woken
      woken = false
      return wasWoken
    },
  })

  const listening = createStreamListener(ports, {
    mayListen: async () =>
      (await passRunner.memory()).capabilities.includes('changes') && !(await readSyncPaused(db)),
    cursor: async () => (await passRunner.memory()).changesCursor,
    onChange() {
      passRunner.noteFeedEvent()
      wake()
    },
  })

  const pass = (kind: PassKind, counts: PassCounts): Promise<PassResult> =>
    syncLog.follow(counts, async () => {
      try {
        await serviceClock.load()
        const ended = await passRunner.pass(kind, counts)
        await serviceClock.save()
        listening.lookAgain()
        return ended
      } catch (thrown) {
        const problem = toProblem(thrown)
        if (problem.cause === 'bug') throw thrown
        log.warn('a sync pass could not be finished', { why: String(thrown) })
        return problem
      }
    })

  /** Runs passes one after the other, regardless of their caller. */
  function exclusive<T>(run: () => Promise<T>): Promise<T> {
    const turn = queue.then(run, run)
    queue = turn.catch(() => {})
    return turn
  }

  /** Processes the outcome of a pass and shows it. A failure to show it is only logged. */
  async function settle(ended: PassResult, { pushed, pulled } = noCounts()): Promise<void> {
    const phase = retryState.phaseAfter(ended, pushed + pulled > 0)
    if (!phase || lifetime.signal.aborted) return
    await show.showResult(phase).catch((thrown: unknown) => {
      log.warn('couldn’t show the sync status', { why: String(thrown) })
    })
  }

  async function loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const milliseconds = await exclusive(() => turn(signal))
      await rest(Math.min(Math.max(milliseconds, shortestPause), longestPause), signal)
    }
  }

  /**
   * Runs one pass of the loop; returns how many milliseconds to wait after it. A bug in the pass
   * does not end the loop.
   */
  async function turn(signal: AbortSignal): Promise<number> {
    if (signal.aborted) return 0
    try {
      if (await readSyncPaused(db)) {
        await show.refresh()
        return longestPause
      }
      const counts = noCounts()
      const ended = await pass('due', counts)
      await settle(ended, counts)
      return retryState.millisecondsUntilRetry() ?? (await passRunner.untilNext())
    } catch (thrown) {
      log.warn('a sync pass threw', { why: String(thrown) })
      await settle(toProblem(thrown))
      return retryState.millisecondsUntilRetry() ?? mistakePause
    }
  }

  /** Waits, unless it is woken first. A wait that the service asked for is never cut short. */
  async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!woken) {
      pause = new AbortController()
      const either = AbortSignal.any([signal, pause.signal])
      // After a sleep the network is probably another one, so earlier failures do not count.
      if (await waitNoticingSuspend(clock, milliseconds, either)) woken = true
    }
    if (!woken) return
    await clock.sleep(Math.max(editDebounce, retryState.minimumWait()), signal)
  }

  function wake(): void {
    woken = true
    pause.abort('woken')
  }

  /**
   * Requests a read of these days, unless the same days were requested recently: days that cannot
   * be read to the end are not requested at every look.
   */
  function want(range: PullDateRange): void {
    const days = `${range.from} ${range.to}`
    if (lastRequest.days === days && clock.monotonic() - lastRequest.at < fullPullRetryDelay) return
    lastRequest = { days, at: clock.monotonic() }
    requested = range
    if (retryState.millisecondsUntilRetry() === null) pause.abort('woken')
  }

  async function setPause(paused: boolean): Promise<SyncStatus> {
    await writeSyncPaused(db, paused)
    if (paused) listening.interrupt()
    else wake()
    listening.lookAgain()
    await show.refresh()
    return show.status()
  }

  return {
    start() {
      if (running) return
      // The requests of an earlier start have ended: stop() waited for them.
      if (lifetime.signal.aborted) lifetime = new AbortController()
      const { signal } = lifetime
      running = Promise.all([loop(signal), listening.run(signal)])
    },
    async stop() {
      lifetime.abort()
      await running
      await queue
      await syncLog.flush()
      running = null
    },
    wake,
    syncOnce: ({ wait }) =>
      exclusive(async () => {
        const counts = noCounts()
        const again = (kind: PassKind) => pass(kind, counts)
        const { signal } = lifetime
        try {
          const first = await pass('full', counts)
          const waiting = { db, clock, signal, counts, pass: again }
          const ended = wait ? await passUntilSettled(first, waiting) : first
          await settle(ended)
          return toSyncReport(ended, counts, await countUnsent(db))
        } catch (thrown) {
          await settle(toProblem(thrown))
          throw thrown
        }
      }),
    pause: () => setPause(true),
    resume: () => setPause(false),
    watch(range) {
      const changed = JSON.stringify(range) !== JSON.stringify(watched)
      watched = range
      if (!range) return
      // The person is looking again: the network may be back, too.
      if (retryState.millisecondsUntilRetry() !== null) wake()
      if (changed) passRunner.refreshWatched()
      else passRunner.lookedAgain()
      pause.abort('woken')
    },
    async sumsAsOf(range) {
      const [memory, now] = [await passRunner.memory(), clock.now()]
      const asOf = sumsAsOf(memory, range, now)
      if (!isStale(asOf, now)) return null
      want(range)
      return asOf ?? 0
    },
    status: show.status,
    log: syncLog.last,
    report: async (program) =>
      formatSupportReport({
        program,
        now: clock.now(),
        connection: ports.connection,
        status: await show.status(),
        memory: await passRunner.memory(),
        passes: await syncLog.last(20),
        db,
      }),
  }
}
