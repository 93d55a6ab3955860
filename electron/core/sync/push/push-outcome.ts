/** The outcome of one push request, and what to do next. */
import type { WireRecord } from '../../store/sync/record-sync-state.ts'
import type { ClientReply } from '../http/service-client.ts'
import type { SyncFailure } from '../pass/sync-context.ts'

/** What the service returned for a record, with the record itself where it exists. */
export type ObservedRecord =
  { is: 'unread' } | { is: 'missing' } | { is: 'present'; wire: WireRecord; etag: string | null }

/** Stop, plan again, plan again with what was observed, or fail. */
export type PushOutcome = 'end' | 'again' | Exclude<ObservedRecord, { is: 'unread' }> | SyncFailure

export type RefusedReply = Extract<ClientReply, { is: 'refused' }>
