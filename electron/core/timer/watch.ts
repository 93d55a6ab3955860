/**
 * Watches over the running timer while an app is open: signs of life, and what the system tells of
 * the person. Nothing of a run changes by it unless the person set so; else they are asked.
 */
import type { SystemSignal } from '#shared/ipc/desktop.ts'
import type { MachineSettings, WatchPolicy } from '#shared/ipc/settings.ts'
import type { ActionContext } from '../actions/change.ts'
import { runningTimer } from '../actions/timer-row.ts'
import type { Clock } from '../ports.ts'
import { floorOf, shortest, type Cause } from './away.ts'
import { writeHeartbeat, writeLeft, writeReturned, writeSettled } from './away-rows.ts'
import { stopTimer, watched } from './timer.ts'

/** How often an app gives a sign of life, milliseconds. */
export const heartbeatInterval = 30_000

export interface Watch {
  /** What the system tells. Resolves when what follows from it is committed. */
  notice(signal: SystemSignal): Promise<void>
  /** To be called every `heartbeatInterval`. */
  round(): Promise<void>
  /** A sign of life between two rounds. */
  beat(): Promise<void>
  /** An account was opened: asks where the app was gone while its timer ran. */
  opened(context: ActionContext): Promise<void>
  /** The account is left while all is well: its timer goes on, and nobody asks about that. */
  leaving(context: ActionContext): Promise<void>
  /** True while a signal says that nobody is here. */
  isAway(): boolean
}

export interface WatchOptions {
  clock: Clock
  settings(): MachineSettings
  /** The open account; null while there is none. */
  context(): ActionContext | null
  /** Tells every window how the timer stands now. */
  changed(): Promise<void>
}

/** Why nobody is here, as long as it lasts. */
type Reason = Exclude<Cause, 'restart' | 'gap'>

export function createWatch({ clock, settings, context, changed }: WatchOptions): Watch {
  /** Since when, and whether it is a reason to ask. */
  const reasons = new Map<Reason, { since: number; isAsked: boolean }>()
  /** The wall clock at the last round. */
  let seen: number | null = null
  /** When this program was about to end, and that much can still be called off. */
  let ending: number | null = null
  let working: Promise<unknown> = Promise.resolve()

  function inTurn(run: () => Promise<void>): Promise<void> {
    const turn = working.then(run)
    working = turn.catch(() => undefined)
    return turn
  }

  const asks = () => [...reasons.values()].some(({ isAsked }) => isAsked)

  async function telling(run: (open: ActionContext) => Promise<boolean>): Promise<void> {
    const open = context()
    if (open && (await run(open))) await changed()
  }

  /** Somebody may have gone; answers whether that is to be asked. */
  async function left(policy: WatchPolicy, cause: Cause, at: number): Promise<boolean> {
    let isAsked = policy === 'ask'
    if (policy === 'keep') return false
    await telling(async (open) => {
      const timer = await runningTimer(open.db)
      if (!timer) return false
      // What waits for an answer is not stopped over: the answer may be another one.
      if (policy === 'stop' && timer.away.length === 0) {
        return (await stopTimer(open, Math.max(at, timer.started_at))).ok
      }
      isAsked = true
      return writeLeft(open, cause, at)
    })
    return isAsked
  }

  const back = (at: number) =>
    asks() ? Promise.resolve() : telling((open) => writeReturned(open, at))

  async function goes(reason: Reason, policy: WatchPolicy): Promise<void> {
    if (reasons.has(reason)) return
    const since = clock.now()
    reasons.set(reason, { since, isAsked: await left(policy, reason, since) })
  }

  /** @param settles true where the time that was kept is not to be asked about for another reason */
  async function comes(reason: Reason, settles: boolean): Promise<void> {
    const known = reasons.get(reason)
    if (!known) return
    await gap()
    reasons.delete(reason)
    const now = clock.now()
    if (known.isAsked) await back(now)
    else if (settles && !asks()) await telling((open) => writeSettled(open, now))
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
    const since = Math.max(touched, floorOf(watched(timer, now)))
    if (now - since < idleMinutes * 60_000) return
    reasons.set('idle', { since, isAsked: await left('ask', 'idle', since) })
  }

  /** Somebody is at work, so the machine has woken up, or did not shut down after all. */
  async function noticeWhatNobodyTold(touched: number): Promise<void> {
    const isOver = (since: number | undefined | null) =>
      since !== undefined && since !== null && touched > since + shortest
    if (isOver(reasons.get('sleep')?.since)) await comes('sleep', true)
    if (!isOver(ending)) return
    ending = null
    await comes('shutdown', false)
  }

  /** The wall clock went on without this program: asleep, held up, or put forward. */
  async function gap(): Promise<void> {
    const now = clock.now()
    const since = seen
    seen = now
    if (since === null || now - since < heartbeatInterval + shortest) return
    if (reasons.has('sleep') || reasons.has('switch')) return
    const policy = settings().whenAsleep
    if (await left(policy, 'gap', since)) await back(now)
    else await telling((open) => writeSettled(open, now))
  }

  async function beat(): Promise<void> {
    const open = context()
    if (open && ending === null) await writeHeartbeat(open.db, clock.now())
  }

  async function round(): Promise<void> {
    await gap()
    await beat()
  }

  /** The last thing that is heard of this program: at its next start it asks from here, or not. */
  async function ends(policy: WatchPolicy, how: 'shutdown' | 'quit'): Promise<void> {
    if (ending !== null) return
    const since = clock.now()
    ending = how === 'quit' ? Infinity : since
    // Of a program that was ended in good order the next start asks, from its last sign of life.
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
    notice: (signal) => inTurn(() => heard(signal)),
    round: () => inTurn(round),
    beat: () => inTurn(beat),
    opened: (open) =>
      inTurn(async () => {
        const now = clock.now()
        const timer = await runningTimer(open.db)
        const beat = timer?.heartbeat_at ?? null
        if (beat !== null && now - beat >= shortest) await writeLeft(open, 'restart', beat)
        if (timer && !asks()) await writeReturned(open, now)
        await writeHeartbeat(open.db, now)
        seen = now
      }),
    leaving: (open) =>
      inTurn(async () => {
        if (ending === null) await writeHeartbeat(open.db, null)
      }),
    isAway: () => reasons.size > 0,
  }
}
