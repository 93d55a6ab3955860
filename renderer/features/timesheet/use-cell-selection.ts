/** The grid's active cell, the range selected from it, and how keys move both. */
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
  const chosen = ref<CellPosition>()
  /** The opposite corner of the selected range. */
  const corner = ref<CellPosition>()

  /** The cell with the tab stop. */
  const active = computed<CellPosition | undefined>(() => {
    const place = chosen.value
    if (place && rows.value.includes(place.row)) return place
    const [row] = rows.value
    return row === undefined ? undefined : { row, day: place?.day ?? startDay() }
  })

  /** The active column, even while there is no row. */
  const day = computed(() => active.value?.day ?? chosen.value?.day ?? startDay())

  const range = computed(() => {
    const to = active.value
    if (!to) return undefined
    const from = corner.value && rows.value.includes(corner.value.row) ? corner.value : to
    const at = [rows.value.indexOf(from.row), rows.value.indexOf(to.row)]
    return {
      top: minimum(at),
      bottom: maximum(at),
      left: Math.min(from.day, to.day),
      right: Math.max(from.day, to.day),
    }
  })
  /** The selected cells, by row. */
  const places = computed<CellPosition[][]>(() => {
    const marked = range.value
    if (!marked) return []
    return rows.value.slice(marked.top, marked.bottom + 1).map((row) =>
      Array.from({ length: marked.right - marked.left + 1 }, (_, at) => ({
        row,
        day: marked.left + at,
      })),
    )
  })
  const several = computed(() => places.value.length > 1 || (places.value[0]?.length ?? 0) > 1)

  function isMarked({ row, day }: CellPosition): boolean {
    const marked = range.value
    if (!marked || !chosen.value) return false
    const at = rows.value.indexOf(row)
    return at >= marked.top && at <= marked.bottom && day >= marked.left && day <= marked.right
  }

  /** Makes a cell the active one; `extend` keeps the opposite corner of the range. */
  function choose(place: CellPosition, extend = false) {
    corner.value = extend ? (corner.value ?? active.value) : undefined
    chosen.value = place
  }
  /** Does the same and focuses the cell as soon as it is rendered. */
  async function focus(place = active.value, extend = false) {
    if (!place) return
    choose(place, extend)
    await nextTick()
    const cell = document.querySelector<HTMLElement>(`[data-cell="${place.row}:${place.day}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }

  /** Shrinks the range to the cell where it began. Returns false when there is no range. */
  function collapse(): boolean {
    if (!several.value) return false
    void focus(corner.value)
    return true
  }

  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  function placeAt(row: number, day: number): CellPosition | undefined {
    const key = rows.value[within(row, rows.value.length)]
    return key === undefined ? undefined : { row: key, day: within(day, days) }
  }
  /** The cell this many rows and days away, limited to the edge of the grid. */
  function beside(by: { rows?: number; days?: number }): CellPosition | undefined {
    const place = active.value
    if (!place) return undefined
    return placeAt(rows.value.indexOf(place.row) + (by.rows ?? 0), place.day + (by.days ?? 0))
  }
  /** The next cell in reading order, across the ends of rows. */
  function following(by: 1 | -1): CellPosition | undefined {
    const place = active.value
    if (!place) return undefined
    const at = rows.value.indexOf(place.row) * days + place.day + by
    const inside = within(at, rows.value.length * days)
    return placeAt(Math.floor(inside / days), inside % days)
  }

  return {
    active,
    day,
    range,
    places,
    several,
    isMarked,
    choose,
    focus,
    collapse,
    placeAt,
    beside,
    following,
  }
}

export type CellSelection = ReturnType<typeof useCellSelection>
