/** The grid's current cell, the range selected from it, and how keys move both. */
import { computed, nextTick, ref, type Ref } from 'vue'
import { maximum, minimum } from '#shared/rules/extremes.ts'

export interface CellPosition {
  row: string
  /** Index of the day in the week, from 0. */
  day: number
}

const days = 7

/** @param rows keys of the rows, from the top */
export function useCellSelection(rows: Ref<readonly string[]>, startDay: () => number) {
  /** The cell that was made current last; its row may be gone. */
  const lastCurrent = ref<CellPosition>()
  /** The opposite corner of the selected range, where it begins. */
  const anchor = ref<CellPosition>()

  /** The cell that keys act on, and the tab stop. */
  const current = computed<CellPosition | undefined>(() => {
    const place = lastCurrent.value
    if (place && rows.value.includes(place.row)) return place
    const [row] = rows.value
    return row === undefined ? undefined : { row, day: place?.day ?? startDay() }
  })

  /** The current column, even while there is no row. */
  const day = computed(() => current.value?.day ?? lastCurrent.value?.day ?? startDay())

  const range = computed(() => {
    const to = current.value
    if (!to) return undefined
    const from = anchor.value && rows.value.includes(anchor.value.row) ? anchor.value : to
    const at = [rows.value.indexOf(from.row), rows.value.indexOf(to.row)]
    return {
      top: minimum(at),
      bottom: maximum(at),
      left: Math.min(from.day, to.day),
      right: Math.max(from.day, to.day),
    }
  })
  /** The selected cells, by row. */
  const selected = computed<CellPosition[][]>(() => {
    const bounds = range.value
    if (!bounds) return []
    return rows.value.slice(bounds.top, bounds.bottom + 1).map((row) =>
      Array.from({ length: bounds.right - bounds.left + 1 }, (_, at) => ({
        row,
        day: bounds.left + at,
      })),
    )
  })
  const several = computed(() => selected.value.length > 1 || (selected.value[0]?.length ?? 0) > 1)

  function isSelected({ row, day }: CellPosition): boolean {
    const bounds = range.value
    if (!bounds || !lastCurrent.value) return false
    const at = rows.value.indexOf(row)
    return at >= bounds.top && at <= bounds.bottom && day >= bounds.left && day <= bounds.right
  }

  /** Makes a cell the current one; `extend` keeps the anchor of the range. */
  function makeCurrent(place: CellPosition, extend = false) {
    anchor.value = extend ? (anchor.value ?? current.value) : undefined
    lastCurrent.value = place
  }
  /** Does the same and focuses the cell as soon as it is rendered. */
  async function focus(place = current.value, extend = false) {
    if (!place) return
    makeCurrent(place, extend)
    await nextTick()
    const cell = document.querySelector<HTMLElement>(`[data-cell="${place.row}:${place.day}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }

  /** Shrinks the range to the cell where it began. Returns false when there is no range. */
  function collapse(): boolean {
    if (!several.value) return false
    void focus(anchor.value)
    return true
  }

  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  function placeAt(row: number, day: number): CellPosition | undefined {
    const key = rows.value[within(row, rows.value.length)]
    return key === undefined ? undefined : { row: key, day: within(day, days) }
  }
  /** The cell this many rows and days away, limited to the edge of the grid. */
  function beside(by: { rows?: number; days?: number }): CellPosition | undefined {
    const place = current.value
    if (!place) return undefined
    return placeAt(rows.value.indexOf(place.row) + (by.rows ?? 0), place.day + (by.days ?? 0))
  }
  /** The next cell in reading order, across the ends of rows. */
  function following(by: 1 | -1): CellPosition | undefined {
    const place = current.value
    if (!place) return undefined
    const at = rows.value.indexOf(place.row) * days + place.day + by
    const inside = within(at, rows.value.length * days)
    return placeAt(Math.floor(inside / days), inside % days)
  }

  return {
    current,
    day,
    range,
    selected,
    several,
    isSelected,
    makeCurrent,
    focus,
    collapse,
    placeAt,
    beside,
    following,
  }
}

export type CellSelection = ReturnType<typeof useCellSelection>
