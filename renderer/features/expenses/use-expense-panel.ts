/**
 * State of the form that replaces the totals in the panel: for one expense, or for the selected
 * ones.
 */
import { ref } from 'vue'
import type { Expense } from '#shared/resources/expense.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import {
  toExpenseDraft,
  type ExpenseDraft,
  type UnsavedExpense,
  type UnsavedBulkExpenses,
  newExpenseDraft,
  taxPresetOf,
} from './expense-draft.ts'
import type { useExpenses } from './use-expenses.ts'
import type { useExpenseFilter } from './use-expense-filter.ts'

interface Shown {
  initial: ExpenseDraft
  typed?: ExpenseDraft | undefined
  expense?: Expense | undefined
  undecided?: readonly string[] | undefined
}
type Form = { nth: number } & (
  | ({ is: 'expense' } & Shown)
  | { is: 'several'; expenses: readonly Expense[]; kept?: UnsavedBulkExpenses | undefined }
)

export function useExpensePanel(
  { month, isLong }: Pick<ReturnType<typeof useExpenseFilter>, 'month' | 'isLong'>,
  list: ReturnType<typeof useExpenses>,
) {
  const clock = useClockStore()
  const form = ref<Form>()
  let forms = 0

  function open(shown: Shown) {
    form.value = { is: 'expense', nth: ++forms, ...shown }
  }
  /** Today, or the first day of the month if today is in another. */
  function newDay() {
    const { from, to } = month.value
    const isShown = clock.today >= from && clock.today <= to
    return isLong.value || isShown ? clock.today : from
  }
  return {
    form,
    /** Opens a form for a new expense, with the kind of charge used last. */
    add(project: number | null = null) {
      const newest = list.itemAt(0)
      const way = newest && !newest.charge ? 'one-off' : 'list'
      const initial = newExpenseDraft(newDay(), taxPresetOf(list.months.value), way)
      open({ initial: { ...initial, project } })
    },
    edit(expense: Expense | undefined) {
      if (expense) open({ initial: toExpenseDraft(expense), expense })
    },
    /** Opens a form for a copy dated today. */
    duplicate(expense: Expense | undefined) {
      if (expense) open({ initial: { ...toExpenseDraft(expense), date: clock.today } })
    },
    /** Reopens an unsaved form with what was typed. */
    reopen: ({ initial, expense, typed, conflicts }: UnsavedExpense) =>
      open({ initial, expense, typed, undecided: conflicts }),
    editSeveral(expenses: readonly Expense[], kept?: UnsavedBulkExpenses) {
      form.value = { is: 'several', expenses, kept, nth: ++forms }
    },
    /** When all the expenses of a bulk form were deleted, its values become a new expense. */
    addTyped({ project, date, chargeable }: UnsavedBulkExpenses['typed']) {
      const initial = newExpenseDraft(newDay(), taxPresetOf(list.months.value), 'list')
      open({
        initial,
        typed: {
          ...initial,
          project: project ?? initial.project,
          date: date || initial.date,
          chargeable: chargeable === 'same' ? initial.chargeable : chargeable === 'yes',
        },
      })
    },
    close: () => (form.value = undefined),
    /** Closes the form of a deleted expense; one of another expense stays open. */
    closeOf(gone: ReadonlySet<number>) {
      const shown = form.value
      if (shown?.is === 'several' || (shown?.expense && gone.has(shown.expense.local))) {
        form.value = undefined
      }
    },
  }
}
