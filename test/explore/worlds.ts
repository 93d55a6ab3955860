/** New worlds of the simulation, until the time is up. */
import { failureLine, shrunkLines } from '../simulation/report.ts'
import { playSeed } from '../simulation/seeds.ts'
import { shrink } from '../simulation/shrink.ts'
import { makeTemplates } from '../simulation/template.ts'
import { endless, spreadSeeds } from '../simulation/workers.ts'
import { writeFinding } from './ledger.ts'
import type { Explored, Options, Stretch } from './options.ts'

/** More than these are not shortened. */
const mostShortened = 5

/** Plays the seeds; the first failing ones are shortened and recorded. */
export async function exploreWorlds(
  { from, count }: Stretch,
  { workers }: Options,
): Promise<Explored> {
  const { failed } = await spreadSeeds({ from, count, workers, enough: count })
  const templates = await makeTemplates()
  for (const { seed, failure } of failed.slice(0, mostShortened)) {
    console.log(`seed ${seed}: ${failureLine(failure)}`)
    const outcome = failure.what === endless ? null : await playSeed(seed, templates)
    // A world that differs each time, or never ends, cannot be shortened.
    const lines = outcome?.failure
      ? shrunkLines(seed, await shrink(seed, templates, outcome))
      : [failureLine(failure), `Replay it: npm run simulate -- --seed ${seed}`]
    console.log(`${lines.at(-1)}\nwritten to ${writeFinding(`world-${seed}`, lines)}`)
  }
  const rest = failed.slice(mostShortened).map(({ seed }) => seed)
  if (rest.length > 0) console.log(`not made shorter: ${rest.join(', ')}`)
  return { passed: count - failed.length, failed: failed.length }
}
