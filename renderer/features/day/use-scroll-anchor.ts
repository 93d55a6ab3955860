/**
 * Scroll anchoring for the list of days. At the very top new rows appear and others slide to their
 * positions; further down the visible rows stay where they are. The focused row stays visible.
 */
import { onUpdated, type Ref, watch } from 'vue'
import {
  dayIndexAt,
  type DayListGeometry,
  isOnlyLoadedFurther,
  layoutDayRows,
  type DayListShape,
} from './day-geometry.ts'
import type { DayRow } from './day-rows.ts'
import type { DayGroup } from './day-store.ts'
import type { useDayViewport } from './use-day-viewport.ts'

/** The row at the top of the viewport, and how far the viewport's top is below the row's. */
interface Anchor {
  date: string
  key?: string | number
  offset: number
}
/** Scrolled down by at most this much counts as the very top, in pixels. */
const slack = 8

export function useScrollAnchor({
  grid,
  geometry,
  shape,
  rowsOfDay,
  view: { seen, scrollBy, focusedRow, isVisible },
}: {
  grid: Readonly<Ref<HTMLElement | null>>
  geometry: Readonly<Ref<DayListGeometry>>
  shape: Readonly<Ref<DayListShape>>
  rowsOfDay: (group: DayGroup) => readonly DayRow[]
  view: ReturnType<typeof useDayViewport>
}): void {
  function anchorAt(y: number, of: DayListGeometry, shaped: DayListShape): Anchor | undefined {
    const day = of.days[dayIndexAt(of, y)]
    if (!day) return undefined
    const rows = layoutDayRows(day, shaped, () => rowsOfDay(day.group))
    const row = rows.find((one) => day.top + one.top + one.height > y)
    return { date: day.group.date, key: row?.key, offset: y - day.top - (row?.top ?? 0) }
  }
  /** Returns the anchor's present height. */
  function heightOf({ date, key, offset }: Anchor): number | undefined {
    const day = geometry.value.days.find(({ group }) => group.date <= date)
    if (!day) return undefined
    const isSame = day.group.date === date
    const rows = isSame ? layoutDayRows(day, shape.value, () => rowsOfDay(day.group)) : []
    const row = rows.find((one) => one.key === key)
    return day.top + (row?.top ?? 0) + (row ? offset : Math.min(offset, day.height))
  }

  let anchor: Anchor | undefined
  /** Positions of the rendered rows before the change. */
  let previousTops: ReadonlyMap<string, number> | undefined
  /** The focused row, if it was visible before the change. */
  let held: HTMLElement | undefined
  watch(
    [geometry, shape] as const,
    ([next, nextShape], [before, beforeShape]) => {
      // Newly read entries do not move any row.
      if (isOnlyLoadedFurther(beforeShape, nextShape)) return
      const focused = focusedRow()
      held = focused && isVisible(focused) ? focused : undefined
      const { top } = seen()
      const isSameList = before.days[0]?.group.date === next.days[0]?.group.date
      anchor = isSameList && top > slack ? anchorAt(top, before, beforeShape) : undefined
      previousTops = isSameList && !anchor && grid.value ? measureRows(grid.value) : undefined
    },
    { flush: 'pre' },
  )
  onUpdated(() => {
    if (anchor) {
      const to = heightOf(anchor)
      const by = to === undefined ? 0 : to - seen().top
      if (Math.abs(by) >= 1) scrollBy(by)
      anchor = undefined
    }
    // Also where only a part of it moved, as below the bar of the selection.
    if (held && held === focusedRow()) held.scrollIntoView?.({ block: 'nearest' })
    held = undefined
    if (previousTops && grid.value) animateRowMoves(grid.value, previousTops)
    previousTops = undefined
  })
}

/** Milliseconds in which a moved row slides to its new position. */
const duration = 160
/** Rows that move further than this, in pixels, jump. */
const furthest = 400

const rowsIn = (list: HTMLElement) => list.querySelectorAll<HTMLElement>('[data-row]')
const topOf = (row: HTMLElement): number => row.offsetTop + (row.parentElement?.offsetTop ?? 0)

/** Measures the tops of a list's rows in pixels, by `data-row`. */
const measureRows = (list: HTMLElement): ReadonlyMap<string, number> =>
  new Map([...rowsIn(list)].map((row) => [row.dataset['row']!, topOf(row)]))

/**
 * Animates the rows of a list from their former positions to the present ones.
 * @param previousTops the positions that `measureRows` returned before
 */
function animateRowMoves(list: HTMLElement, previousTops: ReadonlyMap<string, number>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const row of rowsIn(list)) {
    const before = previousTops.get(row.dataset['row']!)
    const by = before === undefined ? 0 : before - topOf(row)
    if (by === 0 || Math.abs(by) > furthest) continue
    row.animate?.([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
      duration,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    })
  }
}
