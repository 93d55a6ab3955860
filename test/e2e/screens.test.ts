/**
 * Every screen as people see it, over the real core and a real service: in both themes and three
 * widths, with axe, without a word on the console. Each leaves a picture in `test-results/screens`,
 * or in the folder that STINT_PICTURES names (the documentation's are made that way).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { violationsOf } from './axe.ts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { runProgram, startProgram } from '../support/program.ts'
import { openWindow } from '../support/window.ts'

const pictures = process.env['STINT_PICTURES'] ?? 'test-results/screens'
mkdirSync(pictures, { recursive: true })

const looks = [
  { scheme: 'light', width: 1280, height: 800, suffix: 'light' },
  { scheme: 'dark', width: 1280, height: 800, suffix: 'dark' },
  { scheme: 'light', width: 900, height: 800, suffix: '900-light' },
  { scheme: 'dark', width: 360, height: 740, suffix: '360-dark' },
  { scheme: 'light', width: 360, height: 740, suffix: '360-light' },
] as const
type Look = (typeof looks)[number]

/** What is logged after the service went away: project and task by the service's ids. */
const offlineWork = [
  ['1', '1', '09:00', '6', 'Homepage hero, third round'],
  ['1', '2', '10:30', '2', 'Accessibility findings'],
  ['7', '1', '11:15', '4', 'Divider pages'],
] as const

/** A zone in which it is mid-afternoon at the moment, so that a demo day has something in it. */
function afternoonZone(): string {
  const zones = [
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Kolkata',
    'Asia/Dubai',
    'Europe/Vienna',
    'America/Sao_Paulo',
    'America/New_York',
    'America/Los_Angeles',
    'Pacific/Honolulu',
  ]
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format())
  return zones.toSorted((a, b) => Math.abs(hourIn(a) - 15) - Math.abs(hourIn(b) - 15))[0]!
}

/** What a screen must be, whatever it shows; then its picture. */
async function inspect(page: Page, name: string, look: Look): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        // What is taken away while it moves has come to its end, too.
        .map((animation) => animation.finished.catch(() => animation)),
    ),
  )
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${name} scrolls sideways at ${look.width}`).toBeLessThanOrEqual(0)
  expect(await violationsOf(page), `${name}, ${look.suffix}`).toEqual([])
  await page.screenshot({ path: join(pictures, `${name}-${look.suffix}.png`) })
}

it.each(looks)('shows every screen well, $suffix', async (look) => {
  const home = testFolder()
  const zone = afternoonZone()
  const env = { TZ: zone }
  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database], { home, env })
  const app = await startProgram(['app', '--no-open'], { home, env })
  const page = await openWindow(app.ready['url']!, { ...look, zone })
  const spoken: string[] = []
  page.on('console', (message) => spoken.push(message.text()))
  page.on('pageerror', (thrown) => spoken.push(thrown.message))

  await page.getByLabel('Address of the service').waitFor()
  await inspect(page, 'first-run', look)

  await page.getByLabel('Address of the service').fill(service.ready['url']!)
  await page.getByLabel('Access token').fill(service.ready['token']!)
  await page.getByText('Found Fernwood Studio').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(3).waitFor()
  await page.getByText('Up to date').first().waitFor({ state: 'attached' })
  await service.end()
  const stint = (...args: string[]) => runProgram(args, { home, env })
  for (const [project, task, start, quantity, notes] of offlineWork) {
    const where = ['--project-id', `remote:${project}`, '--task-id', `remote:${task}`]
    const when = ['--start', start, '--quantity', quantity, '--notes', notes]
    expect(await stint('times', 'add', ...where, ...when)).toMatchObject({ code: 0 })
  }
  expect(await stint('start', 'Hero animation', '#WEB', '@Design', '--ago', '47m')).toMatchObject({
    code: 0,
  })
  await page.getByRole('timer').waitFor()
  await page.getByText('Offline').first().waitFor({ state: 'attached' })
  await inspect(page, 'day', look)

  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'Add entry' }).waitFor()
  await inspect(page, 'entry', look)
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await inspect(page, 'keys', look)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('heading', { name: 'Sync', exact: true }).waitFor()
  await inspect(page, 'sync', look)

  await page.goto(`${page.url().split('#')[0]}#/settings`)
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await inspect(page, 'settings', look)

  expect(spoken).toEqual([])
})
