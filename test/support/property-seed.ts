/** Every property test draws from one fixed seed: a run says the same as the run before it. */
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: 20_261_119 })
