/** Decides what may be stated about an account whose sync is idle. */
import type { SyncStatus, UnsentCounts } from '../ipc/call-results.ts'

/**
 * `to-send`: something is sent automatically. `unread`: the service was never read completely.
 * `waits`: the service has everything except what waits for the person. `in-step`: it has every
 * local record. The user interface claims no more than this.
 */
export type IdleSyncState = 'to-send' | 'unread' | 'waits' | 'in-step'

export function idleSyncState(status: UnsentCounts & Pick<SyncStatus, 'lastSync'>): IdleSyncState {
  if (status.pending > 0) return 'to-send'
  if (status.lastSync === null) return 'unread'
  return status.held + status.drafts + status.inbox > 0 ? 'waits' : 'in-step'
}
