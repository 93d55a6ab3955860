/**
 * One syncing process at a time: a lease in the account's database, renewed while a cycle runs.
 * What a process that lost its lease still has under way is safe by the journal of attempts.
 */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import { leaseLength, leaseRenewal } from './timing.ts'

const key = 'sync-lease'

interface Lease {
  owner: string
  /** Epoch milliseconds. */
  until: number
}

export interface HeldLease {
  /** False once another process may have taken over. */
  isHeld(): boolean
  release(): Promise<void>
}

/** Takes the lease and keeps it until released; null when another process holds it. */
export async function holdLease(db: Db, clock: Clock, owner: string): Promise<HeldLease | null> {
  if (!(await take(db, clock.now(), owner))) return null
  const done = new AbortController()
  let renewedAt = clock.monotonic()
  let lost = false

  const renewing = (async () => {
    for (;;) {
      await clock.sleep(leaseRenewal, done.signal)
      if (done.signal.aborted) return
      // A disk that refuses is no reason to end the program: without renewal the lease runs out.
      const taken = await take(db, clock.now(), owner).catch(() => null)
      if (taken) renewedAt = clock.monotonic()
      if (taken === false) {
        lost = true
        return
      }
    }
  })()

  return {
    isHeld: () => !lost && clock.monotonic() - renewedAt < leaseLength,
    async release() {
      // Given a reason, the signal makes no exception of its own, which takes longer than the rest.
      done.abort('given back')
      await renewing
      await giveBack(db, owner)
    },
  }
}

const take = (db: Db, now: number, owner: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const lease = await readSetting<Lease | null>(trx, key, null)
    // An end further away than a lease is long was written by a clock that was put back since.
    const standing = lease !== null && lease.until > now && lease.until <= now + leaseLength
    if (standing && lease.owner !== owner) return false
    await writeSetting(trx, key, { owner, until: now + leaseLength })
    return true
  })

const giveBack = (db: Db, owner: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const lease = await readSetting<Lease | null>(trx, key, null)
    if (lease?.owner === owner) await writeSetting(trx, key, null)
  })
