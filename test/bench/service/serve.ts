/**
 * The service as `stint serve` runs it, on a clock that stands still, so that its answers can be
 * compared byte for byte.
 *
 *     serve.ts <database>
 */
import { startService } from '#service/index.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { unwrap } from '#shared/errors.ts'
import { now } from './fill.ts'

const service = unwrap(
  await startService({
    database: process.argv[2]!,
    port: 0,
    ownProcess: true,
    capabilities,
    log: { info() {}, warn: (message, facts) => console.error(message, facts) },
    clock: { now: () => now, zone: () => 'UTC' },
  }),
)
console.log(JSON.stringify({ url: service.url }))
