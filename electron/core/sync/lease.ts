/**
 * One syncing process at a time: a lease in the account's database, renewed while a cycle runs.
 * What a process that lost its lease still has under way is safe by the journal of attempts.
 */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { giveLeaseBack, takeLease } from '../store/sync-lease.ts'
import { leaseLength, leaseRenewal } from './timing.ts'

export interface HeldLease {
  /** False once another process may have taken over. */
  isHeld(): boolean
  release(): Promise<void>
}

/** Takes the lease and keeps it until released; null when another process holds it. */
export async function holdLease(db: Db, clock: Clock, owner: string): Promise<HeldLease | null> {
  const take = () => {
    const now = clock.now()
    return takeLease(db, { owner, now, until: now + leaseLength })
  }
  if (!(await take())) return null
  const done = new AbortController()
  let renewedAt = clock.monotonic()
  let lost = false

  const renewing = (async () => {
    for (;;) {
      await clock.sleep(leaseRenewal, done.signal)
      if (done.signal.aborted) return
      // A disk that refuses is no reason to end the program: without renewal the lease runs out.
      const taken = await take().catch(() => null)
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
      await giveLeaseBack(db, owner)
    },
  }
}
