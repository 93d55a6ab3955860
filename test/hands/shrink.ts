/** Shortens a failing round: leaves out steps while it still fails in the same way. */
import { sameFailure, type Failure, type Played } from './round.ts'
import type { Step } from './steps.ts'

const mostTries = 60

/**
 * @param play plays steps from the round's beginning
 * @returns the shortest round found that fails so
 */
export async function shrink(
  steps: readonly Step[],
  failure: Failure,
  play: (steps: readonly Step[]) => Promise<Played>,
): Promise<{ steps: readonly Step[]; failure: Failure }> {
  let shortest = { steps, failure }
  let tries = 0
  async function fails(some: readonly Step[]): Promise<boolean> {
    if (tries++ >= mostTries) return false
    const played = await play(some)
    if (!played.failure || !sameFailure(played.failure, failure)) return false
    shortest = { steps: played.steps, failure: played.failure }
    return true
  }
  // The cause is mostly near the end.
  for (let length = 4; length < steps.length; length *= 2) {
    if (await fails(steps.slice(-length))) break
  }
  for (let size = Math.ceil(shortest.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < shortest.steps.length && tries < mostTries;) {
      const { steps: now } = shortest
      const without = now.filter((_, at) => at < from || at >= from + size)
      if (without.length === 0 || !(await fails(without))) from += size
    }
  }
  return shortest
}
