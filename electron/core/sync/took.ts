/** What follows when the service has answered about one record. */
import type { WireRecord } from '../store/record-state.ts'
import type { Answer } from './client.ts'
import type { Trouble } from './context.ts'

/** What the service shows of a record, with the record itself where it is there. */
export type Seen =
  { is: 'unasked' } | { is: 'gone' } | { is: 'here'; wire: WireRecord; etag: string | null }

/** Nothing more now, planning once more, planning with what was seen, or trouble. */
export type Took = 'end' | 'again' | Exclude<Seen, { is: 'unasked' }> | Trouble

export type Refused = Extract<Answer, { is: 'refused' }>
