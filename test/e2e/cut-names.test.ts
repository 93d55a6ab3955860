/** Long names and narrow columns: what does not fit ends in “…”, and covers or hides nothing. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { playAt } from '../support/test-day.ts'
import { addWork, beginWork, entryWords, press, rowOf } from './at-work.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const long = 'Relaunch of the corporate website and the intranet of the harbour authority'

const boxOf = async (element: Locator) => (await element.boundingBox())!

/** True for elements whose boxes have a part in common. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

it.each(['en-US', 'de-DE'])('end in “…” and hide nothing (%s)', async (locale) => {
  const { page } = await beginWork({
    locale,
    async before(stint) {
      await addWork(stint)
      const project = (...words: string[]) => stint('projects', 'add', ...words)
      await project('--name', long, '--rate', '9500', '--currency', 'USD')
      for (const name of ['Admin', 'Studio']) await project('--name', name, '--type', 'internal')
      await project('--name', 'Mobile app')
      for (const number of [1, 2, 3, 4, 5, 6]) {
        const notes = `What was done for project ${number}, in a sentence ${'on '.repeat(40)}and on`
        await stint(...entryWords([number, 1], `${7 + number}:00`.padStart(5, '0'), 2, notes))
      }
      await stint('times', 'add', '--start', '16:00', '--quantity', '2', '--notes', 'Post')
      const item = ['--name', 'Mileage', '--charge', '67', '--unit', 'mile', '--currency', 'USD']
      await stint('charges', 'add', ...item)
      await stint('expenses', 'add', '--project-id', '1', '--charge-id', '1', '--quantity', '42')
      const oneOff = ['--name', 'Copies', '--unit', 'Satz', '--unit-charge', '1250']
      await stint('expenses', 'add', '--project-id', '3', '--chargeable', '0', ...oneOff)
      await stint('expenses', 'add', '--project-id', '3', ...oneOff)
    },
  })

  // Day: the text of the row under the pointer ends before its buttons; the legend in the panel.
  const row = rowOf(page, 'project 3')
  await row.hover()
  const actions = row.locator('.actions')
  await actions.waitFor()
  for (const part of ['.main', '.sub']) {
    expect(await overlap(row.locator(part), actions)).toBe(false)
  }
  const summary = await boxOf(page.locator('.summary'))
  for (const share of await page.locator('.summary .share').all()) {
    const { x, width } = await boxOf(share)
    expect(x + width).toBeLessThanOrEqual(summary.x + summary.width)
  }

  // The form shows the beginning of the name.
  await row.dblclick()
  const field = page.getByRole('complementary').getByRole('combobox').first()
  await expect.poll(() => field.inputValue()).toBe(long)
  await field.focus()
  expect(await field.evaluate((input) => input.scrollLeft)).toBe(0)
  await press(page, 'Escape')

  // Expenses: the row in focus keeps its name, and its pill is not under its buttons.
  await press(page, 'g', 'e')
  const mileage = page.locator('.expense', { hasText: 'Mileage' })
  await mileage.click()
  await mileage.locator('.actions').waitFor()
  expect((await boxOf(mileage.locator('.words'))).width).toBeGreaterThan(48)
  expect(await overlap(mileage.locator('.pill').last(), mileage.locator('.actions'))).toBe(false)
  for (const expense of await page.locator('.expense').all()) {
    const [counted, charged] = [expense.locator('.counted'), expense.locator('.charged > span')]
    expect(await overlap(counted, charged.first())).toBe(false)
  }
  const amounts = page.getByRole('complementary').locator('tbody td')
  for (const amount of await amounts.all()) {
    const { x, width } = await boxOf(amount)
    expect(x + width).toBeLessThanOrEqual(1280)
  }

  // Reports: every project of the columns is in the legend, each with a mark of its own.
  await press(page, 'g', 'r')
  const legend = page.locator('.of-time .legend')
  await legend.waitFor()
  const marks = await legend
    .locator('.code')
    .evaluateAll((codes) =>
      codes.map((code) => [...code.classList].find((name) => name.startsWith('p-'))),
    )
  expect(marks).toHaveLength(7)
  expect(new Set(marks).size).toBe(7)
  const frame = await boxOf(legend)
  for (const code of await legend.locator('.code').all()) {
    const { y, height } = await boxOf(code)
    expect(y + height).toBeLessThanOrEqual(frame.y + frame.height + 1)
  }
  expect(await legend.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)

  // A project without a code has its color wherever it is listed.
  const markOf = (row: Locator) => row.filter({ hasText: 'Mobile app' }).first().locator('.code i')
  await markOf(page.locator('.report-table tbody tr')).waitFor()
  await press(page, 'g', 'p')
  await markOf(page.locator('[data-row]')).waitFor()
  await press(page, 'g', 't')
  await markOf(page.locator('tr.project')).waitFor()
})
