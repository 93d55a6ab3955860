/** Checks that a process leaves the service alone for as long as the service asks. */
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'

export interface PaceChecks {
  asked(process: number, request: HttpRequest): void
  answered(process: number, outcome: HttpOutcome): void
}

export function makePaceChecks(
  now: () => number,
  fail: (invariant: number, what: string) => void,
): PaceChecks {
  /** What the last process was asked; the next one does not know of it. */
  let held = { process: 0, until: 0 }
  return {
    /** Invariant 16. */
    asked(process, { method, url }) {
      const early = held.until - now()
      if (process === held.process && early > 0) {
        fail(16, `${method} ${url} left ${early} ms before the service wants to be asked again`)
      }
    },
    answered(process, outcome) {
      if (outcome.is !== 'answer' || outcome.status !== 429) return
      // A date may be read by a clock that is wrong.
      const seconds = Number(outcome.headers['retry-after'])
      if (!(seconds > 0)) return
      const earlier = held.process === process ? held.until : 0
      held = { process, until: Math.max(earlier, now() + seconds * 1_000) }
    },
  }
}
