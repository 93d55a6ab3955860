/**
 * The registry of history codecs (kept-row.ts), through which undo, redo and the trash treat all
 * resources alike.
 */
import type { HistoryResource } from '../store/tables.ts'
import { keptCategory } from './kept-category.ts'
import { keptExpense } from './kept-expense.ts'
import { keptInbox } from './kept-inbox.ts'
import { keptCharge, keptClient, keptProject, keptTask } from './kept-references.ts'
import type { AnyRow, KeptRow } from './kept-row.ts'
import { keptTime } from './kept-time.ts'
import { keptTimer } from './kept-timer.ts'

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
