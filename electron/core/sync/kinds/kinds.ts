/** The sync adapters of the resources that are created, changed and deleted here. */
import type { EntryResource } from '../../store/tables.ts'
import { categoryKind } from './category.ts'
import { expenseKind } from './expense.ts'
import type { Kind } from './kind.ts'
import { timeKind } from './time.ts'

export const kinds: { readonly [R in EntryResource]: Kind } = {
  time: timeKind,
  expense: expenseKind,
  category: categoryKind,
}
