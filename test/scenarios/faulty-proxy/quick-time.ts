/**
 * Makes the clock of a process of the program run faster, so that its minutes fit into a test:
 * `node --import …/quick-time.ts`. Every process with the same STINT_TEST_BEGINNING has the same
 * time.
 */
import { quickly, type Beginning } from './quickly.ts'

const { setTimeout: realTimeout } = globalThis
const now = quickly(JSON.parse(process.env['STINT_TEST_BEGINNING']!) as Beginning)
const counted = performance.now.bind(performance)

Date.now = now.now
performance.now = () => counted() * now.factor
globalThis.setTimeout = Object.assign(
  (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
    realTimeout(run, milliseconds / now.factor, ...given),
  realTimeout,
)
