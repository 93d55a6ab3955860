/** Where the focus goes, and what a field makes of what is typed: the page's own work on every host. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatDay } from '../../renderer/ui/format.ts'
import { playAt } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import {
  addMorning,
  addWork,
  beginWork,
  choose,
  entryWords,
  openForm,
  press,
  rowOf,
  untilFocused,
} from './at-work.ts'
import { beginDemo } from './demo-service.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const

it('leads by Tab from a long list of choices to the next field', async () => {
  const { page } = await beginWork({
    before: async (stint) => {
      for (const code of 'ABCDEFGHIJ') {
        await stint('projects', 'add', '--name', `Project ${code}`, '--code', code)
      }
    },
  })
  await page.getByText('Nothing logged yet').waitFor()
  const form = await openForm(page)
  await form.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: /Project J/ }).waitFor()
  await press(page, 'Tab')
  await untilFocused(form.getByRole('combobox', { name: 'Task' }))
})

it('keeps the focus in a form that fills a narrow window', async () => {
  const { page } = await beginWork({ before: addWork, width: 360, height: 740 })
  await page.getByText('Nothing logged yet').waitFor()
  const form = await openForm(page)
  const isWithin = () => form.evaluate((element) => element.contains(document.activeElement))
  for (const key of ['F6', 'Shift+F6', 'F6']) {
    await press(page, key)
    expect(await isWithin()).toBe(true)
  }
  await form.getByRole('button', { name: /^Save/ }).focus()
  await press(page, 'x')
  expect(await isWithin()).toBe(true)

  // The field in focus is removed: the form gets the focus, not the page hidden behind it.
  await form.getByLabel('Notes').evaluate((field: HTMLElement) => {
    field.focus()
    field.remove()
  })
  await untilFocused(form)
  await press(page, 'Escape')
  await form.waitFor(gone)
  await press(page, 'x')
  await untilFocused(page.getByRole('combobox', { name: /working on/ }))
})

it('gives the focus back to the row when a panel that filled a narrow window is closed', async () => {
  const { page } = await beginDemo()
  await page.setViewportSize({ width: 360, height: 740 })
  const panel = page.locator('aside.over')
  const inRow = page.locator('#content :focus')
  for (const [key, path] of [
    ['d', '/'],
    ['e', '/expenses'],
    ['p', '/projects'],
    ['c', '/categories'],
    ['r', '/reports'],
  ] as const) {
    await press(page, 'g', key)
    await page.waitForURL((url) => url.hash === `#${path}`)
    // The demo's expenses end yesterday, which may be in another month: all of them.
    if (path === '/expenses') await press(page, 'a')
    await until(async () => {
      await press(page, 'j')
      expect(await inRow.count(), path).toBe(1)
    })
    await press(page, 'Enter')
    await panel.waitFor()
    await press(page, 'Escape')
    await panel.waitFor(gone)
    await until(async () => expect(await inRow.count(), path).toBe(1))
  }
})

/** The element in focus, and whether any of it is visible in the page's content. */
const focusIn = (page: Page) =>
  page.evaluate(() => {
    const frame = document.getElementById('content')!.getBoundingClientRect()
    const { top, bottom } = document.activeElement!.getBoundingClientRect()
    return {
      on: document.activeElement!.id || document.activeElement!.textContent,
      isSeen: bottom > frame.top && top < frame.bottom,
    }
  })

it('keeps the row in focus visible when the list changes, or gives the focus to the page', async () => {
  const { page, day, stint } = await beginWork({ before: addMorning, width: 640, height: 400 })
  const frames = rowOf(page, 'Wireframes')
  await frames.waitFor()
  await press(page, 'j', 'j', 'j')
  await untilFocused(frames)

  // Entries that another program adds push it down.
  for (const hour of ['15:00', '16:00', '17:00', '18:00']) {
    await stint(...entryWords([1, 1], hour, 2, `At ${hour}`))
  }
  await page.getByText('17:00 – 17:30').first().waitFor({ state: 'attached' })
  await until(async () => expect(await focusIn(page)).toMatchObject({ isSeen: true }))
  await untilFocused(frames)

  // Another day begins at its top, where that row is not.
  await press(page, ']')
  const title = page.getByRole('heading', { level: 1 })
  await title.filter({ hasText: formatDay(day(1), day()) }).waitFor()
  await until(async () => expect(await focusIn(page)).toEqual({ on: 'content', isSeen: true }))
})

it('gives the focus to the page when the element in focus is hidden', async () => {
  const { page } = await beginWork({ before: addMorning })
  const frames = rowOf(page, 'Wireframes')
  await frames.waitFor()
  await press(page, 'j', 'j', 'j')
  await untilFocused(frames)
  await frames.evaluate((row) => ((row as HTMLElement).style.visibility = 'hidden'))
  await untilFocused(page.locator('#content'))
})

it('accepts times as people type them, and validates a field after it was left', async () => {
  const { page } = await beginWork({ before: addWork })
  await page.getByText('Nothing logged yet').waitFor()
  const form = await openForm(page)
  const from = form.getByLabel('From')
  const to = form.getByLabel('To', { exact: true })
  const length = form.getByLabel('Duration')
  const times = async () => [
    await from.inputValue(),
    await to.inputValue(),
    await length.inputValue(),
  ]
  await choose(form, 'Project', 'WEB')
  await choose(form, 'Task', 'Design')

  await from.fill('9-10:30')
  await press(page, 'Tab')
  expect(await times()).toEqual(['09:00', '10:30', '1:30'])
  await length.fill('1:15')
  await press(page, 'Tab')
  expect(await times()).toEqual(['09:00', '10:15', '1:15'])
  await length.fill('90m')
  await press(page, 'Tab')
  expect(await times()).toEqual(['09:00', '10:30', '1:30'])
  await from.fill('0815')
  await press(page, 'Tab')
  expect(await times()).toEqual(['08:15', '09:45', '1:30'])
  await to.fill('10')
  await press(page, 'Tab')
  expect(await times()).toEqual(['08:15', '10:00', '1:45'])
  await length.fill('47')
  await form.getByText('0:47 counts as 4 × 15 = 1:00').waitFor()

  // While typing there is no message, after leaving there is.
  const sentence = form.getByText('Enter a time, like 9:00 or 9-10:30')
  await from.fill('soon')
  expect(await sentence.count()).toBe(0)
  await press(page, 'Tab')
  await sentence.waitFor()
  expect(await from.getAttribute('aria-invalid')).toBe('true')
  expect(await from.getAttribute('aria-describedby')).toBe(await sentence.getAttribute('id'))

  // Invalid input is not saved: the first invalid field gets the focus.
  await press(page, 'Control+Enter')
  await untilFocused(from)
  expect(await page.getByText('Nothing logged yet').count()).toBe(1)
  await from.fill('lunch')
  expect(await sentence.count()).toBe(0)
  await press(page, 'Tab')
  await sentence.waitFor()

  await from.fill('9')
  await length.fill('a while')
  await press(page, 'Tab')
  await form.getByText('Enter a duration, like 1:15 or 90m').waitFor()
  // Saved from the field that was not even left.
  await length.fill('1h')
  await press(page, 'Control+Enter')
  await form.waitFor(gone)
  await page.getByText('09:00 – 10:00').first().waitFor()
  expect(await page.getByText('Nothing logged yet').count()).toBe(0)
})
