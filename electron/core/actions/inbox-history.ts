/** The history codec of answers to inbox cards. */
import {
  toReopenedCard,
  restoreCardSnapshot,
  readCardSnapshot,
  type CardSnapshot,
} from '../store/history/card-snapshots.ts'
import type { HistoryCodec } from './history-codec.ts'

export const inboxHistoryCodec: HistoryCodec<CardSnapshot> = {
  // The answer, and its effect on the record, only make sense together.
  groups: [['resolved_at', 'detail', 'records']],
  read: readCardSnapshot,
  adjustPartialRevert: toReopenedCard,
  write: (trx, row) => restoreCardSnapshot(trx, row),
  remove: () => Promise.reject(new Error('A card of the inbox is answered, not removed')),
  title: () => Promise.resolve('a question'),
}
