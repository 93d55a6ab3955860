/** The page's filter and order: a month, all expenses, or search results. */
import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'
import { useTranslate } from '../../app/messages/index.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { formatMonth } from '../../ui/format.ts'
import { type ExpenseOrder, expenseOrders, longListOrders } from './expense-order.ts'
import { monthContaining, stepMonth } from './months.ts'

export function useExpenseFilter() {
  const t = useTranslate()
  const clock = useClockStore()
  const live = useAnnouncerStore()

  const span = ref<'month' | 'all'>('month')
  const whose = ref<'mine' | 'everyone'>('mine')
  /** Undefined means today's month, also after midnight. */
  const chosenMonth = ref<string>()
  const month = computed(() => monthContaining(chosenMonth.value ?? clock.today))
  /** Undefined while the search is closed. */
  const query = ref<string>()
  const settled = refDebounced(query, 80)
  const looking = computed(() => Boolean(settled.value?.trim()))
  const isLong = computed(() => looking.value || span.value === 'all')

  const wantedOrder = ref<ExpenseOrder>('date')
  const orders = computed<readonly ExpenseOrder[]>(() =>
    isLong.value ? longListOrders : expenseOrders,
  )
  const order = computed(() =>
    orders.value.includes(wantedOrder.value) ? wantedOrder.value : 'date',
  )
  function setOrder(next: ExpenseOrder) {
    wantedOrder.value = next
    live.say(t(`expenses.order.${next}`))
  }
  function goTo(first: string) {
    span.value = 'month'
    chosenMonth.value = first
    live.say(formatMonth(first, clock.today))
  }

  return {
    span,
    whose,
    month,
    query,
    looking,
    isLong,
    orders,
    setOrder,
    goTo,
    /** The request for the core. */
    asked: computed(() => ({
      month: isLong.value ? undefined : month.value,
      query: settled.value?.trim() ?? '',
      whose: whose.value,
      order: order.value,
    })),
    nextOrder() {
      const at = orders.value.indexOf(order.value)
      setOrder(orders.value[(at + 1) % orders.value.length]!)
    },
    goToday: () => (chosenMonth.value = undefined),
    step: (by: 1 | -1) => goTo(stepMonth(month.value.from, by)),
    toggleSpan() {
      span.value = span.value === 'month' ? 'all' : 'month'
      live.say(
        span.value === 'all' ? t('expenses.shownAll') : formatMonth(month.value.from, clock.today),
      )
    },
  }
}
