/** The local interface of an app, started and stopped according to its settings. */
import type { Clock, LocalApiPort, Log } from '#core/ports.ts'
import type { RunningLocalApi } from './start-local-api.ts'

/**
 * Follows the settings `localApi` and `localApiPort`, one step after the other. A problem becomes
 * its state and never ends the app.
 */
export function createLocalApiPort({
  home,
  log,
  clock,
}: {
  home: string
  log: Log
  clock: Pick<Clock, 'now'>
}): LocalApiPort {
  let running: { api: RunningLocalApi; port: number } | null = null
  let problem: string | null = null
  let step: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    step = step.then(work).catch((reason: unknown) => {
      log.warn('the local API didn’t start', { why: String(reason) })
      problem = 'The local API can’t use the data folder. Check its permissions'
    })
    return step
  }
  const stop = async () => {
    const was = running
    running = null
    await was?.api.close()
  }
  return {
    state: () => ({ url: running?.api.url ?? null, problem }),
    apply: ({ localApi, localApiPort: port }, call) =>
      inTurn(async () => {
        if (localApi && running?.port === port) return
        await stop()
        problem = null
        if (!localApi) return
        // Loaded only where it is switched on.
        const { startLocalApi } = await import('./start-local-api.ts')
        const started = await startLocalApi({ home, call, port, log, clock })
        if (started.ok) running = { api: started.value, port }
        else problem = started.error.message
      }),
    close: () => inTurn(stop),
  }
}
