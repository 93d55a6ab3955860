import { unwrap, type Result } from '#shared/errors.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import type { CorePorts, DemoService, Log, Secrets } from '../ports.ts'
import { systemClock } from './clock.ts'
import { nodeStream } from './event-stream.ts'
import { nodeHttp } from './http.ts'
import { standardErrorLog } from './log.ts'
import { offThread } from './off-thread.ts'
import { nodeNetwork } from './network.ts'
import { environmentProxy, type FindProxy } from './proxy.ts'
import { systemRandom } from './random.ts'
import { fileSecrets } from './secrets-file.ts'
import { watchNetwork } from './surroundings.ts'

/** The part of the service's entry that the demo needs; hosts hand it in, the core knows none. */
export type StartService = (options: {
  database: string
  port: number
  capabilities: readonly Capability[]
  demo: boolean
  log: Log
}) => Promise<
  Result<{ readonly url: string; readonly token: string | null; close(): Promise<void> }>
>

/** The ports of a program on Node: system clock, chance and network, and files of this person. */
export function nodePorts(options: {
  home: string
  startService: StartService
  /** Where tokens are kept; files of mode 0600 unless given. */
  secrets?: Secrets
  /** The proxy that the system names for an address; the environment's unless given. */
  findProxy?: FindProxy
}): CorePorts {
  const log = standardErrorLog(process.env)
  const { network, way } = nodeNetwork(options.findProxy ?? environmentProxy(process.env))
  return {
    clock: systemClock(),
    random: systemRandom(),
    http: nodeHttp(way),
    openStream: nodeStream(way),
    network,
    onSurroundings(changed) {
      const unwatch = [watchNetwork(changed), way.onChange(changed)]
      return () => unwatch.forEach((end) => end())
    },
    secrets: options.secrets ?? fileSecrets(options.home),
    log,
    offThread,
    startDemo: (file) => startDemo(file, options.startService, log),
  }
}

async function startDemo(file: string, start: StartService, log: Log): Promise<DemoService> {
  const service = unwrap(await start({ database: file, port: 0, capabilities, demo: true, log }))
  const { token, url } = service
  if (token === null) throw new Error('The demo service made no token')
  return { url, token, stop: () => service.close() }
}
