/**
 * Deletes expired tombstones, idempotency keys, delivery logs and request counts, and reindexes the
 * search after an update.
 */
import type { Clock, Log } from '#core/ports.ts'
import type { Db } from '#core/store/db.ts'
import { pruneIdempotencyKeysBefore } from '#core/store/idempotency-keys.ts'
import {
  pruneDeletionsBefore,
  findOrganisationsWithDeletionsBefore,
} from '#core/store/change-feed.ts'
import { pruneRequestCountsBefore } from '#core/store/request-counts.ts'
import { isReindexPending, refoldRecords, reindexNextBatch } from '#core/store/search-reindex.ts'
import { pruneDeliveriesBefore, abandonDeliveriesBefore } from '#core/store/webhook-deliveries.ts'
import { idempotencyRetention } from './http/idempotency.ts'
import { deliveryLifetime } from './webhooks/deliverer.ts'
import { writeInTransaction } from './write.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Retention in milliseconds (DECISIONS.md, Beyond the specification). */
const kept = { tombstones: 90 * day, deliveries: 30 * day, requests: hour }

/** Milliseconds between two batches of long work, in which requests are served. */
const breath = 5

export interface Housekeeper {
  close(): Promise<void>
}

export interface HousekeeperPorts {
  db: Db
  log: Log
  now(): number
  sleep: Clock['sleep']
}

/** Runs once before anything is served, and then every hour; several processes do no harm. */
export async function startHousekeeper({
  db,
  log,
  now,
  sleep,
}: HousekeeperPorts): Promise<Housekeeper> {
  const closing = new AbortController()
  async function once(): Promise<void> {
    try {
      await letGo(db, now())
    } catch (cause) {
      log.warn('what has had its time is still kept', { cause: String(cause) })
    }
  }
  async function every(): Promise<void> {
    for (;;) {
      await sleep(hour, closing.signal)
      if (closing.signal.aborted) return
      await once()
    }
  }
  async function catchUp(): Promise<void> {
    try {
      while (!closing.signal.aborted && (await isReindexPending(db))) {
        await writeInTransaction(db, null, (trx) => reindexNextBatch(trx))
        await sleep(breath, closing.signal)
      }
    } catch (cause) {
      log.warn('the search isn’t up to date yet', { cause: String(cause) })
    }
  }
  if (await isReindexPending(db)) await writeInTransaction(db, null, refoldRecords)
  await once()
  const loops = Promise.all([every(), catchUp()])
  return {
    async close() {
      closing.abort()
      await loops
    },
  }
}

async function letGo(db: Db, now: number): Promise<void> {
  const oldest = now - kept.tombstones
  for (const organisation of await findOrganisationsWithDeletionsBefore(db, oldest)) {
    await writeInTransaction(db, organisation, (trx) =>
      pruneDeletionsBefore(trx, organisation, oldest),
    )
  }
  await writeInTransaction(db, null, async (trx) => {
    await pruneIdempotencyKeysBefore(trx, now - idempotencyRetention)
    await abandonDeliveriesBefore(
      trx,
      now - deliveryLifetime,
      'It couldn’t be sent within 24 hours',
    )
    await pruneDeliveriesBefore(trx, now - kept.deliveries)
    await pruneRequestCountsBefore(trx, Math.floor((now - kept.requests) / 60_000))
  })
}
