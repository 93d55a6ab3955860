/**
 * The timer as people use it: its questions in every window, the mini timer, the quick entry,
 * links, pinned work, and its settings. The real core behind the browser host.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hostName } from '../support/host-name.ts'
import { playAt } from '../support/test-day.ts'
import { goTo } from '../support/window.ts'
import { addMorning, addWork, beginWork, press, rowOf, untilFocused, type Work } from './at-work.ts'
import { inspectEverywhere, inspectSmall, listen } from './inspect.ts'

const { now } = playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const minute = 60_000

const questionOf = (page: Page) => page.getByRole('alertdialog')
const timerOf = (page: Page) => page.getByRole('timer')

/** Writes the timer's row as the last hour would have left it: a test cannot wait for that. */
function asIfMeanwhile({ home }: Work, change: Record<string, number | string>): void {
  const [account] = readdirSync(join(home, 'accounts'))
  const database = new Sqlite(join(home, 'accounts', account!, 'stint.db'))
  const columns = Object.keys(change)
  database
    .prepare(`update timer set ${columns.map((column) => `${column} = ?`).join(', ')}`)
    .run(...Object.values(change))
  database.close()
}

/** Kills the program while its timer runs, changes the row, and starts it again. */
async function killAndStart(work: Work, change: Record<string, number | string>) {
  await timerOf(work.page).waitFor()
  await work.app.end('SIGKILL')
  asIfMeanwhile(work, change)
  const app = await work.app.startAgain()
  return { page: await app.openWindow(), mini: await app.openSmall('/mini') }
}

/** 25 minutes before the test began, and the time since. */
const withoutBreak = /^0:2[5-9]$/

const startHero = async (stint: Work['stint']) => {
  await addMorning(stint)
  await stint('start', 'Hero animation', '#WEB', '@Design', '--ago', '47m')
}

it('asks after a kill about the time of the timer, in every window, and one answer serves all', async () => {
  const work = await beginWork({ before: startHero })
  const { page, mini } = await killAndStart(work, { heartbeat_at: now() - 16 * minute })
  const spoken = [listen(page), listen(mini)]
  for (const each of [page, mini]) {
    await questionOf(each).getByText('Your timer is still running').waitFor()
    await untilFocused(questionOf(each).getByRole('button', { name: 'Keep it' }))
  }
  await inspectEverywhere(page, 'restart')
  await inspectSmall(mini, 'mini-restart')

  // Dismissed, it waits in the bar; nothing has changed.
  await press(page, 'Escape')
  await questionOf(page).waitFor(gone)
  await timerOf(page).getByText('0:4').waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await questionOf(page).waitFor()

  await press(mini, 's')
  for (const each of [page, mini]) await questionOf(each).waitFor(gone)
  await timerOf(page).waitFor(gone)
  // 31 minutes until the last sign of life.
  await rowOf(page, 'Hero animation').getByText('3 × 15').waitFor()
  expect(spoken).toEqual([[], []])
})

it('asks about time without input, and splits it off as an entry without a project', async () => {
  const work = await beginWork({ before: startHero })
  const moment = now()
  const away = [{ id: 1, cause: 'idle', from: moment - 27 * minute, to: moment - 5 * minute }]
  const { page, mini } = await killAndStart(work, {
    away: JSON.stringify(away),
    heartbeat_at: moment,
    settled_at: moment,
  })
  for (const each of [page, mini]) {
    await questionOf(each).getByText('Away for 0:22').waitFor()
    await untilFocused(questionOf(each).getByRole('button', { name: 'Keep it' }))
  }
  await inspectEverywhere(page, 'away')
  await inspectSmall(mini, 'mini-away')

  await press(page, 'n')
  for (const each of [page, mini]) await questionOf(each).waitFor(gone)
  await rowOf(page, 'Away').getByText('No project').waitFor()
  await timerOf(page).getByText(withoutBreak).waitFor()
  await timerOf(mini).getByText(withoutBreak).waitFor()

  // One undo brings all of it back, the question included.
  await press(page, 'z')
  await rowOf(page, 'Away').waitFor(gone)
  for (const each of [page, mini]) await questionOf(each).getByText('Away for 0:22').waitFor()
  // By pointer: a letter right after another key would count as typing.
  await questionOf(page).getByRole('button', { name: 'Discard and continue' }).click()
  for (const each of [page, mini]) await timerOf(each).getByText(withoutBreak).waitFor()
})

it('leaves room to type beside the code of the picked project, at every width', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  const code = 'WAYFINDING'
  await stint('projects', 'add', '--name', 'Wayfinding', '--code', code, '--increment', '15')
  const bar = page.getByRole('banner')
  const found: string[] = []
  const pick = async (language: string, project: string) => {
    const field = bar.getByRole('combobox', { name: /^(Project|Projekt)$/ })
    await field.fill(project)
    await bar.getByRole('option', { name: project }).waitFor()
    await press(page, 'Enter')
    for (const width of [641, 760, 900, 1040, 1041, 1280]) {
      await page.setViewportSize({ width, height: 500 })
      const { width: room } = (await field.boundingBox())!
      const { width: shown } = (await bar.locator('.pick .code').boundingBox())!
      const isCut = await bar
        .locator('.pick .code .clip')
        .evaluate((element) => element.scrollWidth > element.clientWidth)
      const notes = (await bar.locator('.text').boundingBox())!.width
      if (room < 20 || shown < 40 || notes < 96 || (isCut && project === 'Website')) {
        found.push(`${project}, ${language}, ${width}: ${room}, ${shown}, ${notes}`)
      }
    }
  }
  for (const language of ['en', 'de']) {
    await goTo(page, '/settings/language')
    await page.getByRole('combobox', { name: /^(Language|Sprache)$/ }).selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
    for (const project of ['Website', 'Wayfinding']) await pick(language, project)
  }
  expect(found).toEqual([])
})

it('runs from the mini timer, in a window of its own', async () => {
  const { page, app } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  const mini = await app.openSmall('/mini')
  const spoken = [listen(page), listen(mini)]
  const field = mini.getByRole('combobox')
  await untilFocused(field)
  await mini.getByRole('button', { name: 'From 12:30' }).waitFor()
  await inspectSmall(mini, 'mini-idle')

  await field.fill('Hero animation #web @des')
  await mini.getByRole('option', { name: 'Design' }).waitFor()
  await press(mini, 'Tab')
  expect(await field.inputValue()).toBe('Hero animation #web @Design ')
  await press(mini, 'Alt+Enter')
  await timerOf(mini).waitFor()
  await timerOf(page).waitFor()
  await page.getByRole('row', { name: /Running, Design, Website, 12:30/ }).waitFor()
  await inspectSmall(mini, 'mini-running')
  expect(await mini.title()).toMatch(/^\d+:\d\d WEB · Stint$/)

  await field.waitFor(gone)
  await press(mini, 's')
  await timerOf(page).waitFor(gone)
  await untilFocused(field)
  expect(spoken).toEqual([[], []])
})

it('opens the mini timer from the bar, over all windows', async () => {
  const { page } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  const spoken = listen(page)
  await press(page, '1')
  await timerOf(page).waitFor()
  // On Electron a window of its own; in a browser picture-in-picture, with the styles of the page
  // under the same strict policy.
  const [picture] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Mini timer' }).click(),
  ])
  await timerOf(picture).waitFor()
  const stop = picture.getByRole('button', { name: 'Stop timer' })
  const accent = await page
    .getByRole('button', { name: 'Stop timer' })
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect
    .poll(() => stop.evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe(accent)
  await press(picture, 'x')
  await picture.getByRole('combobox').fill('Paper samples #APP @Call ')
  await press(picture, 'Enter')
  await page.getByRole('row', { name: /Running, Call, Booking app/ }).waitFor()
  expect(spoken).toEqual([])
})

it('logs a line in a window of its own, and starts from it', async () => {
  const { page, app } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  const entry = await app.openSmall('/entry')
  const spoken = listen(entry)
  const field = entry.getByRole('combobox')
  await untilFocused(field)
  await entry.keyboard.type('15m mood board #WEB @ca')
  await entry.getByRole('option', { name: 'Call' }).waitFor()
  await inspectSmall(entry, 'quick-entry')
  await press(entry, 'Tab', 'Enter')
  await rowOf(page, 'mood board').getByText('1 × 15').waitFor()

  // The same over the main window, with a range of yesterday.
  await press(page, 'l')
  const over = page.getByRole('dialog').getByRole('combobox')
  await untilFocused(over)
  await page.keyboard.type('9-10:30 yesterday drawings #APP @Design ')
  await page.getByText('09:00 – 10:30').first().waitFor()
  await inspectEverywhere(page, 'quick-dialog')
  await press(page, 'Enter')
  await page.getByRole('dialog').waitFor(gone)
  await press(page, '[')
  await rowOf(page, 'drawings').getByText('15 × 6').waitFor()

  await press(page, 'l')
  await untilFocused(over)
  await page.keyboard.type('20m sketches #WEB @Design ')
  await press(page, 'Control+Enter')
  await timerOf(page).getByText('0:20').waitFor()
  expect(spoken).toEqual([])
})

it('asks before a link starts the timer', async () => {
  const { page } = await beginWork({ before: addWork })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await goTo(page, '/link?project=WEB&task=Design&notes=Hero%20animation&ago=20m')
  await page.getByText('Nothing happens until you confirm').waitFor()
  await page.getByText('Website').waitFor()
  await untilFocused(page.getByRole('button', { name: 'Not now' }))
  await inspectEverywhere(page, 'link')
  expect(await timerOf(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await timerOf(page).getByText('0:20').waitFor()
  await page.getByRole('row', { name: /Running, Design/ }).waitFor()
})

it('keeps pinned work first, in every window', async () => {
  const { page, openAnother } = await beginWork({ before: addMorning })
  const other = await openAnother()
  const lines = (each: Page) => each.locator('.again .start')
  for (const each of [page, other]) await lines(each).first().getByText('Colour study').waitFor()
  await rowOf(page, 'Weekly call').click()
  await rowOf(page, 'Weekly call').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Pin to Recent' }).click()
  for (const each of [page, other]) {
    await lines(each).first().getByRole('img', { name: 'Pinned' }).waitFor()
    expect(await lines(each).first().innerText()).toMatch(/WEB\s+Call/)
  }
  await press(other, '1')
  await page.getByRole('row', { name: /Running, Call, Website/ }).waitFor()
})

it('says what a browser cannot know', async ({ skip }) => {
  skip(hostName() !== 'browser', 'Electron hears of sleep')
  const { page } = await beginWork({ before: addWork })
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByText('Browsers don’t report sleep').waitFor()
})

it('keeps the settings of the timer', async () => {
  const { page, openAnother } = await beginWork({ before: addWork })
  const other = await openAnother()
  const spoken = listen(page)
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await inspectEverywhere(page, 'settings-sections')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Idle and sleep' })
    .click()
  await untilFocused(page.getByRole('heading', { name: 'Idle' }))
  await inspectEverywhere(page, 'settings-idle')

  await page.getByRole('textbox', { name: 'Ask after' }).fill('25')
  await press(page, 'Enter')
  await page.getByRole('radiogroup', { name: 'Quit' }).getByRole('radio', { name: 'Stop' }).click()
  await page.getByRole('switch', { name: 'Daily target', exact: true }).click()
  await page.getByRole('button', { name: 'Saturday' }).click()

  await goTo(other, '/settings/idle')
  await expect.poll(() => other.getByRole('textbox', { name: 'Ask after' }).inputValue()).toBe('25')
  await other
    .getByRole('radiogroup', { name: 'Quit' })
    .getByRole('radio', { name: 'Stop', checked: true })
    .waitFor()
  await other.getByRole('button', { name: 'Saturday', pressed: true }).waitFor()
  await other.getByRole('switch', { name: 'Daily target', exact: true, checked: true }).waitFor()
  expect(spoken).toEqual([])
})
