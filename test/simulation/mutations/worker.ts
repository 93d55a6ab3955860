/** A worker of the simulation whose engine has a known bug. */
import type { Mutant } from './mutant.ts'
import { putIn } from './put-in.ts'

putIn((JSON.parse(process.argv[2]!) as { mutant: Mutant }).mutant)
await import('../worker.ts')
