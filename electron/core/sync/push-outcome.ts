/** The outcome of one push request, and what to do next. */
import type { WireRecord } from '../store/record-sync-state.ts'
import type { ClientReply } from './service-client.ts'
import type { SyncFailure } from './sync-context.ts'

/** What the service returned for a record, with the record itself where it exists. */
export type ObservedRecord =
  { is: 'unasked' } | { is: 'gone' } | { is: 'here'; wire: WireRecord; etag: string | null }

/** Stop, plan again, plan again with what was observed, or fail. */
export type PushOutcome = 'end' | 'again' | Exclude<ObservedRecord, { is: 'unasked' }> | SyncFailure

export type RefusedReply = Extract<ClientReply, { is: 'refused' }>
