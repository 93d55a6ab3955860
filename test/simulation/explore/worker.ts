/** Explores in a thread of its own, with a known bug in the engine. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Mutant } from '../mutations/mutant.ts'
import { putIn } from '../mutations/put-in.ts'
import type { Setup } from './explore.ts'

export interface Given {
  mutant: Mutant
  setup: Setup
  depth: number
}

const { mutant, setup, depth } = workerData as Given
putIn(mutant)
const { makeTemplates } = await import('../template.ts')
const { explore } = await import('./explore.ts')
const bounds = { depth, until: Infinity, shard: { part: 1, of: 1 } }
parentPort!.postMessage(await explore(setup, await makeTemplates(), bounds))
