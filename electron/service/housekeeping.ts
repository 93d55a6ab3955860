/**
 * Deletes expired tombstones, idempotency keys, delivery logs and request counts, and reindexes the
 * search after an update.
 */
import type { Clock, Log } from '#core/ports.ts'
import type { Db, Trx } from '#core/store/database/db.ts'
import { pruneIdempotencyKeysBefore } from '#core/store/service/idempotency-keys.ts'
import {
  pruneDeletionsBefore,
  findOrganisationsWithDeletionsBefore,
} from '#core/store/service/change-feed.ts'
import { pruneRequestCountsBefore } from '#core/store/service/request-counts.ts'
import {
  isReindexPending,
  refoldRecords,
  reindexNextBatch,
} from '#core/store/lists/search-reindex.ts'
import { mergeSearchIndexes } from '#core/store/lists/search-merge.ts'
import {
  pruneDeliveriesBefore,
  abandonDeliveriesBefore,
} from '#core/store/service/webhook-deliveries.ts'
import { idempotencyRetention } from './http/idempotency.ts'
import { deliveryLifetime } from './webhooks/deliverer.ts'
import { writeInTransaction } from './write.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Retention in milliseconds (docs/API.md, Beyond the specification). */
const kept = { tombstones: 90 * day, deliveries: 30 * day, requests: hour }

/** Milliseconds between two batches of long work, in which requests are served. */
const breath = 5
/** Maximum rows of one batch: a stored response may have two hundred kilobytes. */
const prunedAtOnce = 20

export interface Housekeeper {
  close(): Promise<void>
}

export interface HousekeeperPorts {
  db: Db
  log: Log
  now(): number
  sleep: Clock['sleep']
}

/**
 * Folds what a search compares before anything is served. Deletes now and then every hour; several
 * processes do no harm.
 */
export async function startHousekeeper({
  db,
  log,
  now,
  sleep,
}: HousekeeperPorts): Promise<Housekeeper> {
  const closing = new AbortController()
  /** When the search indexes were last rid of deleted texts. */
  let mergedAt = -Infinity
  /** Deletes a few at a time: an organisation with much to delete holds up no other. */
  async function inBatches(step: (trx: Trx) => Promise<number>): Promise<void> {
    while (!closing.signal.aborted) {
      if ((await writeInTransaction(db, null, step)) < prunedAtOnce) return
      await sleep(breath, closing.signal)
    }
  }
  async function prune(): Promise<void> {
    const instant = now()
    const oldest = instant - kept.tombstones
    for (const organisation of await findOrganisationsWithDeletionsBefore(db, oldest)) {
      await writeInTransaction(db, organisation, (trx) =>
        pruneDeletionsBefore(trx, organisation, oldest),
      )
    }
    await inBatches((trx) =>
      pruneIdempotencyKeysBefore(trx, instant - idempotencyRetention, prunedAtOnce),
    )
    const expired = 'It couldn’t be sent within 24 hours'
    await inBatches((trx) =>
      abandonDeliveriesBefore(trx, instant - deliveryLifetime, expired, prunedAtOnce),
    )
    await inBatches((trx) => pruneDeliveriesBefore(trx, instant - kept.deliveries, prunedAtOnce))
    if (instant - mergedAt >= day) {
      mergedAt = instant
      await mergeSearchIndexes(db, async () => {
        await sleep(breath, closing.signal)
        return !closing.signal.aborted
      })
    }
    await writeInTransaction(db, null, (trx) =>
      pruneRequestCountsBefore(trx, Math.floor((instant - kept.requests) / 60_000)),
    )
  }
  async function once(): Promise<void> {
    try {
      await prune()
    } catch (cause) {
      log.warn('what has had its time is still kept', { cause: String(cause) })
    }
  }
  async function every(): Promise<void> {
    while (!closing.signal.aborted) {
      await once()
      await sleep(hour, closing.signal)
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
  const loops = Promise.all([every(), catchUp()])
  return {
    async close() {
      closing.abort()
      await loops
    },
  }
}
