/** A pass as its caller asks for it, and what became of it. */
import type { Trouble } from './context.ts'

/** How a pass ended. `passed`: trouble with single records that did not end it. */
export type Ended =
  | { is: 'done'; passed: Trouble | null }
  /** Another process syncs. */
  | { is: 'busy' }
  | { is: 'trouble'; trouble: Trouble }
  /** By this machine's disk or database, or by a mistake of ours; `why` is a plain sentence. */
  | { is: 'problem'; why: string }

export interface Counts {
  pushed: number
  pulled: number
  requests: number
}

/** `due`: what is due by itself. `full`: on request. `sending`: only what is unsent. */
export type PassKind = 'due' | 'full' | 'sending'

/** A pass that this ended. */
export const ends = (trouble: Trouble): Ended => ({ is: 'trouble', trouble })
