/** The kinds of passes and how they end. */
import type { Trouble } from './sync-context.ts'

/** How a pass ended. `passed`: a failure of single records that did not end it. */
export type Ended =
  | { is: 'done'; passed: Trouble | null }
  /** Another process syncs. */
  | { is: 'busy' }
  | { is: 'trouble'; trouble: Trouble }
  /**
   * Caused by this computer's disk or database, or by a bug of the app; `why` is a plain sentence.
   */
  | { is: 'problem'; why: string }

export interface Counts {
  pushed: number
  pulled: number
  requests: number
}

/**
 * `due`: what the schedule says. `full`: everything, on request. `sending`: only what is unsent.
 */
export type PassKind = 'due' | 'full' | 'sending'

/** Returns the end of a pass with this failure. */
export const ends = (trouble: Trouble): Ended => ({ is: 'trouble', trouble })
