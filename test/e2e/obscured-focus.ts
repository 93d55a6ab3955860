/** Finds elements that a person who tabs to them cannot see (WCAG, Focus Not Obscured). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { press } from './at-work.ts'

/** A page with more tab stops than this is left there. */
const mostStops = 100

/**
 * Runs in the page: what is drawn in place of the focused element, at its middle or near one of
 * its edges.
 */
function obscured(): string | undefined {
  const focused = document.activeElement!
  // An input may be drawn by its label.
  const shown = focused.closest('label') ?? focused
  const { left, right, top, bottom, height } = shown.getBoundingClientRect()
  if (height > innerHeight / 2) return undefined
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const points = [
    [x, y],
    [x, top + 3],
    [x, bottom - 3],
    [left + 3, y],
    [right - 3, y],
  ] as const
  for (const point of points) {
    const hit = document.elementFromPoint(...point)
    if (hit && shown.contains(hit)) continue
    const name = focused.ariaLabel ?? focused.textContent.trim()
    const over = hit ? `${hit.tagName.toLowerCase()}.${hit.getAttribute('class')}` : 'nothing'
    return `${focused.tagName.toLowerCase()} “${name}” at ${Math.round(left)}, ${Math.round(top)}: ${over}`
  }
  return undefined
}

/** What is drawn over the focused element; undefined where all of it is visible. */
export const obscuredFocus = (page: Page): Promise<string | undefined> => page.evaluate(obscured)

/** Tabs through the page once, from its start. Each is reported with what is drawn over it. */
export async function obscuredStopsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  for (let stop = 0; stop < mostStops; stop++) {
    await press(page, 'Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) break
    let what = await obscuredFocus(page)
    // A list may draw the rows around the focus only now.
    for (let left = 20; what && left > 0; left--) {
      await pause(50)
      what = await obscuredFocus(page)
    }
    if (what) found.push(what)
  }
  return found
}
