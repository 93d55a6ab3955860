/** What a write changed. */
import type { ChangedResource } from '#core/store/record-changes.ts'

export interface Change {
  resource: ChangedResource
  id: number
  action: 'created' | 'updated' | 'deleted' | 'restored'
  /**
   * The record as webhooks tell it, a deleted one as it was; asked for where one listens, in the
   * transaction. Absent where there is no event.
   */
  record?: () => object | Promise<object>
}
