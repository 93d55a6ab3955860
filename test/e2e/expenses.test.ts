/** The expenses, by keyboard alone, over the real core in a real browser. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { playAt } from '../support/test-day.ts'
import { addWork, beginWork, press, untilFocused, type Work } from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { inspectEverywhere, listen } from './inspect.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const soon = { timeout: 90_000 }

const rowOf = (page: Page, text: string): Locator =>
  page.locator('[data-expense]').filter({ hasText: text })
const formOf = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Expense', exact: true })
const sumsOf = (page: Page): Locator => page.getByRole('group', { name: 'Totals' })

/** Chooses by typing, as people do. */
async function choose(form: Locator, field: 'Project' | 'Item', text: string): Promise<void> {
  const box = form.getByRole('combobox', { name: field })
  await box.fill(text)
  await form.getByRole('option').filter({ hasText: text, hasNotText: 'Add ' }).first().waitFor()
  await box.press('Enter')
}

async function newExpense(page: Page): Promise<Locator> {
  await press(page, 'n')
  await untilFocused(formOf(page).getByRole('combobox', { name: 'Project' }))
  return formOf(page)
}

/** From the form's first field to its kind, and from there to the other one. */
async function makeOneOff(page: Page, form: Locator): Promise<void> {
  await press(page, 'Shift+Tab')
  await untilFocused(form.getByRole('radio', { checked: true }))
  if ((await form.getByRole('radio', { name: 'One-off' }).getAttribute('aria-checked')) !== 'true')
    await press(page, 'ArrowRight')
  await form.getByLabel('Name').waitFor()
}

async function save(page: Page): Promise<void> {
  await press(page, 'Control+Enter')
  await formOf(page).waitFor(gone)
}

async function addCharges(stint: Work['stint']): Promise<void> {
  await addWork(stint)
  const kilometer = ['--charge', '1.04', '--unit', 'km', '--currency', 'EUR']
  await stint('charges', 'add', '--name', 'Mileage', ...kilometer)
  await stint('charges', 'add', '--name', 'Domain', '--charge', '12.00', '--currency', 'USD')
}

it('adds, finds, edits, duplicates, deletes and changes expenses by keyboard alone', async () => {
  const { page, day, stint } = await beginWork({ before: addCharges })
  const spoken = listen(page)
  await page.getByText('Nothing logged yet').waitFor()
  await press(page, 'g', 'e')
  await page.getByText(/^No expenses in/).waitFor()

  // One from the list: its total is shown while it is typed.
  let form = await newExpense(page)
  await choose(form, 'Project', 'WEB')
  await choose(form, 'Item', 'Mileage')
  await form.getByLabel('Quantity').fill('38')
  await form.getByText('38 × €1.04 per km').waitFor()
  await form.getByText('€39.52').waitFor()
  await save(page)
  const mileage = rowOf(page, 'Mileage')
  await untilFocused(mileage)
  await mileage.getByText('38 × €1.04 per km').waitFor()

  // In a currency without an exchange rate.
  form = await newExpense(page)
  await choose(form, 'Project', 'APP')
  await choose(form, 'Item', 'Domain')
  await form.getByText('No EUR price yet. Enter an exchange rate').waitFor()
  await save(page)
  await rowOf(page, 'Domain').getByText('No EUR price yet').waitFor()

  // A one-off, with a cost. A field is validated after it was left, and when it is saved.
  form = await newExpense(page)
  await choose(form, 'Project', 'WEB')
  await form.getByRole('combobox', { name: 'Project' }).focus()
  await makeOneOff(page, form)
  const each = form.getByLabel('Unit price')
  const sentence = form.getByText('Enter an amount, like 12.50')
  await each.fill('some')
  expect(await sentence.count()).toBe(0)
  await press(page, 'Tab')
  await sentence.waitFor()
  await press(page, 'Control+Enter')
  await untilFocused(form.getByLabel('Name'))
  await form.getByLabel('Name').fill('A3 proof prints')
  await each.fill('9,000,000,000.00')
  await form.getByLabel('Quantity').fill('12')
  await press(page, 'Control+Enter')
  await form.getByText('The total is too large').waitFor()
  await untilFocused(form.getByLabel('Quantity'))
  await each.fill('4.50')
  await form.getByLabel('Unit', { exact: true }).fill('sheet')
  await form.getByLabel('Amount').fill('31.20')
  await form.getByRole('combobox', { name: 'Tax' }).selectOption('Included')
  await form.getByLabel('Rate').fill('15')
  await form.getByText('incl. €4.07 tax').waitFor()
  await form.getByLabel('Notes').fill('For the client’s wall')
  await save(page)
  const prints = rowOf(page, 'A3 proof prints')
  await untilFocused(prints)
  await prints.getByText('12 × €4.50 per sheet').waitFor()
  await prints.getByText('incl. 15%').waitFor()
  await sumsOf(page).getByText('€93.52').waitFor()

  // Edit by both keys; closing gives the focus back.
  for (const key of ['e', 'Enter']) {
    await press(page, key)
    await untilFocused(formOf(page).getByRole('combobox', { name: 'Project' }))
    expect(await formOf(page).getByLabel('Unit price').inputValue()).toBe('4.50')
    await press(page, 'Escape')
    await formOf(page).waitFor(gone)
    await untilFocused(prints)
  }
  await press(page, 'e')
  await formOf(page).getByRole('switch', { name: 'Billable' }).press('Space')
  await formOf(page).getByText('Non-billable').waitFor()
  await save(page)
  await untilFocused(prints)
  await prints.getByText('Non-billable').waitFor()
  expect(await stint('expenses', 'show', '3')).toMatchObject({ chargeable: 0, total_cost: 3120 })

  // To a row's buttons, and back.
  await press(page, 'ArrowRight', 'ArrowRight')
  await untilFocused(prints.getByRole('button', { name: 'Edit' }))
  await press(page, 'ArrowRight', 'ArrowRight', 'Enter')
  await untilFocused(page.getByRole('menuitem', { name: 'Edit' }))
  await press(page, 'Escape', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
  await untilFocused(prints)

  // A copy, and without it.
  await press(page, 'd')
  await formOf(page).getByLabel('Name').fill('A2 proof prints')
  await save(page)
  const copy = rowOf(page, 'A2 proof prints')
  await untilFocused(copy)
  await press(page, 'Delete')
  await copy.waitFor(gone)
  await page.getByText('Deleted “A2 proof prints”').waitFor()
  expect(await page.locator('[data-expense]:focus').count()).toBe(1)
  await press(page, 'z')
  await copy.waitFor()
  await press(page, 'Shift+Z')
  await copy.waitFor(gone)

  // Found among all expenses, in any month.
  for (const [ago, name] of [
    [70, 'Photography, half day'],
    [1, 'Photo licence'],
  ] as const) {
    const when = ['--date', day(-ago), '--project-id', '1']
    await stint('expenses', 'add', '--name', name, '--unit-charge', '45.00', ...when)
  }
  await press(page, '/')
  await untilFocused(page.getByRole('searchbox', { name: 'Search expenses' }))
  await page.keyboard.type('photo')
  await page.getByText('2 results').waitFor()
  await rowOf(page, 'Photography').waitFor()
  await press(page, 'Escape')
  await rowOf(page, 'Photography').waitFor(gone)
  expect(await page.locator('[data-expense]:focus').count()).toBe(1)

  // Other months, all of them, and other orders.
  const months = page.getByRole('heading', { level: 1 })
  const here = await months.innerText()
  await press(page, '[')
  await expect.poll(() => months.innerText(), soon).not.toBe(here)
  await press(page, ']', '[', 't')
  await expect.poll(() => months.innerText(), soon).toBe(here)
  await press(page, 'a')
  await rowOf(page, 'Photography').waitFor()
  expect(await page.getByRole('radio', { name: 'All' }).getAttribute('aria-checked')).toBe('true')
  await press(page, 'o')
  await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort]')).waitFor()
  const names = () =>
    page
      .locator('[data-expense] .words')
      .evaluateAll((found) =>
        found
          .toSorted((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y)
          .map((words) => words.firstChild!.textContent!.trim()),
      )
  await expect
    .poll(names, soon)
    .toEqual(['A3 proof prints', 'Domain', 'Mileage', 'Photo licence', 'Photography, half day'])
  await press(page, 'o')

  // Several at once: selected, changed, deleted, each undone in one step.
  await press(page, 'Home', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await sumsOf(page).getByText('3 selected').waitFor()
  await press(page, 'Shift+ArrowUp')
  await sumsOf(page).getByText('2 selected').waitFor()
  await press(page, 'Space')
  await sumsOf(page).getByText('1 selected').waitFor()
  await press(page, 'Control+a')
  await sumsOf(page).getByText('5 selected').waitFor()
  await press(page, 'e')
  const several = formOf(page)
  await several.getByRole('heading', { name: 'Edit 5 expenses' }).waitFor()
  await choose(several, 'Project', 'APP')
  await several.getByLabel('Date').fill(day(-1))
  await press(page, 'Tab', 'Tab', 'Tab', 'Tab')
  await several.getByRole('radio', { name: 'Non-billable' }).click()
  await save(page)
  await page.getByText('Changed 5 expenses').waitFor()
  const changed = { project: { code: 'APP' }, date: day(-1), chargeable: 0 }
  expect(await stint('expenses', 'list')).toMatchObject({ data: Array(5).fill(changed) })
  await press(page, 'z')
  await rowOf(page, 'Mileage').getByText('WEB').waitFor()
  const before = { project: { code: 'WEB' }, date: day(), chargeable: 1 }
  expect(await stint('expenses', 'show', '1')).toMatchObject(before)
  await sumsOf(page).getByText('5 selected').waitFor()
  await press(page, 'Delete')
  await page.getByText('Deleted 5 expenses').waitFor()
  await page.getByText('No expenses yet').waitFor()
  await press(page, 'z')
  await rowOf(page, 'Photography').waitFor()
  await press(page, 'a')

  // Single keys belong to the field that has the focus.
  form = await newExpense(page)
  await form.getByLabel('Notes').fill('')
  await form.getByLabel('Notes').focus()
  await page.keyboard.type('naod[]/?z ')
  expect(await form.getByLabel('Notes').inputValue()).toBe('naod[]/?z ')
  await press(page, 'Escape')
  await form.waitFor(gone)

  await press(page, '?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const line of [
    'Add expense',
    'Edit expense or selection',
    'Duplicate expense',
    'Delete expense or selection',
    'Select expense',
    'Extend selection',
    'Select all',
    'Switch between month and all',
    'Change sort order',
    'Previous period',
    'Search',
  ]) {
    await sheet.getByText(line, { exact: true }).waitFor()
  }
  await press(page, 'Escape')
  expect(spoken).toEqual([])
})

it('shows a studio’s month, its form and a selection correctly in every look', async () => {
  const { page } = await beginDemo()
  const spoken = listen(page)
  await press(page, 'g', 'e')
  await page.getByRole('heading', { level: 1, name: /^Expenses/ }).waitFor()
  // The month before is complete; how many expenses it has depends on the day.
  await press(page, '[')
  const rows = page.locator('[data-expense]')
  await rows.first().waitFor()
  const own = await rows.count()
  await page.getByRole('radio', { name: 'Everyone' }).click()
  await rows.nth(own).waitFor()
  await inspectEverywhere(page, 'expenses')

  await press(page, 'j', 'j', 'e')
  await untilFocused(formOf(page).getByRole('combobox', { name: 'Project' }))
  await inspectEverywhere(page, 'expense-form')
  await press(page, 'Escape', 'Space', 'Shift+ArrowDown')
  await sumsOf(page).getByText('2 selected').waitFor()
  await inspectEverywhere(page, 'expenses-selected')
  expect(spoken).toEqual([])
})
