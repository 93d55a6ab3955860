/** Explores in a process of its own, with a known bug in the engine. */
import type { Mutant } from '../mutations/mutant.ts'
import { putIn } from '../mutations/put-in.ts'
import type { Setup } from './explore.ts'

export interface Given {
  mutant: Mutant
  setup: Setup
  depth: number
}

const { mutant, setup, depth } = JSON.parse(process.argv[2]!) as Given
putIn(mutant)
const { makeTemplates } = await import('../template.ts')
const { explore } = await import('./explore.ts')
const bounds = { depth, until: Infinity, shard: { part: 1, of: 1 } }
process.send!(await explore(setup, await makeTemplates(), bounds))
