/**
 * fast-check with a fixed seed, so that a run in CI says the same as the run before it. `npm run
 * attack` sets others.
 */
import * as fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['STINT_FUZZ_SEED'] ?? 20_261_119) })

export { fc }
