/** Answers to cards of the inbox as history keeps them. */
import { askedAgain, putKeptCard, readKeptCard, type KeptCard } from '../store/kept-cards.ts'
import type { KeptRow } from './kept-row.ts'

export const keptInbox: KeptRow<KeptCard> = {
  // The answer, and what it made of the record, only make sense together.
  groups: [['resolved_at', 'detail', 'records']],
  read: readKeptCard,
  settle: askedAgain,
  put: (trx, row) => putKeptCard(trx, row),
  remove: () => Promise.reject(new Error('A card of the inbox is answered, not removed')),
  title: () => Promise.resolve('a question'),
}
