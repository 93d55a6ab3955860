/** Tracks how the last passes ended, and when the next one may be tried. */
import type { SyncPhase, SyncOutage } from '#shared/ipc/call-results.ts'
import type { Clock, Random } from '../../ports.ts'
import { backoff } from '../decide/backoff.ts'
import type { SyncFailure } from '../pass/sync-context.ts'
import type { PassResult } from '../pass/pass-result.ts'
import {
  longestBackoff,
  longestOfflineBackoff,
  retryPause,
  shortestBackoff,
} from '../decide/sync-timings.ts'
import { failureKindOf, type SyncFailureKind } from '../pass/failure-kind.ts'

/** The two halves of a pass, each with its own state. */
export type SyncDirection = 'sending' | 'fetching'

export interface RetryState {
  /** Called when one half of the current pass ended, with its failure, or null. */
  recordOutcome(half: SyncDirection, failure: SyncFailure | null): void
  /**
   * Processes the outcome of a pass; returns the phase to show, or null when nothing is new.
   * @param moved whether the pass sent or fetched records before it ended
   */
  phaseAfter(ended: PassResult, moved: boolean): SyncPhase | null
  /** Returns the milliseconds until the next try; null when there was no failure. */
  millisecondsUntilRetry(): number | null
  /** Returns the milliseconds that even an edit has to wait. */
  minimumWait(): number
  outages(): Record<SyncDirection, SyncOutage | null>
}

const texts: Record<Exclude<SyncFailureKind, 'stopped'>, string> = {
  offline: 'Can’t reach the service',
  portal: 'This network needs you to sign in',
  trouble: 'The service is having problems',
  busy: 'The service is busy',
  unreadable: 'Stint can’t read the service’s reply',
  'signed-out': 'The service no longer accepts the access token',
}

function textOf(failure: SyncFailure, what: Exclude<SyncFailureKind, 'stopped'>): string {
  if (failure.is === 'signed-out' && failure.noToken) return 'This account is signed out'
  if (failure.is === 'signed-out' && failure.moved)
    return `The service has moved to ${failure.moved.url}`
  return failure.is === 'unreached' && failure.proxy ? failure.why : texts[what]
}

export function createRetryState(clock: Clock, random: Random): RetryState {
  let kind: SyncFailureKind | 'problem' | null = null
  let failures = 0
  /** By the monotonic clock. */
  let nextTry = 0
  let failedAt = 0
  let earliestTry = 0
  /** Epoch milliseconds. */
  let since = 0
  /** Whether a half of the current pass has reported its outcome. */
  let hasOutcome = false
  const outages: Record<SyncDirection, SyncOutage | null> = { sending: null, fetching: null }

  function count(
    what: SyncFailureKind | 'problem',
    retryAfter: number | null,
    moved: boolean,
  ): number {
    // Another kind of failure counts from one again: how long the last kind lasted says nothing
    // about it. So does a busy service that says when to come back, or that took some requests.
    const isAgain = kind === what && !(what === 'busy' && (retryAfter !== null || moved))
    failures = isAgain ? failures + 1 : 1
    if (kind === null) since = clock.now()
    kind = what
    const isAway = what === 'offline' || what === 'portal'
    const longest = isAway ? longestOfflineBackoff : longestBackoff
    const limits = { shortest: shortestBackoff, longest }
    const wait = backoff(failures, random.fraction(), limits, retryAfter)
    failedAt = clock.monotonic()
    nextTry = failedAt + wait
    earliestTry = failedAt + (retryAfter ?? 0)
    return wait
  }

  function recordOutcome(half: SyncDirection, failure: SyncFailure | null): void {
    hasOutcome = true
    const what = failure && failureKindOf(failure)
    if (what !== 'stopped') setOutage(half, what && textOf(failure, what))
  }

  function setOutage(half: SyncDirection, text: string | null): void {
    outages[half] = text === null ? null : { since: outages[half]?.since ?? clock.now(), text }
  }

  return {
    recordOutcome,
    phaseAfter(ended, moved) {
      if (ended.is === 'problem') {
        // Whichever half failed, what is due was not fetched.
        setOutage('fetching', ended.why)
        hasOutcome = false
        const wait = count('problem', null, moved)
        return { is: 'problem', why: ended.why, since, nextTry: clock.now() + wait }
      }
      const failure = ended.is === 'failed' ? ended.failure : ended.passed
      // The pass ended before either half began: nothing could be requested.
      if (failure && !hasOutcome) recordOutcome('fetching', failure)
      hasOutcome = false
      if (!failure) {
        kind = null
        return { is: 'idle' }
      }
      const what = failureKindOf(failure)
      if (what === 'stopped') return null
      const wait = count(what, 'after' in failure ? failure.after : null, moved)
      if (ended.is === 'done') return { is: 'idle' }
      const times = { since, nextTry: clock.now() + wait }
      switch (what) {
        case 'signed-out':
          if (failure.is !== what) return { is: what }
          if (failure.moved) return { is: what, movedTo: failure.moved.url }
          return failure.noToken ? { is: what, byPerson: true } : { is: what }
        case 'offline':
          return failure.is === 'unreached' && failure.proxy
            ? { is: what, ...times, proxy: failure.proxy }
            : { is: what, ...times }
        case 'portal':
          return { is: what, ...times }
        case 'trouble':
        case 'busy':
        case 'unreadable':
          return { is: 'service', why: what, ...times }
      }
    },
    millisecondsUntilRetry() {
      if (kind === null) return null
      // Only another token helps: no request is sent until then.
      if (kind === 'signed-out') return Infinity
      return Math.max(0, nextTry - clock.monotonic())
    },
    minimumWait() {
      if (kind === null) return 0
      return Math.max(0, earliestTry - clock.monotonic(), failedAt + retryPause - clock.monotonic())
    },
    outages: () => ({ ...outages }),
  }
}
