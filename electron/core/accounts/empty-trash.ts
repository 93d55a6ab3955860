/** Lets go of what has been in an open account's trash for its 30 days. */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { purgeTrash } from '../store/trash.ts'

const day = 24 * 60 * 60_000
/** Between two steps, so that nothing else waits for the whole. */
const breath = 20

/** Looks now and every day, until `closing`. Answers when nothing of it is under way any more. */
export async function emptyTrash(db: Db, clock: Clock, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const isMore = await purgeTrash(db, clock.now())
    await clock.sleep(isMore ? breath : day, closing)
  }
}
