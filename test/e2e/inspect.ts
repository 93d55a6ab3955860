/** The rules for every screen in every look, with any content; and its picture where wanted. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOf } from './axe.ts'

/** The folder for pictures; without one, none are taken. */
export const pictures = process.env['STINT_PICTURES']
if (pictures) mkdirSync(pictures, { recursive: true })

const onlyPicture = { withoutAxe: true, onlyPicture: true } as const

/**
 * Each width is checked once, and each theme by axe: at the wide page in light, at the narrow one
 * in dark. The others are for the documentation.
 */
export const looks = [
  { scheme: 'light', width: 1280, height: 800, suffix: 'light' },
  { scheme: 'dark', width: 1280, height: 800, suffix: 'dark', ...onlyPicture },
  { scheme: 'light', width: 900, height: 800, suffix: '900-light', withoutAxe: true },
  ...(pictures
    ? ([{ scheme: 'dark', width: 900, height: 800, suffix: '900-dark', ...onlyPicture }] as const)
    : []),
  { scheme: 'dark', width: 360, height: 740, suffix: '360-dark' },
  { scheme: 'light', width: 360, height: 740, suffix: '360-light', ...onlyPicture },
] as const
export interface Look {
  width: number
  suffix: string
  /** axe checks another look of the same page. */
  withoutAxe?: true
}

/**
 * Checks for sideways scrolling and, unless another look does, axe violations; then takes the
 * picture where one is wanted.
 */
export async function inspect(page: Page, name: string, look: Look): Promise<void> {
  // A fading element has no contrast of its own, so no animation may start during the check.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        // An element that is removed during its animation is finished, too.
        .map((animation) =>
          Promise.race([
            animation.finished.catch(() => animation),
            // The animation of an element that is not rendered any more may never end.
            new Promise((resolve) => setTimeout(resolve, 2_000)),
          ]),
        ),
    ),
  )
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${name} scrolls sideways at ${look.width}`).toBeLessThanOrEqual(0)
  if (!look.withoutAxe) {
    expect(await violationsOf(page), `${name}, ${look.suffix}`).toEqual([])
  }
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-${look.suffix}.png`) })
  await page.emulateMedia({ reducedMotion: null })
}

/** On another day than its own a screen shows other dates, which one look proves as well as all. */
const wanted =
  process.env['STINT_TEST_DAY'] === undefined
    ? looks.filter((look) => pictures !== undefined || !('onlyPicture' in look))
    : looks.slice(0, 1)

/** The same screen in every look, one after the other. */
export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  for (const look of wanted) {
    await page.setViewportSize(look)
    await page.emulateMedia({ colorScheme: look.scheme })
    await page.locator(`html[data-theme=${look.scheme}]`).waitFor()
    await inspect(page, name, look)
  }
  await page.setViewportSize(looks[0])
  await page.emulateMedia({ colorScheme: looks[0].scheme })
  // The page is notified of its width with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
}

/** A small window, 360 wide and as high as what it shows, in both themes. */
export async function inspectSmall(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-theme=${scheme}]`).waitFor()
    await page.setViewportSize({ width: 360, height: 64 })
    const height = await page
      .getByRole('main')
      .evaluate((main) => Math.ceil(main.getBoundingClientRect().height))
    await page.setViewportSize({ width: 360, height })
    await inspect(page, name, { width: 360, suffix: scheme })
  }
}

/** Collects what the page writes to the console, from now on. */
export function listen(page: Page): string[] {
  const spoken: string[] = []
  page.on('console', (message) => spoken.push(message.text()))
  page.on('pageerror', (thrown) => spoken.push(thrown.message))
  return spoken
}

interface Shift {
  value: number
  /** What moved, as reported by the browser. */
  what: string[]
}

/** The time of the page's clock, in its milliseconds. */
export const timeOf = (page: Page): Promise<number> => page.evaluate(() => performance.now())

/**
 * What moved on the page without a press. The browser forgives half a second after a press, which
 * is not enough for a busy machine: after a press, check only the time since its result was there.
 * @param within a selector: only what is inside counts
 * @param since a moment of `timeOf`; without it, since the page was loaded
 */
export const shiftsOf = (
  page: Page,
  { within = 'body', since = 0 }: { within?: string; since?: number } = {},
): Promise<Shift[]> =>
  page.evaluate(
    async ({ within, since }) => {
      interface LayoutShift extends PerformanceEntry {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      const nameOf = (node: Node | null) => {
        const element = node instanceof Element ? node : node?.parentElement
        return element ? `${element.tagName.toLowerCase()}.${element.className}` : 'gone'
      }
      const found: Shift[] = []
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[]) {
          const isWithin = ({ node }: { node: Node | null }) =>
            ((node instanceof Element ? node : node?.parentElement)?.closest(within) ?? null) !==
            null
          if (entry.startTime < since || entry.hadRecentInput) continue
          if (!entry.sources.some(isWithin)) continue
          found.push({ value: entry.value, what: entry.sources.map(({ node }) => nameOf(node)) })
        }
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      // The browser reports a shift with the next frame.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve))
      observer.disconnect()
      return found
    },
    { within, since },
  )
