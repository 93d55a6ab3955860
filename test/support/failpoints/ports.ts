import { createNodePorts } from '#core/node/node-ports.ts'
import { createOffThread } from '#core/node/run-off-thread.ts'
import type { CorePorts } from '#core/ports.ts'

/**
 * The ports of a process that is killed at a chosen moment. Its second thread reads the sources,
 * not the bundle, since only they get a database and files that can end it.
 */
export const mortalPorts = (home: string): CorePorts => ({
  ...createNodePorts({ home, startService: () => Promise.reject(new Error('no service')) }),
  offThread: createOffThread(() => new URL('../../../electron/core/worker.ts', import.meta.url)),
})
