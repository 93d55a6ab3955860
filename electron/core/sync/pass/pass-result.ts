/** The kinds of passes and how they end. */
import type { SyncFailure } from './sync-context.ts'

/** How a pass ended. `passed`: a failure of single records that did not end it. */
export type PassResult =
  | { is: 'done'; passed: SyncFailure | null }
  | { is: 'failed'; failure: SyncFailure }
  /**
   * Caused by this computer's disk or database, or by a bug of the app; `why` is a plain sentence.
   */
  | { is: 'problem'; why: string }

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
