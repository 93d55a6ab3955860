/** Forms that are open while a colleague changes their record, over a real service. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { addMorning, beginWork, panelOf, press, rowOf, untilFocused } from './at-work.ts'
import { beginDemo, type DemoWork } from './demo-service.ts'
import { inspectEverywhere, listen } from './inspect.ts'

onAnyDay()

const gone = { state: 'detached' } as const
/** In the demo. */
const annualReport = 'projects/7'
const patience = { timeout: 90_000, interval: 100 }

const conflictOf = (form: Locator, label: string): Locator =>
  form.getByRole('group', { name: label })

/** An entry that the service has: its id there. */
async function addEntry({ stint, day }: DemoWork, notes: string): Promise<number> {
  const where = ['--project-id', 'remote:1', '--task-id', 'remote:1', '--date', day()]
  await stint('times', 'add', ...where, '--start', '09:00', '--quantity', '4', '--notes', notes)
  await stint('sync')
  const { data } = (await stint('times', 'list', '--query', notes)) as { data: { id: number }[] }
  return data[0]!.id
}

it('shows both values in the form of an entry, in Day and in Week, and saves the chosen one', async () => {
  const work = await beginDemo()
  const { page, changeThere, readThere, stint } = work
  const spoken = listen(page)
  const id = await addEntry(work, 'First draft')
  const path = `times/${id}`

  // Day: notes changed by both, the start there alone, the task here alone.
  await rowOf(page, 'First draft').click()
  await press(page, 'e')
  const form = panelOf(page)
  await form.getByRole('textbox', { name: 'Notes' }).fill('First draft, reviewed')
  await changeThere(path, { notes: 'Second draft', start: 9 * 60 + 30 })
  await conflictOf(form, 'Notes').getByText('Second draft').waitFor()
  await expect.poll(() => form.getByLabel('From').inputValue(), patience).toMatch(/^0?9:30/)
  expect(await form.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe(
    'First draft, reviewed',
  )
  await inspectEverywhere(page, 'form-conflict')
  // It is not saved before the person has decided: the conflict gets the focus.
  await press(page, 'Control+Enter')
  await untilFocused(form.getByRole('button', { name: 'Keep yours' }))
  await press(page, 't')
  await conflictOf(form, 'Notes').waitFor(gone)
  expect(await form.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Second draft')
  await form.getByRole('textbox', { name: 'Notes' }).fill('Third draft')
  await press(page, 'Control+Enter')
  await form.waitFor(gone)
  await stint('sync')
  expect(await readThere(path)).toMatchObject({ notes: 'Third draft' })

  // Week: the popover is as careful.
  await press(page, 'g', 'w')
  const block = page.getByRole('gridcell').getByRole('button', { name: /Third draft/ })
  await block.waitFor()
  await block.focus()
  await press(page, 'Enter')
  const popover = page.getByRole('dialog', { name: /^Edit entry/ })
  await popover.getByRole('textbox', { name: 'Notes' }).fill('Proofs sent')
  await changeThere(path, { notes: 'Proofs approved' })
  await conflictOf(popover, 'Notes').getByText('Proofs approved').waitFor()
  await inspectEverywhere(page, 'week-form-conflict')
  await popover.getByRole('textbox', { name: 'Notes' }).press('Enter')
  await untilFocused(popover.getByRole('button', { name: 'Keep yours' }))
  await press(page, 'm')
  await conflictOf(popover, 'Notes').waitFor(gone)
  await popover.getByRole('textbox', { name: 'Notes' }).press('Enter')
  await popover.waitFor(gone)
  await stint('sync')
  expect(await readThere(path)).toMatchObject({ notes: 'Proofs sent' })
  expect(spoken).toEqual([])
})

it('changes nothing of a project whose form was opened and closed without an edit', async () => {
  const { page, changeThere, readThere } = await beginDemo()
  const row = (name: string) =>
    page.getByRole('tabpanel').getByRole('row').filter({ hasText: name })
  await press(page, 'g', 'p')
  await row('Annual report').click()
  const panel = page.getByRole('complementary', { name: 'Project' })
  const name = panel.getByLabel('Name')
  await untilFocused(name)
  await changeThere(annualReport, { rate: 20_000, code: 'NEW' })
  await expect.poll(() => panel.getByLabel('Code').inputValue(), patience).toBe('NEW')
  await row('Website').click()
  await expect.poll(() => name.inputValue(), patience).not.toBe('Annual report')
  expect(await readThere(annualReport)).toMatchObject({
    ...{ name: 'Annual report', rate: 20_000, code: 'NEW' },
  })
})

it('shows in one window what the other one saved while its form was open', async () => {
  const { page, openAnother, stint } = await beginWork({ before: addMorning })
  const other = await openAnother()
  const open = async (window: Page) => {
    await rowOf(window, 'Wireframes').click()
    await press(window, 'e')
    return panelOf(window)
  }
  const [here, there] = [await open(page), await open(other)]
  await here.getByRole('textbox', { name: 'Notes' }).fill('Wireframes, here')
  await there.getByRole('textbox', { name: 'Notes' }).fill('Wireframes, there')
  await press(other, 'Control+Enter')
  await there.waitFor(gone)
  await conflictOf(here, 'Notes').getByText('Wireframes, there').waitFor()
  await press(page, 'Control+Enter', 'm', 'Control+Enter')
  await here.waitFor(gone)
  expect(await stint('times', 'list', '--query', 'Wireframes')).toMatchObject({
    data: [{ notes: 'Wireframes, here' }],
  })
})
