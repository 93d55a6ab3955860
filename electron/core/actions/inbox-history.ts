/** The history codec of answers to inbox cards. */
import { askedAgain, putKeptCard, readKeptCard, type KeptCard } from '../store/card-snapshots.ts'
import type { KeptRow } from './history-codec.ts'

export const keptInbox: KeptRow<KeptCard> = {
  // The answer, and its effect on the record, only make sense together.
  groups: [['resolved_at', 'detail', 'records']],
  read: readKeptCard,
  settle: askedAgain,
  put: (trx, row) => putKeptCard(trx, row),
  remove: () => Promise.reject(new Error('A card of the inbox is answered, not removed')),
  title: () => Promise.resolve('a question'),
}
