/** Runs seeds one after the other and sums up what happened. */
import type { Fault } from './fault.ts'
import { play, type Outcome } from './play.ts'
import { drawScenario } from './scenario.ts'
import type { Model } from './service/model.ts'
import type { Templates } from './template.ts'
import type { Failure, Tally } from './world.ts'

export interface FailedSeed {
  seed: number
  failure: Failure
}

export interface Sum extends Tally {
  seeds: number
  failed: FailedSeed[]
}

export const emptySum = (): Sum => ({
  seeds: 0,
  failed: [],
  requests: 0,
  operations: 0,
  crashes: 0,
  faults: {},
  events: {},
})

export function addSum(to: Sum, sum: Sum): void {
  to.seeds += sum.seeds
  to.failed.push(...sum.failed)
  addTally(to, sum)
}

/** One seed in this many is played twice: invariant 12. */
const twiceEvery = 50

/** Plays one seed, and some of them twice. */
export async function runSeed(seed: number, templates: Templates): Promise<Sum> {
  const outcome = await playSeed(seed, templates)
  const failure = outcome.failure ?? (await differs(seed, outcome, templates))
  return { ...outcome.tally, seeds: 1, failed: failure ? [{ seed, failure }] : [] }
}

/**
 * @param keep names of the steps and faults that happen; null: all
 * @param listen receives the service before the world begins
 */
export async function playSeed(
  seed: number,
  templates: Templates,
  keep: ReadonlySet<string> | null = null,
  keepLines = false,
  listen: (model: Model) => void = () => {},
): Promise<Outcome> {
  const stray: unknown[] = []
  const note = (reason: unknown) => void stray.push(reason)
  process.on('unhandledRejection', note)
  try {
    const outcome = await play(drawScenario(seed, keep), templates, keepLines, listen)
    if (stray.length === 0 || outcome.failure) return outcome
    return { ...outcome, failure: { invariant: 0, what: `nobody caught ${String(stray[0])}` } }
  } finally {
    process.off('unhandledRejection', note)
  }
}

async function differs(
  seed: number,
  outcome: Outcome,
  templates: Templates,
): Promise<Failure | null> {
  if (seed % twiceEvery !== 0) return null
  const again = await playSeed(seed, templates)
  return again.hash === outcome.hash
    ? null
    : { invariant: 12, what: 'the same seed went another way the second time' }
}

function addTally(to: Tally, tally: Tally): void {
  to.requests += tally.requests
  to.operations += tally.operations
  to.crashes += tally.crashes
  for (const [kind, count] of Object.entries(tally.faults) as [Fault['is'], number][]) {
    to.faults[kind] = (to.faults[kind] ?? 0) + count
  }
  for (const [name, count] of Object.entries(tally.events)) {
    to.events[name] = (to.events[name] ?? 0) + count
  }
}
