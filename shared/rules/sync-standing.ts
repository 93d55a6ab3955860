/** What may be said of an account whose sync rests. */
import type { SyncStatus, UnsentCounts } from '../ipc/views.ts'

/**
 * `to-send`: something goes out by itself. `unread`: the service was never read to the end.
 * `waits`: the service has all but what waits for the person. `in-step`: it has everything that is
 * here. Whoever speaks of it says no more than this.
 */
export type SyncStanding = 'to-send' | 'unread' | 'waits' | 'in-step'

export function syncStanding(status: UnsentCounts & Pick<SyncStatus, 'lastSync'>): SyncStanding {
  if (status.pending > 0) return 'to-send'
  if (status.lastSync === null) return 'unread'
  return status.held + status.drafts + status.inbox > 0 ? 'waits' : 'in-step'
}
