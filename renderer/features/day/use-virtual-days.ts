/**
 * Selects the days and rows to render: those near the viewport, and the row with the tab stop,
 * wherever it is. Their elements are recycled.
 */
import { useMediaQuery } from '@vueuse/core'
import { computed, type Ref } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { type RecycledElements, assignElements } from '../../ui/recycled-elements.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'
import {
  dayIndexAt,
  computeDayListGeometry,
  narrowRowHeights,
  type PlacedDay,
  type PlacedRow,
  layoutDayRows,
  type DayListShape,
  wideRowHeights,
} from './day-geometry.ts'
import { type DayRow, toDayRows } from './day-rows.ts'
import { type DayGroup, useDayStore } from './day-store.ts'
import type { DayRowKey } from './use-row-selection.ts'
import type { ListViewport } from './use-day-viewport.ts'

/** The row of an entry. While an entry is being read, a recycled element waits in its place. */
type EntryOfRow = Extract<PlacedRow, { is: 'entry' }>
type Waiting = Omit<EntryOfRow, 'is' | 'key'> & { is: 'waiting'; key: string }
/** `slot` is the key of its element within the day. */
export type VirtualRow = (PlacedRow | Waiting) & { slot: string }

interface DrawnDay extends PlacedDay {
  /** The key of its element. */
  slot: number
  rows: readonly VirtualRow[]
  /** Keys of the elements of entry rows, read or not. */
  rowSlots: RecycledElements<string | number>
  /** The entry that the element of each row slot shows, or showed last. */
  shown: ReadonlyMap<number, EntryOfRow>
  /** The rows are still those of the element's previous day, and invisible. */
  passing: boolean
}

export function useVirtualDays(
  options: {
    groups: () => readonly DayGroup[]
    leading: () => string | undefined
    /** Interval of the running timer in the leading day, if it is shown there. */
    running: () => DayInterval | undefined
    currentPosition: () => { key: DayRowKey; day: number } | undefined
    tabbable: () => DayRowKey | undefined
  },
  viewport: Readonly<Ref<ListViewport>>,
) {
  const { isOwn } = useDayStore()
  const isNarrow = useMediaQuery('(max-width: 640px)')

  /** Gaps are shown only in the chosen day; in earlier days they would be noise. */
  const leadingRows = computed<DayRow[]>(() => {
    const group = options.groups()[0]
    if (!group?.entries || group.date !== options.leading()) return []
    return toDayRows(group.entries, options.running(), isOwn)
  })
  const rowsOfOthers = new WeakMap<readonly TimeEntry[], readonly DayRow[]>()
  function rowsOfDay({ entries, date }: DayGroup): readonly DayRow[] {
    if (date === options.leading()) return leadingRows.value
    let rows = entries && rowsOfOthers.get(entries)
    if (entries && !rows) {
      rows = toDayRows(entries, undefined, isOwn).filter((row) => row.is === 'entry')
      rowsOfOthers.set(entries, rows)
    }
    return rows ?? []
  }

  const current = computed(() => {
    const position = options.currentPosition()
    const date = position && options.groups()[position.day]?.date
    return position && date ? { key: position.key, date } : undefined
  })
  const shape = computed<DayListShape>(() => ({
    groups: options.groups(),
    leading: options.leading(),
    leadingRows: leadingRows.value,
    running: options.running() !== undefined,
    heights: isNarrow.value ? narrowRowHeights : wideRowHeights,
    // In wide windows the buttons are on the row's own line.
    current: isNarrow.value && current.value?.key !== 'running' ? current.value : undefined,
  }))
  const geometry = computed(() => computeDayListGeometry(shape.value))

  const drawn = computed<readonly DrawnDay[]>((before = []) => {
    const { days } = geometry.value
    if (days.length === 0) return []
    const { top, bottom, overscan: beyond, isJumping: passing } = viewport.value
    const [from, to] = [top - beyond, bottom + beyond]
    const [first, last] = [dayIndexAt(geometry.value, from), dayIndexAt(geometry.value, to)]
    const places = new Set(Array.from({ length: last - first + 1 }, (_, nth) => first + nth))
    places.add(Math.min(options.currentPosition()?.day ?? 0, days.length - 1))
    const near = [...places].toSorted((one, other) => one - other).map((place) => days[place]!)

    const slots = assignElements(
      near.map(({ group }) => group.date),
      new Map(before.map(({ group, slot }) => [group.date, slot])),
      days[options.currentPosition()?.day ?? 0]?.group.date,
    )
    const drawnIn = new Map(before.map((day) => [day.slot, day]))
    return near.map((day) => {
      const slot = slots.get(day.group.date)!
      if (passing) return { ...day, slot, ...previousRows(day, drawnIn.get(slot)) }
      const rows = layoutDayRows(day, shape.value, () => rowsOfDay(day.group)).filter(
        (row) =>
          (day.top + row.top < to && day.top + row.top + row.height > from) ||
          row.key === options.tabbable(),
      )
      return {
        ...day,
        slot,
        ...inSlots(rows, day.group.date, drawnIn.get(slot), options.tabbable()),
      }
    })
  })
  return { shape, geometry, rowsOfDay, drawn }
}

type DrawnRows = Pick<DrawnDay, 'rows' | 'rowSlots' | 'shown' | 'passing'>

const nothing: DrawnRows = { rows: [], rowSlots: new Map(), shown: new Map(), passing: true }

/**
 * Keeps the element's current rows for a day that is only scrolled past, so that none is rendered.
 */
function previousRows(day: PlacedDay, before: DrawnDay | undefined): DrawnRows {
  if (!before) return nothing
  const { rows, rowSlots, shown } = before
  const passing = before.passing || before.group.date !== day.group.date
  return { rows, rowSlots, shown, passing }
}

/**
 * @param before the day that the element showed until now: the same one, or another
 * @param tabbable the row that may have the focus
 */
function inSlots(
  rows: readonly PlacedRow[],
  date: string,
  before: DrawnDay | undefined,
  tabbable: DayRowKey | undefined,
): DrawnRows {
  const rowSlots = assignElements<string | number>(
    rows.filter(({ is }) => is === 'entry' || is === 'unread').map(({ key }) => key),
    before?.group.date === date ? before.rowSlots : undefined,
    tabbable,
  )
  const shown = new Map<number, EntryOfRow>()
  const drawn = rows.map((row): VirtualRow => {
    const slot = rowSlots.get(row.key)
    if (slot === undefined || (row.is !== 'entry' && row.is !== 'unread')) {
      return { ...row, slot: String(row.key) }
    }
    const shows = row.is === 'entry' ? row : before?.shown.get(slot)
    if (!shows) return { ...row, slot: `unread ${slot}` }
    shown.set(slot, shows)
    const key = `entry ${slot}`
    if (row.is === 'entry') return { ...row, slot: key }
    const { entry, overlap } = shows
    return { ...row, is: 'waiting', entry, overlap, slot: key }
  })
  return { rows: drawn, rowSlots, shown, passing: false }
}
