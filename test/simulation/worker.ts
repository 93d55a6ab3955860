/** One core's share of a simulation: takes a batch of seeds at a time and returns its sum. */
import { countBranches, type Ranges } from './branches.ts'
import type { Sum } from './seeds.ts'

/** Seeds that are played one after the other. */
export type Batch = readonly number[]

export interface Told {
  /** Of one seed. */
  sum: Sum
  /** After the last seed of the batch: the branches that all of its seeds took. */
  took: Ranges | null
}

const branches = countBranches()
// After that, since they import the files whose branches are counted.
const { runSeed } = await import('./seeds.ts')
const { makeTemplates } = await import('./template.ts')
const templates = await makeTemplates()

async function run(batch: Batch): Promise<void> {
  for (const seed of batch) {
    const sum = await runSeed(seed, templates)
    const took = seed === batch.at(-1) ? branches.take() : null
    process.send!({ sum, took } satisfies Told)
  }
}

process.on('message', (batch: Batch) => void run(batch))
