/**
 * Focus and selection of a long virtual list: which row has the tab stop, how keys move it, and
 * which rows are selected for bulk actions.
 */
import { computed, nextTick, ref, type Ref, shallowRef } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import type { DayGroup } from './day-store.ts'

/** An entry's local id, or the running timer. */
export type DayRowKey = number | 'running'

interface Position {
  key: DayRowKey
  /** Index of its day in the list. */
  day: number
}

const rowElement = (key: DayRowKey): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-entry="${key}"]`)

export function useDayRowSelection(options: {
  groups: Ref<readonly DayGroup[]>
  /** The running timer is listed before the first day's entries. */
  running: Ref<boolean>
  /** Reads the entries of a day that has not been read yet. */
  load: (date: string) => Promise<void>
}) {
  const { groups, running } = options
  /** The row that has, or had, the focus: keys act on it. */
  const current = ref<DayRowKey>()
  /** The selected entries, in the order of selection. */
  const selected = shallowRef<ReadonlyMap<number, TimeEntry>>(new Map())

  const keysOf = (day: number): DayRowKey[] => [
    ...(day === 0 && running.value ? (['running'] as const) : []),
    ...(groups.value[day]?.entries ?? []).map((entry) => entry.local),
  ]
  function positionOf(key: DayRowKey | undefined): Position | undefined {
    if (key === undefined) return undefined
    if (key === 'running') return running.value ? { key, day: 0 } : undefined
    const day = groups.value.findIndex((group) =>
      group.entries?.some((entry) => entry.local === key),
    )
    return day === -1 ? undefined : { key, day }
  }
  const firstKey = computed<DayRowKey | undefined>(() => {
    if (running.value) return 'running'
    return groups.value.find((group) => group.entries && group.entries.length > 0)?.entries?.[0]
      ?.local
  })
  const currentPosition = computed(() => positionOf(current.value))
  const tabbable = computed(() => currentPosition.value?.key ?? firstKey.value)

  /** Makes a row the current one and focuses it as soon as it is rendered. */
  async function focus(key: DayRowKey | undefined) {
    if (key === undefined) return
    current.value = key
    await nextTick()
    const row = rowElement(key)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView?.({ block: 'nearest' })
  }

  /** Returns the next or previous row, also across days; reads days that have not been read. */
  async function beside(key: DayRowKey, by: 1 | -1): Promise<DayRowKey | undefined> {
    const position = positionOf(key)
    if (!position) return undefined
    const own = keysOf(position.day)
    const next = own[own.indexOf(key) + by]
    if (next !== undefined) return next
    for (let day = position.day + by; groups.value[day]; day += by) {
      const group = groups.value[day]!
      if (!group.entries && group.count > 0) await options.load(group.date)
      const keys = keysOf(day)
      if (keys.length > 0) return by === 1 ? keys[0] : keys.at(-1)
      if (groups.value[day]?.entries === undefined) return undefined
    }
    return undefined
  }

  /** Moves the focus; with `extending` it also selects the rows on the way. */
  async function move(by: 1 | -1, extending = false) {
    const from = currentPosition.value?.key
    const next = from === undefined ? firstKey.value : await beside(from, by)
    if (next === undefined) return
    if (extending && from !== undefined) {
      // Moving back over selected rows deselects them.
      if (isSelected(from) && isSelected(next)) toggle(from)
      else select([from, next])
    }
    await focus(next)
  }

  const entryOf = (key: DayRowKey): TimeEntry | undefined => {
    if (typeof key !== 'number') return undefined
    const position = positionOf(key)
    return position && groups.value[position.day]!.entries?.find((entry) => entry.local === key)
  }
  const isSelected = (key: DayRowKey): boolean => typeof key === 'number' && selected.value.has(key)
  const select = (keys: readonly DayRowKey[]) =>
    selectEntries(keys.map(entryOf).filter((entry) => entry !== undefined))
  function selectEntries(entries: readonly TimeEntry[]) {
    selected.value = new Map([
      ...selected.value,
      ...entries.map((one) => [one.local, one] as const),
    ])
  }
  function toggle(key: DayRowKey | undefined) {
    if (key === undefined) return
    if (!isSelected(key)) return select([key])
    selected.value = new Map([...selected.value].filter(([local]) => local !== key))
  }
  /** Selects everything from the focused row to this one, in list order. */
  async function selectTo(key: DayRowKey) {
    const [from, to] = [currentPosition.value ?? positionOf(firstKey.value), positionOf(key)]
    if (!from || !to) return
    const [upper, lower] = isBefore(from, to) ? [from, to] : [to, from]
    for (let at: DayRowKey | undefined = upper.key; at !== undefined; at = await beside(at, 1)) {
      select([at])
      if (at === lower.key) break
    }
  }
  /**
   * A press with the pointer: selects this row only, toggles it, or extends the selection to it.
   */
  async function press(key: DayRowKey, how: 'alone' | 'also' | 'upTo') {
    if (how === 'alone') {
      clearSelection()
      current.value = key
      return
    }
    if (how === 'upTo') await selectTo(key)
    else {
      // The first toggled row joins the row that was current before.
      const before = current.value
      if (selected.value.size === 0 && before !== undefined && before !== key) toggle(before)
      toggle(key)
    }
    await focus(key)
  }
  const isBefore = (one: Position, other: Position): boolean =>
    one.day === other.day
      ? keysOf(one.day).indexOf(one.key) <= keysOf(one.day).indexOf(other.key)
      : one.day < other.day
  /** Selects the day of the focused row, or the first day. */
  const selectDay = () => select(keysOf(currentPosition.value?.day ?? 0))
  /** Selects every entry that has been read. */
  const selectAll = () => selectEntries([...readEntries().values()])
  const readEntries = (): ReadonlyMap<number, TimeEntry> =>
    new Map(
      groups.value.flatMap(({ entries }) =>
        (entries ?? []).map((entry) => [entry.local, entry] as const),
      ),
    )
  function clearSelection() {
    if (selected.value.size > 0) selected.value = new Map()
  }
  /**
   * After a reload, replaces the selected entries by their current versions and drops deleted ones.
   */
  function refreshSelection() {
    if (selected.value.size === 0) return
    const read = readEntries()
    const days = new Map(groups.value.map((group) => [group.date, group]))
    const still = [...selected.value.values()].flatMap((entry) => {
      const now = read.get(entry.local)
      const day = days.get(entry.date)
      if (now) return [now]
      return day === undefined || day.entries ? [] : [entry]
    })
    selected.value = new Map(still.map((entry) => [entry.local, entry]))
  }

  return {
    current,
    currentPosition,
    tabbable,
    firstKey,
    focus,
    move,
    has: (key: DayRowKey): boolean => positionOf(key) !== undefined,
    /** Returns the row that takes over the focus when some rows are removed. */
    async successor(
      leaving: ReadonlySet<DayRowKey>,
      start: DayRowKey | undefined,
    ): Promise<DayRowKey | undefined> {
      for (const by of [1, -1] as const) {
        let at = start
        while (at !== undefined && leaving.has(at)) at = await beside(at, by)
        if (at !== undefined) return at
      }
      return undefined
    },
    selected,
    toggle,
    press,
    selectDay,
    selectAll,
    clearSelection,
    refreshSelection,
  }
}
