/** The only way in which the service writes to its database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Trx } from '#core/store/database/db.ts'
import { isSerializationFailure } from '#core/store/database/dialect.ts'
import { lockOrganisation } from '#core/store/resources/organisations.ts'

/** Attempts of a transaction before its conflict is reported. */
const attempts = 10
/** Milliseconds; the wait doubles from the first to the last. */
const pause = { first: 5, last: 500 }

/**
 * Runs `work` in one transaction, as the only writer of this organisation: what it has read stays
 * valid until it commits, on SQLite (one writer a file) and on PostgreSQL alike
 * (docs/decisions/2026-11-21-one-writer.md). When the database requires the transaction to be
 * repeated, `work` is run again from its beginning, so it may only use `trx`, and has no effect
 * when it throws.
 *
 * @param organisation null for what belongs to none: a new organisation, a user's address
 */
export async function writeInTransaction<Value>(
  db: Db,
  organisation: number | null,
  work: (trx: Trx) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (trx) => {
        if (organisation !== null) await lockOrganisation(trx, organisation)
        return work(trx)
      })
    } catch (cause) {
      if (attempt === attempts || !isSerializationFailure(cause)) throw cause
      // Random up to the whole wait, so that transactions that collided once do not collide again.
      await sleep(Math.random() * Math.min(pause.first * 2 ** attempt, pause.last))
    }
  }
}
