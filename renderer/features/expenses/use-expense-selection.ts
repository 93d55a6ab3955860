/**
 * The active expense, and the selection. One row has the tab stop; Space, Shift with the arrows,
 * and Ctrl+A select.
 */
import { computed, nextTick, type Ref, ref, shallowRef } from 'vue'
import { maxBulkRecords } from '#shared/rules/bulk-limit.ts'
import type { Expense } from '#shared/resources/expense.ts'

/** The list, by index. */
export interface SelectableList {
  total: Ref<number>
  itemAt(place: number): Expense | undefined
  indexOf(local: number): number | undefined
  load(first: number, last: number): Promise<void>
}

const rowElement = (local: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-expense="${local}"]`)

export function useExpenseSelection(
  list: SelectableList,
  reveal: (place: number) => Promise<void>,
) {
  /** Local id of the row that has, or had, the focus. */
  const active = ref<number>()
  /**
   * The last index of the active row: when the row disappears, the row at this index becomes
   * active.
   */
  let lastPlace = 0
  const marked = shallowRef<ReadonlyMap<number, Expense>>(new Map())
  /** The row from which a range selection extends. */
  let anchor: number | undefined

  const activePlace = computed(() =>
    active.value === undefined ? undefined : list.indexOf(active.value),
  )
  const tabbable = computed(() =>
    activePlace.value === undefined ? list.itemAt(0)?.local : active.value,
  )

  function select(local: number | undefined) {
    active.value = local
    const place = local === undefined ? undefined : list.indexOf(local)
    if (place !== undefined) lastPlace = place
  }

  /** Focuses a row, wherever in the list it is. */
  async function focus(local: number | undefined) {
    if (local === undefined) return
    select(local)
    const place = list.indexOf(local)
    if (place !== undefined) await reveal(place)
    await nextTick()
    rowElement(local)?.focus({ preventScroll: true })
  }
  /** Returns the expense at an index; reads it if necessary. */
  async function expenseAt(place: number): Promise<Expense | undefined> {
    if (place < 0 || place >= list.total.value) return undefined
    if (!list.itemAt(place)) await list.load(place, place)
    return list.itemAt(place)
  }
  async function goTo(place: number) {
    const last = list.total.value - 1
    if (last < 0) return
    await focus((await expenseAt(Math.max(0, Math.min(last, place))))?.local)
  }
  /** Where keys move from: before the first row while none is active. */
  const from = () => activePlace.value ?? -1
  function move(by: number) {
    anchor = undefined
    return goTo(from() + by)
  }
  /** For another list: starts at the first row. */
  const top = () => {
    if (activePlace.value === undefined) lastPlace = 0
  }
  /** Focuses the row at the index of the former active one. */
  const focusNearest = () => goTo(Math.min(lastPlace, list.total.value - 1))

  function mark(...expenses: readonly Expense[]) {
    const now = new Map(marked.value)
    for (const expense of expenses) now.set(expense.local, expense)
    marked.value = now
  }
  function toggle(expense: Expense) {
    const now = new Map(marked.value)
    if (!now.delete(expense.local)) now.set(expense.local, expense)
    marked.value = now
    anchor = list.indexOf(expense.local)
  }
  function clear() {
    marked.value = new Map()
    anchor = undefined
  }
  /** Selects everything from the anchor to this index; returns false where that is too many. */
  async function markTo(place: number): Promise<boolean> {
    const start = (anchor ??= activePlace.value ?? place)
    const [first, last] = start < place ? [start, place] : [place, start]
    if (last - first >= maxBulkRecords) return false
    await list.load(first, last)
    const between = Array.from({ length: last - first + 1 }, (_, nth) => list.itemAt(first + nth))
    marked.value = new Map()
    mark(...between.filter((expense) => expense !== undefined))
    return true
  }
  async function extend(by: 1 | -1) {
    const place = Math.max(0, Math.min(list.total.value - 1, from() + by))
    if (list.total.value === 0) return
    await markTo(place)
    await goTo(place)
  }

  /** Updates the selection after the list was re-read, and drops expenses that are missing. */
  function renew(isHere: (local: number) => boolean) {
    if (marked.value.size === 0) return
    const now = new Map<number, Expense>()
    for (const [local, expense] of marked.value) {
      if (!isHere(local)) continue
      const place = list.indexOf(local)
      now.set(local, (place === undefined ? undefined : list.itemAt(place)) ?? expense)
    }
    marked.value = now
  }

  return {
    active,
    activePlace,
    tabbable,
    marked,
    select,
    focus,
    focusNearest,
    top,
    goTo,
    move,
    mark,
    toggle,
    clear,
    markTo,
    extend,
    renew,
  }
}
