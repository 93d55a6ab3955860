/**
 * The service as `stint serve` runs it, on a clock that stands still, so that its answers can be
 * compared byte for byte; or, as `shipped`, on the machine's clock and with every limit.
 *
 *     serve.ts <database> [shipped]
 */
import { createSystemClock } from '#core/node/clock.ts'
import * as service from '#service/index.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { unwrap } from '#shared/errors.ts'
import { now } from './fill.ts'

const isShipped = process.argv[3] === 'shipped'
const running = unwrap(
  await service.startService({
    database: process.argv[2]!,
    port: 0,
    ownProcess: true,
    capabilities,
    log: { info() {}, warn: (message, facts) => console.error(message, facts) },
    ...(isShipped
      ? {
          clock: unwrap(createSystemClock()),
          rateLimit: service.usualRateLimit,
          allowPrivateWebhooks: true,
        }
      : { clock: { now: () => now, zone: () => 'UTC' } }),
  }),
)
console.log(JSON.stringify({ url: running.url }))
