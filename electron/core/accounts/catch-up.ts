/** Brings an open account's search up to date after an update of the program, beside all else. */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { catchUpSearch, isSearchBehind } from '../store/search-catch-up.ts'

/** Between two pieces, so that nothing else waits for the whole. */
const breath = 5

/** Until it is done or `closing`; goes on from there at the next start. */
export async function catchUp(db: Db, clock: Clock, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && (await isSearchBehind(db))) {
    await db.transaction().execute((trx) => catchUpSearch(trx))
    await clock.sleep(breath, closing)
  }
}
