/** One core's share of a simulation: takes a stretch of seeds at a time and answers its sum. */
import { parentPort, workerData } from 'node:worker_threads'
import { countBranches, type Ranges } from './branches.ts'
import type { Sum } from './seeds.ts'

/** Seeds that are played one after the other. */
export type Stretch = readonly number[]

export interface Told {
  /** Of one seed. */
  sum: Sum
  /** After the last seed of the stretch: the branches that all of it took. */
  took: Ranges | null
}

export interface Given {
  /** Where the seed that is being played is told. */
  playing: Int32Array
}

const port = parentPort!
const { playing } = workerData as Given
const branches = countBranches()
// After that, since they import what is counted.
const { runSeed } = await import('./seeds.ts')
const { makeTemplates } = await import('./template.ts')
const templates = await makeTemplates()

async function run(stretch: Stretch): Promise<void> {
  for (const seed of stretch) {
    Atomics.store(playing, 0, seed)
    const sum = await runSeed(seed, templates)
    const took = seed === stretch.at(-1) ? branches.take() : null
    port.postMessage({ sum, took } satisfies Told)
  }
}

port.on('message', (stretch: Stretch) => void run(stretch))
