/** What a write changed. */
import type { FeedResource } from '#core/store/service/change-feed.ts'

export interface ResourceChange {
  resource: FeedResource
  id: number
  action: 'created' | 'updated' | 'deleted' | 'restored'
  /**
   * Returns the record as webhooks send it, a deleted one as it was. Called inside the transaction,
   * when a webhook listens. Absent where there is no event.
   */
  record?: () => object | Promise<object>
}
