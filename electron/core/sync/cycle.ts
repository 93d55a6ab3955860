/** One pass: what the service can do, reference records, sending, then the windows that are due. */
import type { SyncPhase } from '#shared/ipc/views.ts'
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { quarantineOpenAttempts } from '../store/attempts.ts'
import { countTimesSince, isAnythingSendable } from '../store/time-records.ts'
import { readServiceInfo } from './check.ts'
import { createClient } from './client.ts'
import type { SyncContext, SyncPorts, Trouble } from './context.ts'
import { holdLease, type HeldLease } from './lease.ts'
import { readMemory, writeMemory, type Memory } from './memory.ts'
import type { Window } from './pages.ts'
import { pullWindow } from './pull-times.ts'
import { isAboutOneRecord, pushTimes } from './push-times.ts'
import { deepenProjects, pullReference } from './reference.ts'
import { isDue, nearDays, recentFrom, windowsOf, type DayRange, type Duty } from './schedule.ts'
import {
  everythingAgain,
  everythingEvery,
  leasePatience,
  leasePoll,
  quarantine,
  serviceInfoAgain,
  serviceInfoEvery,
} from './timing.ts'

/** How a pass ended. `passed`: trouble with single records that did not end it. */
export type Ended =
  | { is: 'done'; passed: Trouble | null }
  /** Another process syncs. */
  | { is: 'busy' }
  | { is: 'trouble'; trouble: Trouble }

export interface Counts {
  pushed: number
  pulled: number
  requests: number
}

/** `due`: what is due by itself. `full`: on request. `sending`: only what is unsent. */
export type PassKind = 'due' | 'full' | 'sending'

export interface CycleHost {
  /** Names this process in the lease. */
  owner: string
  /** Aborted when the engine is stopped. */
  signal(): AbortSignal
  watched(): DayRange | null
  /** True once after each wake. */
  takeWoken(): boolean
  /** True while the last pass went wrong: only an answer shows that all is well again. */
  retrying(): boolean
  show(phase: SyncPhase, reached: boolean): Promise<void>
}

export interface Cycle {
  pass(kind: PassKind, counts?: Counts): Promise<Ended>
  /** The watched days count as never seen. */
  refreshWatched(): void
  /** What the last passes left: marks with those of this process alone. */
  memory(): Promise<Memory>
}

/** On request, everything is read while that takes no more than some twenty requests. */
const smallEnough = 2_000

export function createCycle(ports: SyncPorts, host: CycleHost): Cycle {
  const { db, clock, connection, organisation, log } = ports
  const deepened = new Set<number>()
  let refusedToken: string | null = null
  /** Watching is this process's own: its mark and its end are not worth a write each time. */
  let watchedAt: number | undefined
  let lastSync: number | null = null

  async function memory(): Promise<Memory> {
    const stored = await readMemory(db)
    const marks = { ...stored.marks }
    if (watchedAt !== undefined) marks.watched = watchedAt
    const ends = [stored.lastSync, lastSync].filter((end) => end !== null)
    return { ...stored, marks, lastSync: ends.length > 0 ? Math.max(...ends) : null }
  }

  async function pass(
    kind: PassKind,
    counts: Counts = { pushed: 0, pulled: 0, requests: 0 },
  ): Promise<Ended> {
    host.takeWoken()
    const signal = host.signal()
    const token = await connection.token()
    if (signal.aborted) return ends({ is: 'stopped' })
    if (token === null || (kind === 'due' && token === refusedToken)) {
      return ends({ is: 'signed-out' })
    }
    if (kind === 'due' && !(await isAnythingDue())) return { is: 'done', passed: null }
    const lease = await (kind === 'due' ? holdLease(db, clock, host.owner) : waitForLease(signal))
    if (!lease) return signal.aborted ? ends({ is: 'stopped' }) : { is: 'busy' }
    try {
      const ended = await run(kind, token, lease, counts)
      const refused = ended.is === 'trouble' && ended.trouble.is === 'signed-out'
      refusedToken = refused ? token : null
      return ended
    } finally {
      await lease.release()
    }
  }

  async function isAnythingDue(): Promise<boolean> {
    if (host.retrying()) return true
    const { marks, capabilities } = await memory()
    const now = clock.now()
    const duties: Duty[] = ['near', 'recent', 'everything']
    if (host.watched()) duties.push('watched')
    if (capabilities.includes('reference')) duties.push('reference')
    return duties.some((duty) => isDue(marks, duty, now)) || isAnythingSendable(db, now)
  }

  async function waitForLease(signal: AbortSignal): Promise<HeldLease | null> {
    const until = clock.monotonic() + leasePatience
    for (;;) {
      const lease = await holdLease(db, clock, host.owner)
      if (lease || clock.monotonic() >= until || signal.aborted) return lease
      await clock.sleep(leasePoll, signal)
    }
  }

  async function run(
    kind: PassKind,
    token: string,
    lease: HeldLease,
    counts: Counts,
  ): Promise<Ended> {
    await quarantineOpenAttempts(db, clock.now(), quarantine)
    let reached = false
    const client = createClient({
      http: async (request) => {
        const outcome = await ports.http(request)
        if (outcome.is === 'answer') reached = true
        return outcome
      },
      clock,
      connection,
      token,
      signal: host.signal(),
      permitted: () => lease.isHeld(),
      counted: () => counts.requests++,
    })
    const known = await memory()
    const now = clock.now()

    const asksInfo = kind !== 'sending' && isDue(known.marks, 'info', now)
    if (asksInfo) {
      const says = await readServiceInfo(client)
      if (says.is !== 'answer') {
        known.capabilities = says.is === 'info' ? says.capabilities : []
        known.marks.info = now
        await keep(known)
      } else if (says.answer.is !== 'signed-out' && !isAboutOneRecord(says.answer)) {
        return ends(says.answer)
      }
    }
    const context: SyncContext = {
      db,
      clock,
      log,
      organisation,
      client,
      namesUsers: known.capabilities.includes('user'),
      counts,
      changed: ports.onChange,
      show: (phase) => host.show(phase, reached),
    }

    if (kind !== 'sending' && known.capabilities.includes('reference')) {
      if (kind === 'full' || isDue(known.marks, 'reference', now)) {
        const trouble = await pullReference(context)
        if (trouble) return ends(trouble)
        known.marks.reference = now
        await keep(known)
      }
    }
    const passed = await pushTimes(context)
    if (passed && !isAboutOneRecord(passed)) return ends(passed)

    if (kind !== 'sending') {
      const trouble = await pullDue(context, kind, known)
      if (trouble) return ends(trouble)
      if (!known.capabilities.includes('reference')) {
        const trouble = await deepenProjects(context, deepened)
        if (trouble) return ends(trouble)
      }
    }
    if (asksInfo && known.marks.info !== now) {
      // It is a service, only not one that answers at that address: no need to ask every time.
      known.marks.info = now - serviceInfoEvery + serviceInfoAgain
      await keep(known)
    }
    lastSync = clock.now()
    return { is: 'done', passed }
  }

  /** Brings the due windows up to date, the widest one alone where it holds the others. */
  async function pullDue(
    context: SyncContext,
    kind: PassKind,
    known: Memory,
  ): Promise<Trouble | null> {
    const now = clock.now()
    const { date: today } = civilAt(now, clock.zone())
    const { marks } = known
    const watched = host.watched()
    const retrying = host.retrying()
    const due = (duty: Duty) => isDue(marks, duty, now) || (retrying && duty === 'near')
    const recent: DayRange = { from: recentFrom(today), to: addDays(today, 1) }

    const small = kind === 'full' && (await countTimesSince(db, organisation, null)) <= smallEnough
    if (small || due('everything')) {
      const first = marks.everything === undefined
      const pulled = await pullAll(context, [{ is: 'since', from: null }], first)
      if (pulled.is !== 'pulled') return pulled
      marks.everything = pulled.sound ? now : now - everythingEvery + everythingAgain
      marks.recent = now
      marks.near = now
      watchedAt = now
      await keep({ ...known, lastSync: now })
      return null
    }
    if (kind === 'full' || due('recent')) {
      const pulled = await pullAll(context, await windows(recent), false)
      if (pulled.is !== 'pulled') return pulled
      marks.recent = now
      marks.near = now
      await keep({ ...known, lastSync: now })
    } else if (due('near')) {
      const pulled = await pullAll(context, await windows(nearDays(today)), false)
      if (pulled.is !== 'pulled') return pulled
      marks.near = now
      await keep({ ...known, lastSync: now })
    }
    if (watched && due('watched')) {
      const pulled = await pullAll(context, await windows(watched), false)
      if (pulled.is !== 'pulled') return pulled
      watchedAt = now
    }
    return null
  }

  const keep = (known: Memory): Promise<void> => {
    const { watched: _watched, ...marks } = known.marks
    return writeMemory(db, { ...known, marks })
  }

  const windows = async (range: DayRange): Promise<Window[]> =>
    windowsOf(range, await countTimesSince(db, organisation, range.from))

  async function pullAll(
    context: SyncContext,
    all: readonly Window[],
    first: boolean,
  ): Promise<{ is: 'pulled'; sound: boolean } | Trouble> {
    let sound = true
    for (const window of all) {
      const pulled = await pullWindow(context, window, {
        first,
        between: () => betweenPages(context),
      })
      if (pulled.is !== 'pulled') return pulled
      sound &&= pulled.sound
    }
    return { is: 'pulled', sound }
  }

  /** An edit does not wait until a long list is read. */
  async function betweenPages(context: SyncContext): Promise<Trouble | null> {
    if (!host.takeWoken()) return null
    const trouble = await pushTimes(context)
    return trouble && !isAboutOneRecord(trouble) ? trouble : null
  }

  return {
    pass,
    refreshWatched() {
      watchedAt = undefined
    },
    memory,
  }
}

const ends = (trouble: Trouble): Ended => ({ is: 'trouble', trouble })
