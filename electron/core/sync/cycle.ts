/** One pass: what the service can do, reference records, sending, then the windows that are due. */
import type { SyncPhase } from '#shared/ipc/views.ts'
import {
  beginWaitsAnew,
  delayQuarantines,
  nextQuarantineEnd,
  quarantineOpenAttempts,
} from '../store/attempts.ts'
import { isAnyGone } from '../store/gone-records.ts'
import { prolongWatches } from '../store/sent-twice.ts'
import { isAnythingSendable, nextHeldDeletion } from '../store/unsent-records.ts'
import { readServiceInfo } from './check.ts'
import { createClient } from './client.ts'
import {
  isAboutOneRecord,
  requireRoom,
  type SyncContext,
  type SyncPorts,
  type Trouble,
} from './context.ts'
import { createLatelyRemoved } from './lately-removed.ts'
import { holdLease, type HeldLease } from './lease.ts'
import { readMemory, writeMemory, type Memory } from './memory.ts'
import type { Pacer } from './pacer.ts'
import { ends, type Counts, type Ended, type PassKind } from './pass.ts'
import { createPieces } from './pieces.ts'
import { pullDue } from './pull-due.ts'
import { pushRecords } from './push.ts'
import type { ServiceClock } from './service-clock.ts'
import { deepenProjects, pullReference } from './reference.ts'
import { isDue, readingDuties, untilDue, watchedPause, type DayRange } from './schedule.ts'
import {
  batchSize,
  jumpNoticed,
  leasePatience,
  leasePoll,
  pieceSize,
  quarantine,
  referenceBesideChanges,
  serviceInfoAgain,
  serviceInfoEvery,
} from './timing.ts'

export interface CycleHost {
  /** Names this process in the lease. */
  owner: string
  /** Aborted when the engine is stopped. */
  signal(): AbortSignal
  watched(): DayRange | null
  /** Days that somebody looks at the sums of, until a pass has read them. */
  wanted(): DayRange | null
  /** They were read as far as they can be. */
  tookWanted(range: DayRange | null): void
  /** True once after each wake. */
  takeWoken(): boolean
  /** True while the last pass went wrong: only an answer shows that all is well again. */
  retrying(): boolean
  show(phase: SyncPhase, reached: boolean): Promise<void>
  /** How fast requests may follow each other, from pass to pass. */
  pacer: Pacer
  /** `offset` and `created` are for the context; loaded before a pass, saved after it. */
  serviceClock: ServiceClock
  /** One half of a pass ended: well, or by this trouble. */
  went(half: 'sending' | 'fetching', trouble: Trouble | null): void
}

export interface Cycle {
  pass(kind: PassKind, counts?: Counts): Promise<Ended>
  /** Milliseconds until something is due by itself: a list, a request's fate, a deletion's grace. */
  untilNext(): Promise<number>
  /** The watched days count as never seen. */
  refreshWatched(): void
  /** Somebody came back to look at them: they are read often again. */
  lookedAgain(): void
  /** The service said that something changed: the next pass reads what is near. */
  heard(): void
  /** What the last passes left: marks with those of this process alone. */
  memory(): Promise<Memory>
}

export function createCycle(ports: SyncPorts, host: CycleHost): Cycle {
  const { db, clock, connection, organisation, log } = ports
  const deepened = new Set<number>()
  const lately = createLatelyRemoved(clock)
  const stuck = new Set<string>()
  const pieces = createPieces(clock, pieceSize)
  const batches = createPieces(clock, batchSize)
  let hasBegun = false
  let refusedToken: string | null = null
  /** The clock on the wall against the one that only goes forward: a change is a jump. */
  let aheadOfMonotonic = clock.now() - clock.monotonic()
  /** Watching is this process's own: its mark and its end are not worth a write each time. */
  let watchedAt: number | undefined
  /** Since when nothing was found. */
  let quietSince = clock.now()
  let lastSync: number | null = null
  let hasHeard = false

  /** Milliseconds until the watched days are read again. */
  function untilWatched(now: number): number {
    if (host.watched() === null) return Infinity
    if (watchedAt === undefined || watchedAt > now) return 0
    return Math.max(0, watchedAt + watchedPause(watchedAt - quietSince) - now)
  }

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
    if (token === null) return ends({ is: 'signed-out', noToken: true })
    if (kind === 'due' && token === refusedToken) return ends({ is: 'signed-out' })
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
    if (host.retrying() || hasHeard || host.wanted() !== null) return true
    const known = await memory()
    const now = clock.now()
    return (
      untilWatched(now) === 0 ||
      readingDuties.some((duty) => isDue(known.marks, duty, now)) ||
      isReferenceDue(known, now) ||
      (await isAnythingSendable(db, now)) ||
      isAnyGone(db)
    )
  }

  async function untilNext(): Promise<number> {
    // Told of during the pass, when what it reads was asked for already.
    if (hasHeard) return 0
    if (host.wanted() !== null) return 0
    const { marks } = await memory()
    const now = clock.now()
    const ends = [await nextQuarantineEnd(db), await nextHeldDeletion(db)]
    return Math.min(
      untilWatched(now),
      untilDue(marks, readingDuties, now),
      ...ends.map((end) => (end === null ? Infinity : Math.max(0, end - now))),
    )
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
    const jump = clock.now() - clock.monotonic() - aheadOfMonotonic
    aheadOfMonotonic += jump
    // Put back, the clock makes nothing shorter; that it makes nothing endless is seen to below.
    if (jump > jumpNoticed) {
      await delayQuarantines(db, Math.round(jump))
      await prolongWatches(db, Math.round(jump))
    }
    if (!hasBegun) await beginWaitsAnew(db, clock.now(), quarantine)
    hasBegun = true
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
      pacer: host.pacer,
      dated: host.serviceClock.dated,
    })
    const known = await memory()
    const now = clock.now()

    const asksInfo = kind !== 'sending' && isDue(known.marks, 'info', now)
    if (asksInfo) {
      const says = await readServiceInfo(client)
      if (says.is !== 'answer') {
        known.capabilities = says.is === 'info' ? says.capabilities : []
        known.marks.info = now
        await writeMemory(db, known)
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
      random: ports.random,
      pieces,
      batches,
      can: new Set(known.capabilities),
      onRequest: kind !== 'due',
      written: new Set(),
      taken: new Map(),
      ...{ lately, stuck },
      counts,
      clockOffset: host.serviceClock.offset,
      dated: host.serviceClock.created,
      changed: ports.onChange,
      ...{ beforeLarge: ports.beforeLarge, hasRoom: ports.hasRoom },
      show: (phase) => host.show(phase, reached),
    }

    // Without room this is skipped: what is unsent goes first.
    const hasRoom = ports.hasRoom?.() !== false
    if (kind !== 'sending' && known.capabilities.includes('reference') && hasRoom) {
      const asked = kind === 'full' && !known.capabilities.includes('changes')
      if (asked || isReferenceDue(known, now)) {
        const trouble = await pullReference(context)
        if (trouble) return ends(trouble)
        known.marks.reference = now
        await writeMemory(db, known)
      }
    }
    let passed: Trouble | null = null
    /** Trouble with single records does not end the pass, and has them tried again after it. */
    async function send(): Promise<Trouble | null> {
      const trouble = await pushRecords(context)
      host.went('sending', trouble)
      if (trouble && !isAboutOneRecord(trouble)) return trouble
      passed = trouble
      return null
    }
    const unsent = await send()
    if (unsent) return ends(unsent)

    if (kind !== 'sending') {
      requireRoom(context)
      const expectant = host.retrying() || hasHeard
      hasHeard = false
      const wanted = host.wanted()
      const { ended, beside } = await pullDue(context, known, {
        full: kind === 'full',
        retrying: expectant,
        watched: kind === 'full' || untilWatched(clock.now()) === 0 ? host.watched() : null,
        wanted,
        // An edit does not wait until a long list is read.
        between: async () => (host.takeWoken() ? send() : null),
      })
      watchedAt = known.marks.watched
      if (counts.pulled + counts.pushed > 0) quietSince = clock.now()
      lastSync = known.lastSync
      host.went('fetching', ended ?? beside)
      if (ended) return ends(ended)
      host.tookWanted(wanted)
      if (!known.capabilities.includes('reference')) {
        const trouble = await deepenProjects(context, deepened)
        if (trouble) return ends(trouble)
      }
    }
    if (asksInfo && known.marks.info !== now) {
      // It is a service, only not one that answers at that address: no need to ask every time.
      known.marks.info = now - serviceInfoEvery + serviceInfoAgain
      await writeMemory(db, known)
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
    heard() {
      hasHeard = true
    },
    memory,
  }
}

/** Beside a feed of changes the lists only show what it has shown already. */
function isReferenceDue({ marks, capabilities }: Memory, now: number): boolean {
  if (!capabilities.includes('reference') || !isDue(marks, 'reference', now)) return false
  if (!capabilities.includes('changes')) return true
  const mark = marks.reference
  return mark === undefined || mark > now || now - mark >= referenceBesideChanges
}
