/** Determines the virtual rows of a long list: those in the viewport, and the overscan. */

/** The positions of rows, in pixels from the top of the list. */
export interface RowLayout {
  readonly count: number
  readonly height: number
  topOf(index: number): number
  heightOf(index: number): number
  /** The row at this position; the nearest one where there is none. */
  indexAt(y: number): number
}

/** Rows of equal height. */
export const uniformRows = (count: number, height: number): RowLayout => ({
  count,
  height: count * height,
  topOf: (index) => index * height,
  heightOf: () => height,
  indexAt: (y) => Math.max(0, Math.min(count - 1, Math.floor(y / height))),
})

/** Rows of these heights, from the top. */
export function stackedRows(heights: readonly number[]): RowLayout {
  const tops: number[] = []
  let end = 0
  for (const height of heights) {
    tops.push(end)
    end += height
  }
  return {
    count: heights.length,
    height: end,
    topOf: (index) => tops[index] ?? end,
    heightOf: (index) => heights[index] ?? 0,
    indexAt(y) {
      let low = 0
      let high = tops.length - 1
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (tops[middle]! <= y) low = middle
        else high = middle - 1
      }
      return Math.max(0, low)
    },
  }
}

/**
 * The rows between two positions, plus a margin, in order.
 * @param always a row that is always rendered, such as the focused one
 */
export function visibleRows(
  layout: RowLayout,
  { top, bottom, margin }: { top: number; bottom: number; margin: number },
  always?: number,
): number[] {
  if (layout.count === 0) return []
  const first = layout.indexAt(top - margin)
  const last = layout.indexAt(bottom + margin)
  const rows = Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
  if (always === undefined || always < 0 || always >= layout.count) return rows
  if (always < first) return [always, ...rows]
  return always > last ? [...rows, always] : rows
}
