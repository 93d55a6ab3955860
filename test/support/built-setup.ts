import { ensureBuilt } from '../../electron/cli/ensure-built.cjs'

/**
 * Once before all tests that start built programs: the command line, the app, the second thread.
 */
export default function setup(): void {
  if (!ensureBuilt()) throw new Error('These tests need the program, which cannot be built.')
}
