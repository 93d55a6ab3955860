/**
 * Lets one process sync at a time, by a lease in the account's database that is renewed while a
 * pass runs. Requests that a process still has under way when it loses the lease are safe because
 * of the journal of attempts.
 */
import type { Clock } from '../../ports.ts'
import type { Db } from '../../store/database/db.ts'
import { giveLeaseBack, takeLease } from '../../store/sync/sync-lease.ts'
import { leaseLength, leaseRenewInterval } from '../decide/sync-timings.ts'

export interface HeldLease {
  /** Returns false once another process may have taken over. */
  isHeld(): boolean
  release(): Promise<void>
}

/** Takes the lease and holds it until released; null when another process holds it. */
export async function acquireLease(db: Db, clock: Clock, owner: string): Promise<HeldLease | null> {
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
      await clock.sleep(leaseRenewInterval, done.signal)
      if (done.signal.aborted) return
      // A failing disk must not end the program: without renewal the lease expires.
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
      // With a reason the signal creates no exception of its own, which takes longer than all the
      // rest.
      done.abort('given back')
      await renewing
      await giveLeaseBack(db, owner)
    },
  }
}
