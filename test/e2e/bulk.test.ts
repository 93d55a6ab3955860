/** Many entries: selected and changed together, split, merged, and scrolled through. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { playAt } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import {
  addMorning,
  beginWork,
  choose,
  entryWords,
  openForm,
  panelOf,
  press,
  rowOf,
  untilFocused,
  type Work,
} from './at-work.ts'
import { inspect, inspectEverywhere, listen, looks, shiftsOf, timeOf } from './inspect.ts'
import { obscuredFocus } from './obscured-focus.ts'

const { day } = playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected entries' })
const heard = (page: Page, text: string) =>
  page.locator('[aria-live]').filter({ hasText: text }).first().waitFor({ state: 'attached' })

it('picks entries by keys and pointer, and edits, duplicates, deletes and merges them', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  const spoken = listen(page)
  const bar = barOf(page)
  const colors = rowOf(page, 'Colour study')
  const call = rowOf(page, 'Weekly call')
  const frames = rowOf(page, 'Wireframes')
  await frames.waitFor()
  expect(await page.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true')

  // Space selects and deselects; with Shift, J and K select the rows they pass, and deselect them
  // on the way back.
  await press(page, 'j', 'Space')
  await bar.getByText('1 entry, 1:00').waitFor()
  await press(page, 'Space')
  await bar.waitFor(gone)
  await press(page, 'Shift+J')
  await bar.getByText('2 entries, 1:30').waitFor()
  await heard(page, '2 entries selected, 1 hour 30 minutes')
  await untilFocused(call)
  await press(page, 'Shift+ArrowDown')
  await bar.getByText('3 entries, 2:30').waitFor()
  expect(await page.getByRole('row', { selected: true }).count()).toBe(3)
  await press(page, 'Shift+K')
  await bar.getByText('2 entries, 1:30').waitFor()
  await untilFocused(call)
  await press(page, 'Escape')
  await bar.waitFor(gone)
  await untilFocused(call)
  await press(page, 'Control+a')
  await bar.getByText('3 entries, 2:30').waitFor()
  await inspectEverywhere(page, 'day-picked')

  // By pointer: alone, one more, and all up to one.
  await frames.click()
  await bar.waitFor(gone)
  await colors.click({ modifiers: ['Shift'] })
  await bar.getByText('3 entries, 2:30').waitFor()
  await call.click({ modifiers: ['ControlOrMeta'] })
  await bar.getByText('2 entries, 2:00').waitFor()

  // Entries that cannot be merged: the message says why.
  const merge = bar.getByRole('button', { name: 'Merge' })
  expect(await merge.getAttribute('aria-description')).toBe(
    'These entries are on different projects',
  )
  await press(page, 'm')
  await page.getByText('These entries are on different projects').waitFor()

  // Only what is filled in is changed.
  await press(page, 'Control+a', 'e')
  const panel = panelOf(page)
  await panel.getByRole('heading', { name: 'Edit 3 entries' }).waitFor()
  await untilFocused(panel.getByRole('combobox', { name: 'Project' }))
  await press(page, 'Control+Enter')
  await panel.getByText('Fill in at least one field.').waitFor()
  await choose(panel, 'Project', 'WEB')
  await choose(panel, 'Task', 'Design')
  await inspectEverywhere(page, 'day-bulk-form')
  await press(page, 'Control+Enter')
  // One of the three was there already.
  await page.getByText('Changed 2 entries').waitFor()
  await bar.waitFor(gone)
  await page.getByRole('row').filter({ hasText: 'Design · Website' }).nth(2).waitFor()
  expect(await stint('times', 'list')).toMatchObject({
    data: [{ notes: 'Colour study' }, { notes: 'Weekly call' }, { notes: 'Wireframes' }],
  })
  await press(page, 'z')
  await colors.filter({ hasText: 'Booking app' }).waitFor()
  await press(page, 'Shift+Z')
  await colors.filter({ hasText: 'Website' }).waitFor()

  // Two adjacent entries become one; the gap before the third is named.
  await press(page, 'Control+a')
  await bar.getByText('3 entries').waitFor()
  expect(await merge.getAttribute('aria-description')).toBe('There’s a gap from 10:30 to 11:30')
  await press(page, 'Escape')
  await call.click()
  await press(page, 'Shift+J')
  await bar.getByText('2 entries, 1:30').waitFor()
  await press(page, 'm')
  await page.getByText('Merged 2 entries').waitFor()
  await frames.getByText('09:00 – 10:30').waitFor()
  await untilFocused(frames)
  await press(page, 'z')
  await call.waitFor()
  await frames.getByText('09:00 – 10:00').waitFor()

  // Copies to another day, and deletes all of a day, each with one undo.
  await press(page, 'Control+a', 'd')
  const copying = page.getByRole('dialog', { name: 'Duplicate 3 entries' })
  await copying.getByLabel('Date').fill(day(-1))
  await press(page, 'Enter')
  await page.getByText(/Duplicated 3 entries to/).waitFor()
  expect(await stint('times', 'list')).toMatchObject({ total: 6 })
  await page.getByRole('row').filter({ hasText: 'Wireframes' }).nth(1).waitFor()
  await rowOf(page, 'Wireframes').first().click()
  await press(page, 'Control+a', 'Delete')
  await page.getByText('Deleted 3 entries').waitFor()
  await untilFocused(rowOf(page, 'Colour study'))
  expect(await stint('times', 'list')).toMatchObject({ total: 3 })
  await press(page, 'z')
  await rowOf(page, 'Wireframes').nth(1).waitFor()
  expect(spoken).toEqual([])
})

it('keeps the focused row clear of the bar below the list when rows move', async () => {
  const { page } = await beginWork({ before: addMorning, width: 640, height: 400 })
  const last = rowOf(page, 'Wireframes')
  await last.waitFor()
  const more = last.getByRole('button', { name: 'More' })
  await press(page, 'j', 'Shift+J', 'Shift+J')
  await barOf(page).waitFor()
  await more.click()
  await page.getByRole('menuitem', { name: /^Continue/ }).click()
  // The running timer gets a row above the others.
  await rowOf(page, 'Running').waitFor()
  await untilFocused(more)
  await expect.poll(() => obscuredFocus(page)).toBeUndefined()
})

it('splits an entry at a chosen time, and previews both halves as they count', async () => {
  const { page } = await beginWork({ before: addMorning })
  const frames = rowOf(page, 'Wireframes')
  await frames.click()
  await press(page, 'Shift+S')
  const dialog = page.getByRole('dialog', { name: 'Split entry' })
  const at = dialog.getByLabel('Split at')
  await untilFocused(at)
  expect(await at.inputValue()).toBe('09:30')
  await at.fill('9:20')
  await dialog.getByText('0:20 counts as 1 × 15 = 0:15').waitFor()
  await dialog.getByText('09:15 – 10:00').waitFor()
  await inspectEverywhere(page, 'day-split')
  await at.fill('11')
  await press(page, 'Enter')
  await dialog.getByText('Enter a time between 09:00 and 10:00').waitFor()
  await at.fill('9:45')
  await press(page, 'Enter')
  await dialog.waitFor(gone)
  await page.getByText('Split in two').waitFor()
  await frames.filter({ hasText: '09:45 – 10:00' }).waitFor()
  await untilFocused(frames.filter({ hasText: '09:00 – 09:45' }))
  await press(page, 'z')
  await frames.filter({ hasText: '09:00 – 10:00' }).waitFor()
  expect(await frames.count()).toBe(1)
})

/** Four entries a day on this many days before today. */
async function addHistory(stint: Work['stint'], days: number): Promise<void> {
  await addMorning(stint)
  const lines = Array.from({ length: days * 4 }, (_, nth) => {
    const date = day(-1 - Math.floor(nth / 4))
    const hour = String(9 + 2 * (nth % 4)).padStart(2, '0')
    return `${date},${hour}:00,1:00,Website,Design,Sketch ${nth} of the lobby`
  })
  const file = join(testFolder(), 'history.csv')
  writeFileSync(file, ['Date,Start,Duration,Project,Task,Notes', ...lines].join('\n'))
  await stint('import', file, '--from', 'csv', '--dates', 'ymd')
}

it('scrolls through a long history with few rendered rows, and keeps position, focus and selection', async () => {
  const { page, stint } = await beginWork({ before: (run) => addHistory(run, 90) })
  const grid = page.getByRole('grid')
  const drawn = () => grid.locator('[data-entry]').count()
  await rowOf(page, 'Wireframes').waitFor()
  await rowOf(page, 'Sketch 0 of').waitFor()
  expect(await shiftsOf(page)).toEqual([])
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBe(4 + 90 * 5)
  await press(page, 'j', 'Space', 'Shift+J')
  await barOf(page).getByText('2 entries').waitFor()
  const chosen = await timeOf(page)
  await page.mouse.move(500, 400)
  let most = 0
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 400)
    most = Math.max(most, await drawn())
  }
  await rowOf(page, 'Sketch 359').waitFor()
  expect(most).toBeLessThan(70)
  // The row in focus is still there, and J continues from it.
  expect(await shiftsOf(page, { since: chosen })).toEqual([])
  await untilFocused(rowOf(page, 'Weekly call'))
  await barOf(page).getByText('2 entries').waitFor()

  // A change elsewhere in the list moves no visible row.
  const last = rowOf(page, 'Sketch 350')
  const before = await last.boundingBox()
  await stint(...entryWords([1, 1], '14:00', 4, 'From the command line'))
  await page.getByRole('complementary').getByText('From the command line').waitFor()
  expect(await last.boundingBox()).toEqual(before)
  // Start again has a new first row; the list stays where it is.
  expect(await shiftsOf(page, { within: '#content', since: chosen })).toEqual([])
  await press(page, 'Escape', 'j')
  await untilFocused(rowOf(page, 'Wireframes'))

  // Found among all entries, beyond the first fifty, by keys.
  await press(page, '/')
  await page.keyboard.type('lob')
  await page.getByText('360 results').waitFor()
  expect(await rowOf(page, 'Sketch 0 of').locator('mark').allTextContents()).toEqual(['lob'])
  await inspectEverywhere(page, 'day-found')
  await press(page, 'ArrowDown')
  await untilFocused(rowOf(page, 'Sketch 3 of'))
  await page.mouse.move(500, 400)
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 400)
  await rowOf(page, 'Sketch 356').waitFor()
  expect(await drawn()).toBeLessThan(70)
  await press(page, 'ArrowUp')
  await untilFocused(page.getByRole('searchbox', { name: 'Search entries' }))
  await press(page, 'Escape')
  await rowOf(page, 'Weekly call').waitFor()
})

it('shifts no layout while it loads, and restores every row to its position after an undo', async () => {
  const { page } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  expect(await shiftsOf(page)).toEqual([])
  const form = await openForm(page)
  // Notes that were used before bring their project and task along.
  const notes = form.getByRole('textbox', { name: 'Notes' })
  await notes.pressSequentially('week')
  await form.getByRole('option', { name: 'Weekly call' }).waitFor()
  await inspect(page, 'day-notes', looks[0])
  await press(page, 'ArrowDown', 'Enter')
  expect(await notes.inputValue()).toBe('Weekly call')
  expect(await form.getByRole('combobox', { name: 'Task' }).inputValue()).toBe('Call')
  await notes.fill('Afternoon')
  await press(page, 'Control+Enter')
  await untilFocused(rowOf(page, 'Afternoon'))
  await rowOf(page, 'Weekly call').click()
  const places = () =>
    Promise.all(
      ['Wireframes', 'Weekly call', 'Afternoon'].map((notes) => rowOf(page, notes).boundingBox()),
    )
  const before = await places()
  await press(page, 'Delete')
  await rowOf(page, 'Weekly call').waitFor(gone)
  await press(page, 'z')
  await rowOf(page, 'Weekly call').waitFor()
  await until(async () => expect(await places()).toEqual(before))
})
