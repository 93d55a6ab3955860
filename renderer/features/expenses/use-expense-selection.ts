/**
 * The current expense, and the selection. One row has the tab stop; Space, Shift with the arrows,
 * and Ctrl+A select.
 */
import { computed, nextTick, type Ref, ref, shallowRef } from 'vue'
import { maxBulkRecords } from '#shared/rules/bulk-limit.ts'
import type { Expense } from '#shared/resources/expense.ts'

/** The list, by index. */
export interface SelectableList {
  total: Ref<number>
  itemAt(index: number): Expense | undefined
  indexOf(local: number): number | undefined
  load(first: number, last: number): Promise<void>
}

const rowElement = (local: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-expense="${local}"]`)

export function useExpenseSelection(
  list: SelectableList,
  reveal: (index: number) => Promise<void>,
) {
  /** Local id of the row that has, or had, the focus: keys act on it. */
  const current = ref<number>()
  /**
   * The last index of the current row: when the row disappears, the row at this index becomes
   * current.
   */
  let lastIndex = 0
  const selected = shallowRef<ReadonlyMap<number, Expense>>(new Map())
  /** The row from which a range selection extends. */
  let anchor: number | undefined

  const currentIndex = computed(() =>
    current.value === undefined ? undefined : list.indexOf(current.value),
  )
  const tabbable = computed(() =>
    currentIndex.value === undefined ? list.itemAt(0)?.local : current.value,
  )

  function makeCurrent(local: number | undefined) {
    current.value = local
    const index = local === undefined ? undefined : list.indexOf(local)
    if (index !== undefined) lastIndex = index
  }

  /** Focuses a row, wherever in the list it is. */
  async function focus(local: number | undefined) {
    if (local === undefined) return
    makeCurrent(local)
    const index = list.indexOf(local)
    if (index !== undefined) await reveal(index)
    await nextTick()
    rowElement(local)?.focus({ preventScroll: true })
  }
  /** Returns the expense at an index; reads it if necessary. */
  async function expenseAt(index: number): Promise<Expense | undefined> {
    if (index < 0 || index >= list.total.value) return undefined
    if (!list.itemAt(index)) await list.load(index, index)
    return list.itemAt(index)
  }
  async function goTo(index: number) {
    const last = list.total.value - 1
    if (last < 0) return
    await focus((await expenseAt(Math.max(0, Math.min(last, index))))?.local)
  }
  /** Where keys move from: before the first row while none is current. */
  const from = () => currentIndex.value ?? -1
  function move(by: number) {
    anchor = undefined
    return goTo(from() + by)
  }
  /** For another list: starts at the first row. */
  const top = () => {
    if (currentIndex.value === undefined) lastIndex = 0
  }
  /** Focuses the row at the index of the former current one. */
  const focusNearest = () => goTo(Math.min(lastIndex, list.total.value - 1))

  function select(...expenses: readonly Expense[]) {
    const now = new Map(selected.value)
    for (const expense of expenses) now.set(expense.local, expense)
    selected.value = now
  }
  function toggle(expense: Expense) {
    const now = new Map(selected.value)
    if (!now.delete(expense.local)) now.set(expense.local, expense)
    selected.value = now
    anchor = list.indexOf(expense.local)
  }
  function clearSelection() {
    selected.value = new Map()
    anchor = undefined
  }
  /** Selects everything from the anchor to this index; returns false where that is too many. */
  async function selectTo(index: number): Promise<boolean> {
    const start = (anchor ??= currentIndex.value ?? index)
    const [first, last] = start < index ? [start, index] : [index, start]
    if (last - first >= maxBulkRecords) return false
    await list.load(first, last)
    const between = Array.from({ length: last - first + 1 }, (_, nth) => list.itemAt(first + nth))
    selected.value = new Map()
    select(...between.filter((expense) => expense !== undefined))
    return true
  }
  async function extend(by: 1 | -1) {
    const index = Math.max(0, Math.min(list.total.value - 1, from() + by))
    if (list.total.value === 0) return
    await selectTo(index)
    await goTo(index)
  }

  /** Updates the selection after the list was re-read, and drops expenses that are missing. */
  function refreshSelection(isHere: (local: number) => boolean) {
    if (selected.value.size === 0) return
    const now = new Map<number, Expense>()
    for (const [local, expense] of selected.value) {
      if (!isHere(local)) continue
      const index = list.indexOf(local)
      now.set(local, (index === undefined ? undefined : list.itemAt(index)) ?? expense)
    }
    selected.value = now
  }

  return {
    current,
    currentIndex,
    tabbable,
    selected,
    makeCurrent,
    focus,
    focusNearest,
    top,
    goTo,
    move,
    select,
    toggle,
    clearSelection,
    selectTo,
    extend,
    refreshSelection,
  }
}
