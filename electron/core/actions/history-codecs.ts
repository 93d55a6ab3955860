/**
 * The registry of history codecs (history-codec.ts), through which undo, redo and the trash treat
 * all resources alike.
 */
import type { HistoryResource } from '../store/tables/index.ts'
import { categoryHistoryCodec } from './category-history.ts'
import { expenseHistoryCodec } from './expense-history.ts'
import { inboxHistoryCodec } from './inbox-history.ts'
import {
  chargeHistoryCodec,
  clientHistoryCodec,
  projectHistoryCodec,
  taskHistoryCodec,
} from './reference-history.ts'
import type { SnapshotRow, HistoryCodec } from './history-codec.ts'
import { timeHistoryCodec } from './time-history.ts'
import { timerHistoryCodec } from './timer-history.ts'

const keptRows = {
  time: timeHistoryCodec,
  expense: expenseHistoryCodec,
  category: categoryHistoryCodec,
  timer: timerHistoryCodec,
  project: projectHistoryCodec,
  client: clientHistoryCodec,
  task: taskHistoryCodec,
  charge: chargeHistoryCodec,
  inbox: inboxHistoryCodec,
} satisfies Record<HistoryResource, unknown>

/**
 * Returns the codec of a resource. Its row type is erased, because the caller chooses the resource
 * by name.
 */
export const historyCodecFor = (resource: HistoryResource): HistoryCodec<SnapshotRow> =>
  keptRows[resource] as unknown as HistoryCodec<SnapshotRow>
