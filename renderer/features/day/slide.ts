/** Rows that change their place are seen to move there. */

const duration = 160
/** Further than this nobody follows with their eyes. */
const furthest = 400

const rowsIn = (list: HTMLElement) => list.querySelectorAll<HTMLElement>('[data-row]')
const topOf = (row: HTMLElement): number => row.offsetTop + (row.parentElement?.offsetTop ?? 0)

/** Where the rows of a list stand, by `data-row`, in pixels. */
export const placesIn = (list: HTMLElement): ReadonlyMap<string, number> =>
  new Map([...rowsIn(list)].map((row) => [row.dataset['row']!, topOf(row)]))

/**
 * Lets the rows of a list slide from where they stood to where they stand.
 * @param stood what `placesIn` answered before
 */
export function slide(list: HTMLElement, stood: ReadonlyMap<string, number>): void {
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
