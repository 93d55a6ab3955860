/** One core's share of a simulation: takes a stretch of seeds at a time and answers its sum. */
import { parentPort, workerData } from 'node:worker_threads'
import { runSeed, type Sum } from './seeds.ts'
import { makeTemplates } from './template.ts'

export interface Stretch {
  from: number
  count: number
}

/** The sum of one seed, and whether it was the last of the stretch. */
export interface Told {
  sum: Sum
  last: boolean
}

export interface Given {
  /** Where the seed that is being played is told. */
  playing: Int32Array
}

const port = parentPort!
const { playing } = workerData as Given
const templates = await makeTemplates()

async function run({ from, count }: Stretch): Promise<void> {
  for (let seed = from; seed < from + count; seed++) {
    Atomics.store(playing, 0, seed)
    const sum = await runSeed(seed, templates)
    port.postMessage({ sum, last: seed === from + count - 1 } satisfies Told)
  }
}

port.on('message', (stretch: Stretch) => void run(stretch))
