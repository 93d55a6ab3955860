/** A worker of the simulation whose engine has a known bug. */
import { workerData } from 'node:worker_threads'
import type { Mutant } from './mutant.ts'
import { putIn } from './put-in.ts'

putIn((workerData as { mutant: Mutant }).mutant)
await import('../worker.ts')
