/**
 * Makes every property test draw from the seed that the run provides, so that it gives the same
 * result each time.
 */
import { configureGlobal } from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number
  }
}

configureGlobal({ seed: inject('propertySeed') })
