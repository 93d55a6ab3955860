/** The kinds of passes and how they end. */
import type { SyncFailure } from './sync-context.ts'

/** How a pass ended. `passed`: a failure of single records that did not end it. */
export type PassResult =
  { is: 'done'; passed: SyncFailure | null } | { is: 'failed'; failure: SyncFailure } | PassProblem

/**
 * What ended a pass: this computer's disk or database, records at the address that are not those
 * known here, or a bug of the app; `why` is a plain sentence.
 */
export interface PassProblem {
  is: 'problem'
  cause: 'storage' | 'other-records' | 'bug'
  why: string
}

export interface PassCounts {
  pushed: number
  pulled: number
  requests: number
}

/**
 * `due`: what the schedule says. `full`: everything, on request. `sending`: only what is unsent.
 */
export type PassKind = 'due' | 'full' | 'sending'

/** Returns the end of a pass with this failure. */
export const failedPass = (failure: SyncFailure): PassResult => ({ is: 'failed', failure })
