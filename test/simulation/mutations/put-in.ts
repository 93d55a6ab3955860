/** Inserts a known bug into the engine while its module is loaded: before anything imports it. */
import { registerHooks } from 'node:module'
import { mutate, type Mutant } from './mutant.ts'

export function putIn(mutant: Mutant): void {
  const address = new URL(`../../../${mutant.file}`, import.meta.url).href
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (url !== address) return loaded
      const { source } = loaded
      const text =
        typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
      return { ...loaded, source: mutate(text, mutant) }
    },
  })
}
