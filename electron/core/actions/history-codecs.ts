/**
 * The registry of history codecs (history-codec.ts), through which undo, redo and the trash treat
 * all resources alike.
 */
import type { HistoryResource } from '../store/tables.ts'
import { keptCategory } from './category-history.ts'
import { keptExpense } from './expense-history.ts'
import { keptInbox } from './inbox-history.ts'
import { keptCharge, keptClient, keptProject, keptTask } from './reference-history.ts'
import type { AnyRow, KeptRow } from './history-codec.ts'
import { keptTime } from './time-history.ts'
import { keptTimer } from './timer-history.ts'

const keptRows = {
  time: keptTime,
  expense: keptExpense,
  category: keptCategory,
  timer: keptTimer,
  project: keptProject,
  client: keptClient,
  task: keptTask,
  charge: keptCharge,
  inbox: keptInbox,
} satisfies Record<HistoryResource, unknown>

/**
 * Returns the codec of a resource. Its row type is erased, because the caller chooses the resource
 * by name.
 */
export const keptRow = (resource: HistoryResource): KeptRow<AnyRow> =>
  keptRows[resource] as unknown as KeptRow<AnyRow>
