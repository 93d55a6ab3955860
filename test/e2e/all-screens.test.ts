/**
 * The rules for every screen: the console stays empty (the content security policy included), no
 * layout shift without an action, everything has a name, everything can be reached at 200 % zoom,
 * with forced colors, and with motion reduced.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { violationsOf } from './axe.ts'
import { press } from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { inspectEverywhere, listen, looks, pictures, shiftsOf } from './inspect.ts'
import { namelessOf } from './nameless.ts'
import { obscuredStopsOf } from './obscured-focus.ts'
import { goTo, paths } from './pages.ts'

onAnyDay()

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

it('shows every screen completely at 200 % zoom, with forced colors and with reduced motion', async () => {
  const { page } = await beginDemo()
  const spoken = listen(page)

  // 1280 × 800 at 200 % is a window of 640 × 400.
  await page.setViewportSize({ width: 640, height: 400 })
  const nameless: string[] = []
  const obscured: string[] = []
  for (const path of paths) {
    await goTo(page, path)
    expect(await sideways(page), `${path} scrolls sideways at 200 %`).toBeLessThanOrEqual(0)
    expect(await violationsOf(page), `${path} at 200 %`).toEqual([])
    nameless.push(...(await namelessOf(page)).map((what) => `${path} ${what}`))
    obscured.push(...(await obscuredStopsOf(page)).map((what) => `${path} ${what}`))
  }
  expect(nameless).toEqual([])
  expect(obscured).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const path of paths) {
    await goTo(page, path)
    expect(await violationsOf(page), `${path} with forced colors`).toEqual([])
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const effect = animation.effect as KeyframeEffect | null
        const properties = effect?.getKeyframes().flatMap((frame) => Object.keys(frame)) ?? []
        const moved = properties.filter((name) =>
          /^(transform|translate|rotate|scale|top|left)$/.test(name),
        )
        return moved.length > 0 ? [`${effect?.target?.className}: ${moved.join(', ')}`] : []
      }),
    )
    expect(moving, `${path} moves although motion is reduced`).toEqual([])
  }
  // The focus is visible there, too.
  await goTo(page, '/')
  await press(page, 'j')
  const outline = await page
    .locator(':focus')
    .evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(outline).not.toBe('none')
  expect(spoken).toEqual([])
})

it('keeps everything in its place while a page opens and fills', async () => {
  const { page } = await beginDemo()
  for (const path of paths) {
    await goTo(page, path)
    await page.reload()
    await page.getByRole('main').waitFor()
    await page.waitForLoadState('networkidle')
    const shifted = (await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0)
    // A total or a state that arrives takes a few pixels; less than what people notice (0.1 is
    // where the measure of the web begins to call it poor).
    expect(shifted, `${path} moves while it opens`).toBeLessThan(0.02)
  }
})

/** What the documentation shows, each page by its name there. */
const pictured = {
  '/week': 'week',
  '/timesheet': 'timesheet',
  '/expenses': 'expenses',
  '/reports': 'reports',
  '/categories': 'categories',
  '/categories/webhooks': 'webhooks',
  '/projects': 'projects',
} as const

it('leaves pictures of every page for the documentation', async ({ skip }) => {
  skip(pictures === undefined, 'STINT_PICTURES names no folder for pictures')
  const { page, stint, address } = await beginDemo()
  await stint('start', 'Hero animation', '#WEB', '@Design', '--ago', '47m')
  await page.getByRole('timer').waitFor()
  for (const [path, name] of Object.entries(pictured)) {
    await goTo(page, path)
    await inspectEverywhere(page, name)
  }
  await page.setViewportSize(looks[0])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${address}/api/v1/docs`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: join(pictures!, 'reference-light.png') })
})
