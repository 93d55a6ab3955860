/** Categories and webhooks without a pointer, over the real core and a real service. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { press, untilFocused } from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { inspectEverywhere, listen } from './inspect.ts'

onAnyDay()

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${name},`) })
const gone = { state: 'detached' } as const
const within = { timeout: 90_000 }

it('keeps categories and reads webhooks by keyboard alone', async () => {
  const { page, stint, leave } = await beginDemo()
  const spoken = listen(page)
  const listed = async (...more: string[]) =>
    (
      (await stint('categories', 'list', ...more)) as {
        data: { local: number; name: string; tasks_count: number; charges_count: number }[]
      }
    ).data
  const panel = page.getByRole('complementary', { name: 'Category' })
  const archived = page.getByRole('rowgroup', { name: 'Archived' })

  await press(page, 'g', 'c')
  await page.getByRole('heading', { name: 'Categories' }).waitFor()
  await page
    .getByRole('row', { name: /tasks?,/ })
    .first()
    .waitFor()
  const names = (await listed()).map(({ name }) => name)
  expect(await page.getByRole('row', { name: /tasks?,/ }).count()).toBe(names.length)
  await press(page, 'j')
  await untilFocused(rowOf(page, names[0]!))
  await press(page, 'ArrowDown', 'j', 'k')
  await untilFocused(rowOf(page, names[1]!))
  expect(await page.locator('[role=row][tabindex="0"]').count()).toBe(1)
  // To a row's button, and back.
  await press(page, 'ArrowRight')
  await untilFocused(page.getByRole('button', { name: `Archive ${names[1]}` }))
  await press(page, 'ArrowLeft')
  await untilFocused(rowOf(page, names[1]!))

  // Archived, undone, archived again, and restored from the archives.
  await press(page, 'a')
  await page.getByText(`Archived “${names[1]}”`).waitFor()
  await archived.getByText('Archived, not synced yet').first().waitFor()
  await untilFocused(rowOf(page, names[2]!))
  await press(page, 'z')
  await archived.waitFor(gone)
  await rowOf(page, names[2]!).focus()
  await press(page, 'k')
  await untilFocused(rowOf(page, names[1]!))
  await press(page, 'a')
  await archived.waitFor()
  await archived.getByRole('row', { name: names[1] }).focus()
  await press(page, 'Enter')
  await panel.getByText(/Kept with its history/).waitFor()
  await untilFocused(panel.getByRole('button', { name: 'Restore' }))
  await press(page, 'Escape')
  await untilFocused(archived.getByRole('row', { name: names[1] }))
  await inspectEverywhere(page, 'categories-archived')
  await press(page, 'a')
  await archived.waitFor(gone)
  await untilFocused(rowOf(page, names[1]!))
  expect((await listed()).map(({ name }) => name)).toEqual(names)

  // Renamed in its row; Esc keeps the name, a taken name is reported.
  const field = page.getByRole('textbox', { name: `Rename ${names[1]}` })
  await press(page, 'F2')
  await untilFocused(field)
  await page.keyboard.type('Nothing')
  await press(page, 'Escape')
  await field.waitFor(gone)
  await untilFocused(rowOf(page, names[1]!))
  await press(page, 'F2')
  await untilFocused(field)
  await page.keyboard.type(names[0]!)
  await press(page, 'Enter')
  await page.getByText('Another category already has this name').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Yearbook')
  await press(page, 'Enter')
  await untilFocused(rowOf(page, 'Yearbook'))
  expect((await listed()).map(({ name }) => name)).toContain('Yearbook')

  // Members: find, arrows, Space; Enter in the field takes the best match.
  await press(page, 'e')
  const name = panel.getByLabel('Name')
  await untilFocused(name)
  const before = (await listed()).find((one) => one.name === 'Yearbook')!
  await press(page, 'Tab', 'Tab')
  const find = panel.getByRole('searchbox', { name: 'Search tasks' })
  await untilFocused(find)
  await press(page, 'ArrowDown', 'End', 'ArrowUp', 'Space')
  expect(await panel.getByRole('option', { selected: true }).count()).toBe(before.tasks_count + 1)
  await press(page, 'Home', 'ArrowUp')
  await untilFocused(find)
  await panel.getByRole('region', { name: 'Used in' }).getByRole('link').first().waitFor()
  await inspectEverywhere(page, 'categories')
  await find.focus()
  await page.keyboard.type('Letterpress')
  await panel.getByText('No results').waitFor()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: /Add task/ })
  await untilFocused(dialog.getByLabel('Name'))
  await press(page, 'Enter')
  await dialog.waitFor(gone)
  await panel.getByRole('radio', { name: `Tasks ${before.tasks_count + 2}` }).focus()
  await press(page, 'ArrowRight')
  await untilFocused(panel.getByRole('radio', { name: /^Items/ }))
  await press(page, 'Control+Enter')
  await panel.waitFor(gone)
  await untilFocused(rowOf(page, 'Yearbook'))
  expect(await listed()).toContainEqual(
    expect.objectContaining({ name: 'Yearbook', tasks_count: before.tasks_count + 2 }),
  )
  // It waits for the task that only this machine knows.
  await rowOf(page, 'Yearbook').getByText('Needs matching').first().waitFor()

  // A new one; without a name the form stays open.
  await press(page, 'n')
  await untilFocused(name)
  await press(page, 'Control+Enter')
  await panel.getByText('Enter a name').waitFor()
  await page.keyboard.type('Étude')
  await press(page, 'Control+Enter')
  await panel.waitFor(gone)
  await untilFocused(rowOf(page, 'Étude'))

  // Found by its name, and by the names of its members.
  await press(page, '/')
  await page.keyboard.type('étu')
  await expect.poll(() => page.getByRole('row', { name: /tasks?,/ }).count()).toBe(1)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('letterpr')
  await rowOf(page, 'Yearbook').waitFor()
  await rowOf(page, 'Étude').waitFor(gone)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('zzz')
  await page.getByText('No results').waitFor()
  await press(page, 'Escape')
  await rowOf(page, 'Étude').waitFor()

  // Webhooks: read, added with a secret that is shown once, changed, deleted.
  const hook = page.getByRole('complementary', { name: 'Webhook' })
  await press(page, ']')
  await page.getByText('The service notifies these URLs').waitFor()
  await press(page, 'j', 'Enter')
  await hook.getByRole('button', { name: 'Copy URL' }).waitFor()
  await untilFocused(hook.getByRole('button', { name: 'Copy URL' }))
  await press(page, 'Escape')
  const hooks = page.getByRole('row', { name: /https:/ })
  const count = await hooks.count()
  await untilFocused(hooks.first())
  await press(page, 'n')
  await untilFocused(hook.getByLabel('URL', { exact: true }))
  await page.keyboard.type('hooks.example')
  await press(page, 'Tab')
  await hook.getByText('Enter a URL').waitFor()
  await hook.getByLabel('URL', { exact: true }).fill('https://hooks.example.com/stint')
  await press(page, 'Control+Enter')
  await hook.getByText('Choose at least one event').waitFor()
  await press(page, 'Space', 'Tab', 'Space')
  await press(page, 'Control+Enter')
  await hook.getByRole('heading', { name: 'Signing secret' }).waitFor(within)
  const secret = await hook.locator('code').textContent()
  expect(secret).toMatch(/\S{16,}/)
  await inspectEverywhere(page, 'webhook-secret')
  await hook.getByRole('button', { name: 'Done' }).focus()
  await press(page, 'Enter')
  await hook.waitFor(gone)
  await expect.poll(() => hooks.count()).toBe(count + 1)
  const added = page.getByRole('row', { name: /hooks\.example\.com/ })
  await untilFocused(added)
  await press(page, 'Enter')
  expect(await hook.getByText(secret!).count()).toBe(0)
  await hook.getByRole('button', { name: 'Edit' }).focus()
  await press(page, 'Enter')
  await untilFocused(hook.getByLabel('URL', { exact: true }))
  await hook.getByRole('checkbox', { name: 'Restored' }).focus()
  await press(page, 'Space', 'Control+Enter')
  await page.getByText('Saved to the service').waitFor(within)
  await added.getByText('categories.restored', { exact: true }).waitFor()
  await press(page, 'Escape')
  await untilFocused(added)
  await press(page, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this webhook?' })
  await question.getByRole('button', { name: 'Delete' }).focus()
  await press(page, 'Enter')
  await page.getByText('Deleted webhook').waitFor(within)
  await expect.poll(() => hooks.count()).toBe(count)
  await inspectEverywhere(page, 'webhooks')

  // Without the service they can be read, and the page says why it is read-only.
  await leave()
  await stint('categories', 'add', '--name', 'Weather')
  await page
    .getByText('Offline')
    .first()
    .waitFor({ ...within, state: 'attached' })
  await press(page, 'n')
  await page.getByText('Webhooks need a connection').first().waitFor()
  await press(page, '[')
  await rowOf(page, 'Étude').waitFor()
  expect(spoken).toEqual([])
})
