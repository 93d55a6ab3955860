/** The outcome of one push request, and what to do next. */
import type { WireRecord } from '../store/record-sync-state.ts'
import type { Answer } from './service-client.ts'
import type { Trouble } from './sync-context.ts'

/** What the service returned for a record, with the record itself where it exists. */
export type Seen =
  { is: 'unasked' } | { is: 'gone' } | { is: 'here'; wire: WireRecord; etag: string | null }

/** Stop, plan again, plan again with what was observed, or fail. */
export type Took = 'end' | 'again' | Exclude<Seen, { is: 'unasked' }> | Trouble

export type Refused = Extract<Answer, { is: 'refused' }>
