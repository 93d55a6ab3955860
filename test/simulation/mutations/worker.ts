/** A worker of the simulation whose engine has a known bug: put in while the module is loaded. */
import { registerHooks } from 'node:module'
import { workerData } from 'node:worker_threads'
import { mutate, type Mutant } from './mutant.ts'

const { mutant } = workerData as { mutant: Mutant }
const address = new URL(`../../../${mutant.file}`, import.meta.url).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== address) return loaded
    const { source } = loaded
    const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
    return { ...loaded, source: mutate(text, mutant) }
  },
})

await import('../worker.ts')
