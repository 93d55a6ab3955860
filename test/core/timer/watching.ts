/**
 * A running app as the timer sees it: a clock that only the test moves, with its rounds and
 * signals.
 */
import {
  createTimerMonitor,
  heartbeatInterval,
  type TimerMonitor,
} from '#core/timer/timer-monitor.ts'
import { pendingQuestion, toWatchedRun } from '#core/timer/absences.ts'
import { runningTimer } from '#core/actions/timer-row.ts'
import { startTimer } from '#core/timer/timer-actions.ts'
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import { machineDefaults, type MachineSettings } from '#shared/ipc/settings.ts'
import { unwrap } from '#shared/errors.ts'
import { testContext, testNow, type TestContext } from '../../support/store.ts'

export const minute = 60_000

export interface Watching {
  context: TestContext
  /** The minutes of an instant since the beginning. */
  minuteOf(instant: number): number
  notice(signal: SystemSignal | SystemSignal['is']): Promise<void>
  /** Lets this many minutes pass; the program gives its signs of life. */
  pass(minutes: number): Promise<void>
  /** Does the same without a touch; the system reports the idle time. */
  idle(minutes: number): Promise<void>
  /** Lets this many minutes pass without the program noticing. */
  frozen(minutes: number): void
  /** Continues as another process from here. */
  restart(): Promise<void>
  start(): Promise<void>
  timer(): ReturnType<typeof runningTimer>
  /** The open question, in minutes since the beginning. */
  question(): Promise<{ id: number; cause: string; from: number; to: number | null } | null>
  entries(): Promise<{ date: string; start: number; total: number; notes: string | null }[]>
  /** How often windows were notified. */
  told(): number
}

/** Starts with these settings of the machine; by default everything asks. */
export async function watching(over: Partial<MachineSettings> = {}): Promise<Watching> {
  const context = await testContext()
  const settings: MachineSettings = {
    ...machineDefaults,
    ...{ whenAsleep: 'ask', whenLocked: 'ask', whenUserSwitched: 'ask' },
    ...{ whenShutDown: 'ask', whenQuit: 'ask' },
    ...over,
  }
  let told = 0
  const opened = async (): Promise<TimerMonitor> => {
    const watch = createTimerMonitor({
      clock: context.clock,
      settings: () => settings,
      context: () => context,
      changed: () => Promise.resolve(void told++),
    })
    await watch.accountOpened(context)
    return watch
  }
  let watch = await opened()
  const later = (milliseconds: number) => context.clock.set(context.clock.now() + milliseconds)
  const minuteOf = (instant: number) => (instant - testNow) / minute
  const notice: Watching['notice'] = (signal) =>
    watch.handleSignal(typeof signal === 'string' ? ({ is: signal } as SystemSignal) : signal)
  const steps = (minutes: number) => Math.round((minutes * minute) / heartbeatInterval)
  return {
    context,
    minuteOf,
    notice,
    async pass(minutes) {
      for (let step = 0; step < steps(minutes); step++) {
        later(heartbeatInterval)
        await watch.tick()
      }
    },
    async idle(minutes) {
      for (let step = 1; step <= steps(minutes); step++) {
        later(heartbeatInterval)
        await watch.tick()
        await notice({ is: 'input', idleSeconds: (step * heartbeatInterval) / 1000 })
      }
    },
    frozen: (minutes) => later(minutes * minute),
    async restart() {
      watch = await opened()
    },
    async start() {
      unwrap(
        await startTimer(context, { project: context.web, task: context.design, notes: 'Hero' }),
      )
      await watch.tick()
    },
    timer: () => runningTimer(context.db),
    async question() {
      const timer = await runningTimer(context.db)
      const asked = timer && pendingQuestion(toWatchedRun(timer))
      if (!asked) return null
      const { id, cause, from, to } = asked
      return { id, cause, from: minuteOf(from), to: to === null ? null : minuteOf(to) }
    },
    entries: () =>
      context.db
        .selectFrom('time_entry')
        .select(['date', 'start', 'total', 'notes'])
        .orderBy('id')
        .execute(),
    told: () => told,
  }
}
