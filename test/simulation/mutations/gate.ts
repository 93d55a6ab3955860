/** Plays the seeds with each known bug in the engine, until one of them fails. */
import { availableParallelism } from 'node:os'
import { keptSeeds } from '../kept.ts'
import { spreadSeeds } from '../workers.ts'
import type { Mutant } from './mutant.ts'

export interface Caught {
  mutant: Mutant
  /** The first failing seed, or null when none failed. */
  seed: number | null
  /** The invariant that was violated, and how. */
  how: string
}

/** Finds the first seed that fails with this bug in the engine. */
export async function hunt(
  mutant: Mutant,
  { seeds, failing }: { seeds: number; failing: ReadonlySet<number> },
): Promise<Caught> {
  const sum = await spreadSeeds({
    kept: keptSeeds,
    from: 1,
    count: seeds,
    workers: availableParallelism(),
    enough: failing.size + 1,
    // Many are caught by one of the first worlds.
    batch: 5,
    entry: { file: new URL('./worker.ts', import.meta.url), data: { mutant } },
  })
  const first = sum.failed.find(({ seed }) => !failing.has(seed))
  return first
    ? { mutant, seed: first.seed, how: `${first.failure.invariant}: ${first.failure.what}` }
    : { mutant, seed: null, how: 'not caught' }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
