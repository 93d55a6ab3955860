/** The sync adapters of the resources that are created, changed and deleted here. */
import type { EntryResource } from '../../store/tables/index.ts'
import { categoryAdapter } from './category-adapter.ts'
import { expenseAdapter } from './expense-adapter.ts'
import type { SyncAdapter } from './sync-adapter.ts'
import { timeAdapter } from './time-adapter.ts'

export const syncAdapters: { readonly [R in EntryResource]: SyncAdapter } = {
  time: timeAdapter,
  expense: expenseAdapter,
  category: categoryAdapter,
}
