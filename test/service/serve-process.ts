/**
 * A service in a process of its own: prints its address as JSON when it listens and stops cleanly
 * at SIGTERM, as `stint serve` does. Its arguments are the database and, where they matter, the
 * capabilities and by how many milliseconds its clock is ahead.
 */
import { createSystemClock } from '#core/node/clock.ts'
import { startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'

const told = new Promise<void>((resolve) => process.once('SIGTERM', resolve))
const clock = unwrap(createSystemClock())
const service = unwrap(
  await startService({
    database: process.argv[2]!,
    port: 0,
    ownProcess: true,
    capabilities: process.argv[3]?.split(',') ?? ['reference', 'user'],
    allowPrivateWebhooks: true,
    clock: { now: () => clock.now() + Number(process.argv[4] ?? 0), zone: clock.zone },
    log: { info() {}, warn: (message, facts) => console.error(message, facts) },
  }),
)
console.log(JSON.stringify({ url: service.url }))
await told
await service.close()
