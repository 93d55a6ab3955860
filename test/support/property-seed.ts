/** Every property test draws from the seed that the run provides: it says the same as the run before. */
import { configureGlobal } from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number
  }
}

configureGlobal({ seed: inject('propertySeed') })
