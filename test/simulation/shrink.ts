/** Makes the trace of a failing seed shorter: leaves out steps and faults while it still fails. */
import type { Outcome } from './play.ts'
import { playSeed } from './seeds.ts'
import type { Templates } from './template.ts'

export interface Shrunk {
  outcome: Outcome
  /** The names of the steps and faults that are needed. */
  keep: readonly string[]
}

const mostTries = 400

export async function shrink(seed: number, templates: Templates, first: Outcome): Promise<Shrunk> {
  const invariant = first.failure!.invariant
  let keep: readonly string[] = first.happened
  let tries = 0

  /** True when it still fails in the same way with only these. */
  async function fails(names: readonly string[]): Promise<boolean> {
    tries++
    const outcome = await playSeed(seed, templates, new Set(names))
    if (outcome.failure?.invariant !== invariant) return false
    // A step that did not happen this time is not needed either.
    const happened = new Set(outcome.happened)
    keep = names.filter((name) => happened.has(name))
    return true
  }

  for (let size = Math.ceil(keep.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < keep.length && tries < mostTries;) {
      const without = keep.filter((_, place) => place < from || place >= from + size)
      if (!(await fails(without))) from += size
    }
  }
  const outcome = await playSeed(seed, templates, new Set(keep), true)
  return { outcome, keep }
}
