/**
 * Sync: one loop for each account that sends what is unsent and keeps what is shown fresh. Each
 * pass holds the lease, so that one process syncs at a time; what a pass decides stands in
 * plan.ts, what it writes in apply-times.ts, when it runs in schedule.ts.
 */
import type { Result } from '#shared/errors.ts'
import type { SyncPhase, SyncReport, SyncStatus } from '#shared/ipc/views.ts'
import { nextQuarantineEnd } from '../store/attempts.ts'
import { unsentCounts } from '../store/sync-records.ts'
import type { SyncPorts } from './context.ts'
import { createCycle, type Cycle, type Counts, type Ended } from './cycle.ts'
import { reportOf } from './report.ts'
import { untilDue, type DayRange, type Duty } from './schedule.ts'
import { createSetbacks } from './setbacks.ts'
import { createShow } from './show.ts'
import { debounce } from './timing.ts'

export type { Connection } from './client.ts'

export interface Sync {
  /** Begins to sync by itself. */
  start(): void
  /** Ends it: aborts what is under way and waits for the step in hand. */
  stop(): Promise<void>
  /** An edit was made, or the machine woke: sync soon. */
  wake(): void
  /**
   * One full cycle now, also when nothing runs by itself. `wait` also waits until the outcome of
   * every request is known. Fails with `offline`, `unauthenticated`, `service`, or `conflict`
   * while another process syncs.
   */
  cycle(options: { wait: boolean }): Promise<Result<SyncReport>>
  /** The days that a window shows; null when none does. */
  watch(range: DayRange | null): void
  status(): Promise<SyncStatus>
}

/** While another process syncs, look again after so many milliseconds. */
const busyPause = 2_000
/** A pause is never longer, so that a new token or a clock that was put back is noticed. */
const longestPause = 60_000

export function createSync(ports: SyncPorts): Sync {
  const { db, clock, log } = ports
  let lifetime = new AbortController()
  let running: Promise<void> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let watched: DayRange | null = null
  let woken = false
  let pause = new AbortController()

  const setbacks = createSetbacks(ports.clock, ports.random)
  const statusIn = async (phase: SyncPhase): Promise<SyncStatus> => {
    const { lastSync } = await cycle.memory()
    return { phase, ...(await unsentCounts(db)), lastSync }
  }
  const show = createShow(statusIn, ports.onStatus)
  const cycle: Cycle = createCycle(ports, {
    owner: ports.random.token(12),
    signal: () => lifetime.signal,
    watched: () => watched,
    show: show.step,
    retrying: () => setbacks.remaining() !== null,
    /** True once after each wake. */
    takeWoken() {
      const was = woken
      woken = false
      return was
    },
  })

  /** Passes run one after the other, whoever asks for them. */
  function exclusive<T>(run: () => Promise<T>): Promise<T> {
    const turn = queue.then(run, run)
    queue = turn.catch(() => {})
    return turn
  }

  async function settle(ended: Ended): Promise<void> {
    const phase = setbacks.phaseAfter(ended)
    if (phase && !lifetime.signal.aborted) await show.rest(phase)
  }

  async function loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const milliseconds = await exclusive(() => turn(signal))
      await rest(Math.min(milliseconds, longestPause), signal)
    }
  }

  /** One pass of the loop; answers how long to rest after it. A bug in it does not end the loop. */
  async function turn(signal: AbortSignal): Promise<number> {
    if (signal.aborted) return 0
    try {
      const ended = await cycle.pass('due')
      await settle(ended)
      if (ended.is === 'busy') return busyPause
      return setbacks.remaining() ?? (await untilNext())
    } catch (thrown) {
      log.warn('A sync pass ended in the middle', { why: String(thrown) })
      setbacks.countBug()
      return setbacks.remaining() ?? busyPause
    }
  }

  async function untilNext(): Promise<number> {
    const { marks } = await cycle.memory()
    const duties: Duty[] = watched
      ? ['watched', 'near', 'recent', 'everything']
      : ['near', 'recent', 'everything']
    const quarantined = await nextQuarantineEnd(db)
    return Math.min(
      untilDue(marks, duties, clock.now()),
      quarantined === null ? Infinity : Math.max(0, quarantined - clock.now()),
    )
  }

  /** Waits, unless something happens first. What a service asked for is waited out. */
  async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!woken) {
      pause = new AbortController()
      await clock.sleep(milliseconds, AbortSignal.any([signal, pause.signal]))
    }
    if (!woken) return
    await clock.sleep(Math.max(debounce, setbacks.demanded()), signal)
  }

  return {
    start() {
      if (running) return
      // What a former life left under way has ended: stop() waited for it.
      if (lifetime.signal.aborted) lifetime = new AbortController()
      running = loop(lifetime.signal)
    },
    async stop() {
      lifetime.abort()
      await running
      await queue
      running = null
    },
    wake() {
      woken = true
      pause.abort()
    },
    cycle: ({ wait }) =>
      exclusive(async () => {
        const counts: Counts = { pushed: 0, pulled: 0, requests: 0 }
        let ended = await cycle.pass('full', counts)
        let until = wait ? await nextQuarantineEnd(db) : null
        while (ended.is === 'done' && until !== null) {
          await clock.sleep(Math.max(0, until - clock.now()), lifetime.signal)
          ended = await cycle.pass('sending', counts)
          until = await nextQuarantineEnd(db)
        }
        await settle(ended)
        return reportOf(ended, counts, await unsentCounts(db))
      }),
    watch(range) {
      const changed = JSON.stringify(range) !== JSON.stringify(watched)
      watched = range
      if (!range || !changed) return
      cycle.refreshWatched()
      pause.abort()
    },
    status: show.status,
  }
}
