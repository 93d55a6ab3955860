/**
 * The expenses on screen: those of a month, all read at once, or a list of any length (all
 * expenses, or search results), whose visible pages are read.
 */
import { computed, type Ref, ref, shallowRef, watch } from 'vue'
import { maxBulkRecords } from '#shared/rules/bulk-limit.ts'
import type { ExpensesInRange } from '#shared/ipc/call-results.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useWatchedDays } from '../../app/entries/use-watched-days.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { type ExpenseTotals, sumExpenses, totalsFromReport } from './expense-totals.ts'
import { type ExpenseOrder, sortExpenses } from './expense-order.ts'

export interface ExpenseListView {
  /** Civil dates of the month; undefined for a list of any length. */
  month: { from: string; to: string } | undefined
  /** The search text, for all expenses. */
  query: string
  whose: 'mine' | 'everyone'
  order: ExpenseOrder
}

const perPage = 100
/** Maximum number of pages in memory; those farthest from the viewport are evicted first. */
const mostPages = 80
const everyDay = { from: '0001-01-01', to: '9999-12-31' }

const concerns = isChangeOf('expense', 'project', 'charge')

export function useExpenses(asked: Ref<ExpenseListView>) {
  const client = useIpcClient()

  const range = shallowRef<ExpensesInRange>()
  const pages = shallowRef<ReadonlyMap<number, readonly Expense[]>>(new Map())
  const count = ref(0)
  const longTotals = shallowRef<ExpenseTotals>()
  /**
   * The request that the screen shows the result of; it stays until the next result has arrived.
   */
  const shown = shallowRef<ExpenseListView>()
  const isLong = computed(() => shown.value !== undefined && shown.value.month === undefined)
  /** The visible pages. */
  let visiblePages: [first: number, last: number] = [1, 1]
  /** The page of the focused row: it stays in memory, however far the list scrolls. */
  let held: number | undefined
  /** Counts requests, so that a late reply to an older one is ignored. */
  let asking = 0

  const checking = shallowRef<ReadonlySet<number>>(new Set())
  async function readChecking(expenses: Iterable<Expense>) {
    const some = [...expenses].some(({ state }) => state === 'sending')
    const { items } = some ? await client.call('sync.outbox', { limit: 200 }) : { items: [] }
    const lost = items.filter(
      ({ resource, state }) => resource === 'expense' && state === 'checking',
    )
    checking.value = new Set(lost.map(({ local }) => local))
  }

  const readPage = ({ query, order }: ExpenseListView, page: number) => {
    const sortKey = order === 'name' ? 'name' : 'date'
    return client.call('expenses.list', {
      page,
      limit: perPage,
      sortKey,
      sortAsc: sortKey === 'name',
      ...(query === '' ? {} : { query }),
    })
  }

  async function readLong(question: ExpenseListView, turn: number) {
    const [first, last] = visiblePages
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const isSame = shown.value?.query === question.query && shown.value.order === question.order
    if (isSame && held !== undefined && !numbers.includes(held)) numbers.push(held)
    const read = await Promise.all(numbers.map((page) => readPage(question, page)))
    if (turn !== asking) return
    pages.value = new Map(read.map(({ data }, at) => [numbers[at]!, data]))
    count.value = read[0]?.total ?? 0
    if (shown.value?.month || shown.value?.query !== question.query) longTotals.value = undefined
    shown.value = question
    await readChecking([...pages.value.values()].flat())
    if (question.query !== '') return
    const report = await client.call('reports.show', {
      ...everyDay,
      by: 'project',
      whose: 'everyone',
    })
    if (turn === asking) longTotals.value = totalsFromReport(report)
  }

  async function readMonth(
    question: ExpenseListView,
    { from, to }: NonNullable<ExpenseListView['month']>,
    turn: number,
  ) {
    const answer = await client.call('expenses.inDateRange', { from, to, whose: question.whose })
    if (turn !== asking) return
    range.value = answer
    shown.value = question
    await readChecking(answer.expenses)
  }

  const refresh = useLiveQuery(async () => {
    const turn = ++asking
    const question = asked.value
    await (question.month ? readMonth(question, question.month, turn) : readLong(question, turn))
  }, concerns)

  watch(asked, (now, before) => {
    const differs =
      now.month?.from !== before.month?.from ||
      now.query !== before.query ||
      now.whose !== before.whose
    // A month is sorted here; a long list is requested again.
    if (!differs && (now.order === before.order || now.month)) return
    visiblePages = [1, 1]
    void refresh()
  })

  /** Reads the pages of this range that are missing. */
  async function load(from: number, to: number) {
    const question = shown.value
    const turn = asking
    const missing: number[] = []
    for (let page = from; page <= to; page++) if (!pages.value.has(page)) missing.push(page)
    if (missing.length === 0 || !question) return
    const read = await Promise.all(missing.map((page) => readPage(question, page)))
    if (turn !== asking) return
    const known = new Map(pages.value)
    read.forEach(({ data }, at) => known.set(missing[at]!, data))
    const middle = (from + to) / 2
    const farthest = [...known.keys()]
      .filter((page) => page !== held)
      .toSorted((one, other) => Math.abs(other - middle) - Math.abs(one - middle))
    for (const page of farthest.slice(0, Math.max(0, known.size - mostPages))) known.delete(page)
    pages.value = known
  }
  const pageOf = (place: number): number => Math.floor(place / perPage) + 1

  /** Reads the visible part of a long list, given by indexes. */
  async function show(first: number, last: number) {
    if (!isLong.value || count.value === 0) return
    visiblePages = [pageOf(first), pageOf(Math.min(last, count.value - 1))]
    await load(...visiblePages)
  }

  const months = computed(() => sortExpenses(range.value?.expenses ?? [], asked.value.order))
  const places = computed(() => {
    const found = new Map<number, number>()
    if (!isLong.value) months.value.forEach(({ local }, place) => found.set(local, place))
    else
      for (const [page, expenses] of pages.value)
        expenses.forEach(({ local }, at) => found.set(local, (page - 1) * perPage + at))
    return found
  })
  const at = (place: number): Expense | undefined =>
    isLong.value ? pages.value.get(pageOf(place))?.[place % perPage] : months.value[place]
  const total = computed(() => (isLong.value ? count.value : months.value.length))

  /** Reads the expenses between two indexes. */
  async function read(first: number, last: number) {
    if (isLong.value && count.value > 0) await load(pageOf(first), pageOf(last))
  }
  /** Returns all expenses; undefined when they are more than one change may contain. */
  async function every(): Promise<Expense[] | undefined> {
    if (total.value > maxBulkRecords) return undefined
    await read(0, total.value - 1)
    return Array.from({ length: total.value }, (_, place) => at(place)).filter(
      (expense) => expense !== undefined,
    )
  }

  /** Returns the current versions of these expenses, without deleted ones. */
  async function those(expenses: readonly Expense[]): Promise<Expense[]> {
    const wanted = new Set(expenses.map(({ local }) => local))
    const dates = expenses.map(({ date }) => date).toSorted()
    const range = { from: dates[0]!, to: dates.at(-1)!, whose: 'everyone' as const }
    const read = await client.call('expenses.inDateRange', range)
    const found = read.expenses.filter(({ local }) => wanted.delete(local))
    // The remaining ones were deleted, or moved to another day.
    const moved = await Promise.all(
      [...wanted].map((local) => client.call('expenses.show', { local }).catch(() => undefined)),
    )
    return [...found, ...moved.filter((expense) => expense !== undefined)]
  }

  useWatchedDays(() => asked.value.month ?? null)

  const others = computed(() => new Set(range.value?.others))
  return {
    isLong,
    /** The month on screen; undefined for a list of any length, and before the first read. */
    month: computed(() => shown.value?.month),
    isRead: computed(() => shown.value !== undefined),
    isFound: computed(() => Boolean(shown.value?.query) && isLong.value),
    order: computed(() => (isLong.value ? shown.value!.order : asked.value.order)),
    /** The month's expenses, sorted. */
    months,
    /** Changes whenever something else is on screen. */
    version: computed(() => [shown.value, range.value, pages.value] as const),
    total,
    itemAt: at,
    indexOf: (local: number): number | undefined => places.value.get(local),
    show,
    load: read,
    hold(place: number | undefined) {
      held = place === undefined ? undefined : pageOf(place)
    },
    every,
    those,
    refresh,
    /**
     * Undefined where not all are read and no totals were counted; null where they are too large to
     * be exact.
     */
    totals: computed<ExpenseTotals | null | undefined>(() => {
      if (!isLong.value) return sumExpenses(months.value)
      if (shown.value?.query === '') return longTotals.value
      if (count.value > pages.value.size * perPage) return undefined
      const all = Array.from({ length: count.value }, (_, place) => at(place))
      return all.every((expense) => expense !== undefined) ? sumExpenses(all) : undefined
    }),
    isChecking: ({ local }: Pick<Expense, 'local'>) => checking.value.has(local),
    /** Name of the owner, for a colleague's expense. */
    colleagueOf: ({ local, user }: Pick<Expense, 'local' | 'user'>) =>
      !isLong.value && others.value.has(local) ? user?.name : undefined,
  }
}
