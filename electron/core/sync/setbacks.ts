/** How the last passes went, and when the next one may be tried. */
import type { SyncPhase } from '#shared/ipc/views.ts'
import type { Clock, Random } from '../ports.ts'
import { backoff } from './backoff.ts'
import type { Trouble } from './context.ts'
import type { Ended } from './cycle.ts'
import { longestBackoff, longestUnreached, retryPause, shortestBackoff } from './timing.ts'

export interface Setbacks {
  /** Takes in how a pass ended; the phase to show, or null when it says nothing new. */
  phaseAfter(ended: Ended): SyncPhase | null
  /** Milliseconds until the next try; null when nothing went wrong. */
  remaining(): number | null
  /** Milliseconds that even an edit has to wait. */
  demanded(): number
  /** A pass ended by a bug of ours. */
  countBug(): void
}

export function createSetbacks(clock: Clock, random: Random): Setbacks {
  let kind: Trouble['is'] | 'bug' | null = null
  let failures = 0
  /** Monotonic. */
  let nextTry = 0
  let failedAt = 0
  let askedUntil = 0
  /** Epoch milliseconds. */
  let since = 0

  function count(trouble: Trouble | { is: 'bug' }): number {
    // Another kind of trouble is another story: how long the last one lasted says nothing of it.
    failures = kind === trouble.is ? failures + 1 : 1
    if (kind === null) since = clock.now()
    kind = trouble.is
    const asked = 'after' in trouble ? trouble.after : null
    const longest = trouble.is === 'unreached' ? longestUnreached : longestBackoff
    const limits = { shortest: shortestBackoff, longest }
    const wait = backoff(failures, random.fraction(), limits, asked)
    failedAt = clock.monotonic()
    nextTry = failedAt + wait
    askedUntil = failedAt + (asked ?? 0)
    return wait
  }

  return {
    phaseAfter(ended) {
      if (ended.is === 'busy') return null
      const trouble = ended.is === 'trouble' ? ended.trouble : ended.passed
      if (!trouble) {
        kind = null
        return { is: 'idle' }
      }
      if (trouble.is === 'stopped') return null
      const wait = count(trouble)
      if (ended.is === 'done') return { is: 'idle' }
      return trouble.is === 'signed-out'
        ? { is: 'signed-out' }
        : { is: 'offline', since, nextTry: clock.now() + wait }
    },
    remaining() {
      if (kind === null) return null
      // Only another token helps: nothing is asked meanwhile.
      if (kind === 'signed-out') return Infinity
      return Math.max(0, nextTry - clock.monotonic())
    },
    demanded() {
      if (kind === null) return 0
      return Math.max(0, askedUntil - clock.monotonic(), failedAt + retryPause - clock.monotonic())
    },
    countBug: () => void count({ is: 'bug' }),
  }
}
