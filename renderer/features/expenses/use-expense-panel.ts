/** The form that takes the panel from the sums: of one expense, or of those that are marked. */
import { ref } from 'vue'
import type { Expense } from '#shared/resources/expense.ts'
import { useClock } from '../../app/stores/clock.ts'
import { draftOf, type ExpenseDraft, newDraft, presetOf } from './expense-draft.ts'
import type { useExpenses } from './use-expenses.ts'
import type { useWhatIsShown } from './use-what-is-shown.ts'

type Form =
  | { is: 'expense'; draft: ExpenseDraft; expense?: Expense; nth: number }
  | { is: 'several'; expenses: readonly Expense[] }

export function useExpensePanel(
  { month, isLong }: Pick<ReturnType<typeof useWhatIsShown>, 'month' | 'isLong'>,
  list: ReturnType<typeof useExpenses>,
) {
  const clock = useClock()
  const form = ref<Form>()
  let forms = 0

  function open(draft: ExpenseDraft, expense?: Expense) {
    form.value = { is: 'expense', draft, expense, nth: ++forms }
  }
  /** Today, or the first day of the month where today is in another. */
  function newDay() {
    const { from, to } = month.value
    const isShown = clock.today >= from && clock.today <= to
    return isLong.value || isShown ? clock.today : from
  }
  return {
    form,
    /** A new one is made the way the last one was. */
    add(project: number | null = null) {
      const newest = list.at(0)
      const way = newest && !newest.charge ? 'one-off' : 'list'
      open({ ...newDraft(newDay(), presetOf(list.months.value), way), project })
    },
    edit(expense: Expense | undefined) {
      if (expense) open(draftOf(expense), expense)
    },
    /** A copy is of today. */
    duplicate(expense: Expense | undefined) {
      if (expense) open({ ...draftOf(expense), date: clock.today })
    },
    editSeveral: (expenses: readonly Expense[]) => (form.value = { is: 'several', expenses }),
    close: () => (form.value = undefined),
    /** The form of another expense keeps what is typed in it. */
    closeOf(gone: ReadonlySet<number>) {
      const shown = form.value
      if (shown?.is === 'several' || (shown?.expense && gone.has(shown.expense.local))) {
        form.value = undefined
      }
    },
  }
}
