/** Animates rows that change their position. */

/** Milliseconds in which a moved row slides to its new position. */
const duration = 160
/** Rows that move further than this, in pixels, jump. */
const furthest = 400

const rowsIn = (list: HTMLElement) => list.querySelectorAll<HTMLElement>('[data-row]')
const topOf = (row: HTMLElement): number => row.offsetTop + (row.parentElement?.offsetTop ?? 0)

/** Measures the tops of a list's rows in pixels, by `data-row`. */
export const measureRows = (list: HTMLElement): ReadonlyMap<string, number> =>
  new Map([...rowsIn(list)].map((row) => [row.dataset['row']!, topOf(row)]))

/**
 * Animates the rows of a list from their former positions to the present ones.
 * @param stood the positions that `measureRows` returned before
 */
export function animateRowMoves(list: HTMLElement, stood: ReadonlyMap<string, number>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const row of rowsIn(list)) {
    const before = stood.get(row.dataset['row']!)
    const by = before === undefined ? 0 : before - topOf(row)
    if (by === 0 || Math.abs(by) > furthest) continue
    row.animate?.([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
      duration,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    })
  }
}
