/** The sync adapters of the resources that are created, changed and deleted here. */
import type { EntryResource } from '../../store/tables.ts'
import { categoryKind } from './category-adapter.ts'
import { expenseKind } from './expense-adapter.ts'
import type { Kind } from './sync-adapter.ts'
import { timeKind } from './time-adapter.ts'

export const kinds: { readonly [R in EntryResource]: Kind } = {
  time: timeKind,
  expense: expenseKind,
  category: categoryKind,
}
