import { unwrap, type Result } from '#shared/errors.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import type { Clock, CorePorts, DemoService, Log, Secrets } from '../ports.ts'
import { createSystemClock } from './clock.ts'
import type { BySystem } from './connections.ts'
import { createNodeStream } from './event-stream.ts'
import { createNodeHttp } from './http.ts'
import { createStderrLog } from './log.ts'
import { runOffThread } from './run-off-thread.ts'
import { machineFacts } from './machine-facts.ts'
import { createNodeNetwork } from './network.ts'
import { environmentProxyResolver, type ProxyResolver } from './proxy.ts'
import { createSystemRandom } from './random.ts'
import { machineName, thisMachine } from './this-machine.ts'
import { createFileSecrets } from './secrets-file.ts'
import { watchNetworkChanges } from './network-changes.ts'

/**
 * The part of the service's entry that the demo needs. Hosts pass it in; the core does not import
 * it.
 */
export type StartService = (options: {
  database: string
  port: number
  capabilities: readonly Capability[]
  demo: boolean
  log: Log
  clock: Pick<Clock, 'now' | 'zone'>
}) => Promise<
  Result<{ readonly url: string; readonly token: string | null; close(): Promise<void> }>
>

/** Creates the ports of a program on Node: clock, randomness, network, and files of this user. */
export function createNodePorts(options: {
  home: string
  startService: StartService
  /** Defaults to the system's. */
  clock?: Clock
  /** Defaults to standard error, when that is switched on. */
  log?: Log
  /** Where tokens are stored; defaults to files of mode 0600. */
  secrets?: Secrets
  /** Finds the system's proxy for a URL; defaults to the environment's. */
  findProxy?: ProxyResolver
  /** For proxies that require the system's sign-in; without it they cannot be used. */
  bySystem?: BySystem
}): CorePorts {
  const clock = options.clock ?? unwrap(createSystemClock())
  const log = options.log ?? createStderrLog(process.env, clock)
  const { network, way } = createNodeNetwork(
    options.findProxy ?? environmentProxyResolver(process.env),
  )
  return {
    clock,
    random: createSystemRandom(),
    http: createNodeHttp({ ...way, ...(options.bySystem && { bySystem: options.bySystem }) }),
    openStream: createNodeStream(way),
    network,
    onNetworkChange(changed) {
      const unwatch = [watchNetworkChanges(changed), way.onChange(changed)]
      return () => unwatch.forEach((end) => end())
    },
    secrets: options.secrets ?? createFileSecrets(options.home),
    log,
    offThread: runOffThread,
    thisMachine,
    machineName,
    machine: () => machineFacts(options.home),
    startDemo: (file) => startDemo(file, options.startService, { log, clock }),
  }
}

async function startDemo(
  file: string,
  start: StartService,
  { log, clock: { now, zone } }: Pick<CorePorts, 'log' | 'clock'>,
): Promise<DemoService> {
  const clock = { now, zone }
  const service = unwrap(
    await start({ database: file, port: 0, capabilities, demo: true, log, clock }),
  )
  const { token, url } = service
  if (token === null) throw new Error('The demo service didn’t create a token')
  return { url, token, stop: () => service.close() }
}
