/**
 * Makes every property test draw from the seed that the run provides, so that it gives the same
 * result each time.
 */
import { configureGlobal } from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number
    /** How many times as many bad requests as in the gate are sent to each endpoint. */
    fuzzFactor: number
  }
}

configureGlobal({ seed: inject('propertySeed') })
