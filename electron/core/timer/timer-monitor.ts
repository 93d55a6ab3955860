/**
 * Monitors the running timer while an app is open: writes heartbeats and handles the operating
 * system's signals about the person's presence. It changes a run only where the person's settings
 * say so; otherwise the person is asked.
 */
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { MachineSettings, AbsencePolicy } from '#shared/ipc/settings.ts'
import type { ActionContext } from '../actions/change.ts'
import { runningTimer } from '../actions/timer-row.ts'
import type { Clock } from '../ports.ts'
import { earliestAbsence, shortestAbsence, toWatchedRun, type AbsenceCause } from './absences.ts'
import {
  writeHeartbeat,
  writeAbsenceStart,
  writeAbsenceEnd,
  writeSettled,
} from './presence-writes.ts'
import { stopTimer } from './timer-actions.ts'

/** Interval between two heartbeats of an app, milliseconds. */
export const heartbeatInterval = 30_000

export interface TimerMonitor {
  /** Handles a signal of the operating system. Resolves when its effects are committed. */
  handleSignal(signal: SystemSignal): Promise<void>
  /** Has to be called every `heartbeatInterval`. */
  tick(): Promise<void>
  /** Writes a heartbeat between two rounds. */
  beat(): Promise<void>
  /** Called when an account was opened: asks about time in which its timer ran without the app. */
  accountOpened(context: ActionContext): Promise<void>
  /**
   * Called before the account is closed in good order: its timer continues, and no question
   * follows.
   */
  accountLeaving(context: ActionContext): Promise<void>
  /** True while a signal says that no one is at the computer. */
  isAway(): boolean
}

export interface TimerMonitorOptions {
  clock: Clock
  settings(): MachineSettings
  /** The open account; null while there is none. */
  context(): ActionContext | null
  /** Notifies every window of the timer's state. */
  changed(): Promise<void>
}

/** Why the person is absent, as long as it lasts. */
type Reason = Exclude<AbsenceCause, 'restart' | 'gap'>

export function createTimerMonitor({
  clock,
  settings,
  context,
  changed,
}: TimerMonitorOptions): TimerMonitor {
  /** When each reason began, and whether it raises a question. */
  const reasons = new Map<Reason, { since: number; isAsked: boolean }>()
  /** The wall clock at the last round. */
  let seen: number | null = null
  /** When this program was about to end, as long as that can still be called off. */
  let ending: number | null = null
  let working: Promise<unknown> = Promise.resolve()

  function inTurn(run: () => Promise<void>): Promise<void> {
    const turn = working.then(run)
    working = turn.catch(() => undefined)
    return turn
  }

  const asks = () => [...reasons.values()].some(({ isAsked }) => isAsked)

  async function runAndNotify(run: (open: ActionContext) => Promise<boolean>): Promise<void> {
    const open = context()
    if (open && (await run(open))) await changed()
  }

  /** The person may have left. Returns whether to ask about it. */
  async function left(policy: AbsencePolicy, cause: AbsenceCause, at: number): Promise<boolean> {
    let isAsked = policy === 'ask'
    if (policy === 'keep') return false
    await runAndNotify(async (open) => {
      const timer = await runningTimer(open.db)
      if (!timer) return false
      // A timer with an open question is not stopped: the answer may be another one.
      if (policy === 'stop' && timer.away.length === 0) {
        return (await stopTimer(open, Math.max(at, timer.started_at))).ok
      }
      isAsked = true
      return writeAbsenceStart(open, cause, at)
    })
    return isAsked
  }

  const back = (at: number) =>
    asks() ? Promise.resolve() : runAndNotify((open) => writeAbsenceEnd(open, at))

  async function goes(reason: Reason, policy: AbsencePolicy): Promise<void> {
    if (reasons.has(reason)) return
    const since = clock.now()
    reasons.set(reason, { since, isAsked: await left(policy, reason, since) })
  }

  /**
   * @param settles true when the time that was counted must not be asked about for another reason
   */
  async function comes(reason: Reason, settles: boolean): Promise<void> {
    const known = reasons.get(reason)
    if (!known) return
    await gap()
    reasons.delete(reason)
    const now = clock.now()
    if (known.isAsked) await back(now)
    else if (settles && !asks()) await runAndNotify((open) => writeSettled(open, now))
    await beat()
  }

  async function input(idleSeconds: number): Promise<void> {
    const now = clock.now()
    const touched = now - idleSeconds * 1000
    await noticeWhatNobodyTold(touched)
    const { idleMinutes } = settings()
    if (reasons.has('idle')) {
      if (idleMinutes !== null && idleSeconds >= idleMinutes * 60) return
      reasons.delete('idle')
      await back(touched)
      return
    }
    if (idleMinutes === null || idleSeconds < idleMinutes * 60) return
    const open = context()
    const timer = open && (await runningTimer(open.db))
    if (!timer) return
    const since = Math.max(touched, earliestAbsence(toWatchedRun(timer, now)))
    if (now - since < idleMinutes * 60_000) return
    reasons.set('idle', { since, isAsked: await left('ask', 'idle', since) })
  }

  /**
   * Input shows that the computer has woken up, or did not shut down after all, without a signal.
   */
  async function noticeWhatNobodyTold(touched: number): Promise<void> {
    const isOver = (since: number | undefined | null) =>
      since !== undefined && since !== null && touched > since + shortestAbsence
    if (isOver(reasons.get('sleep')?.since)) await comes('sleep', true)
    if (!isOver(ending)) return
    ending = null
    await comes('shutdown', false)
  }

  /**
   * Handles a jump of the wall clock: the computer slept, this program was blocked, or the clock
   * was set forward.
   */
  async function gap(): Promise<void> {
    const now = clock.now()
    const since = seen
    seen = now
    if (since === null || now - since < heartbeatInterval + shortestAbsence) return
    if (reasons.has('sleep') || reasons.has('switch')) return
    const policy = settings().whenAsleep
    if (await left(policy, 'gap', since)) await back(now)
    else await runAndNotify((open) => writeSettled(open, now))
  }

  async function beat(): Promise<void> {
    const open = context()
    if (open && ending === null) await writeHeartbeat(open.db, clock.now())
  }

  async function round(): Promise<void> {
    await gap()
    await beat()
  }

  /** Writes the last heartbeat of this program, from which its next start asks, or does not. */
  async function ends(policy: AbsencePolicy, how: 'shutdown' | 'quit'): Promise<void> {
    if (ending !== null) return
    const since = clock.now()
    ending = how === 'quit' ? Infinity : since
    // After an orderly quit the next start asks, from the last heartbeat.
    if (how === 'shutdown' || policy === 'stop') {
      reasons.set('shutdown', { since, isAsked: await left(policy, 'shutdown', since) })
    }
    const open = context()
    if (open) await writeHeartbeat(open.db, policy === 'keep' ? null : since)
  }

  function heard(signal: SystemSignal): Promise<void> {
    const { whenAsleep, whenLocked, whenUserSwitched, whenShutDown, whenQuit } = settings()
    switch (signal.is) {
      case 'input':
        return input(signal.idleSeconds)
      case 'suspend':
        return goes('sleep', whenAsleep)
      case 'resume':
        return comes('sleep', true)
      case 'lock':
        return goes('lock', whenLocked)
      case 'unlock':
        return comes('lock', false)
      case 'user-left':
        return goes('switch', whenUserSwitched)
      case 'user-back':
        return comes('switch', true)
      case 'shutdown':
        return ends(whenShutDown, 'shutdown')
      case 'quit':
        return ends(signal.answered ? 'keep' : whenQuit, 'quit')
    }
  }

  return {
    handleSignal: (signal) => inTurn(() => heard(signal)),
    tick: () => inTurn(round),
    beat: () => inTurn(beat),
    accountOpened: (open) =>
      inTurn(async () => {
        const now = clock.now()
        const timer = await runningTimer(open.db)
        const beat = timer?.heartbeat_at ?? null
        if (beat !== null && now - beat >= shortestAbsence)
          await writeAbsenceStart(open, 'restart', beat)
        if (timer && !asks()) await writeAbsenceEnd(open, now)
        await writeHeartbeat(open.db, now)
        seen = now
      }),
    accountLeaving: (open) =>
      inTurn(async () => {
        if (ending === null) await writeHeartbeat(open.db, null)
      }),
    isAway: () => reasons.size > 0,
  }
}
