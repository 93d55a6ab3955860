/** Nothing is lost: what was deleted, changed, backed up, damaged, refused or changed on both sides. */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { startProgram } from '../support/program.ts'
import { playAt } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import {
  addMorning,
  beginWork,
  entryWords,
  panelOf,
  press,
  rowOf,
  untilFocused,
  type Work,
} from './at-work.ts'
import { startBareService, type BareService } from './bare-service.ts'

const { day } = playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const within = { timeout: 90_000 }

const toSettings = (page: Page) => page.getByRole('link', { name: 'Settings' }).last().click()
const inboxCard = (page: Page, text: string | RegExp) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .filter({ hasText: text })

/** Runs in the page. */
function isVisible(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** The database file of the only account. */
function databaseOf(home: string): string {
  const [account] = readdirSync(join(home, 'accounts'))
  return join(home, 'accounts', account!, 'stint.db')
}

it('restores what was deleted, from the trash', async () => {
  const { page } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').click()
  await press(page, 'Delete')
  await rowOf(page, 'Wireframes').waitFor(gone)
  await press(page, 'g', 'h')
  await page.getByText('Deleted “Wireframes”').first().waitFor()
  await page.getByRole('radio', { name: 'Trash' }).click()
  const item = page.getByRole('list', { name: 'Trash' }).getByRole('listitem')
  await item.getByText('“Wireframes”').waitFor()
  await item.getByText('30 days left').waitFor()

  // Deleting forever asks first.
  await item.getByRole('button', { name: 'Delete forever' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await item.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Trash is empty').waitFor()
  await press(page, 'g', 'd')
  await rowOf(page, 'Wireframes').getByText('4 × 15').waitFor()
})

it('undoes one older change, and shows what it was', async () => {
  const { page, stint } = await beginWork({
    async before(run) {
      await addMorning(run)
      await run('times', 'update', '1', '--notes', 'Wireframes, final', '--quantity', '6')
      await run('times', 'update', '2', '--notes', 'Call with the printer')
    },
  })
  await rowOf(page, 'Wireframes, final').waitFor()
  await press(page, 'g', 'h')
  const older = page.getByRole('listitem').filter({ hasText: 'Changed “Wireframes, final”' })
  await older.getByRole('button', { expanded: false }).click()
  await older.getByText('Wireframes', { exact: true }).waitFor()
  await older.getByText('Wireframes, final', { exact: true }).waitFor()
  await older.getByRole('button', { name: /^Undo: / }).click()
  await older.getByText('Undone', { exact: true }).waitFor()
  await press(page, 'g', 'd')
  await rowOf(page, 'Wireframes').getByText('4 × 15').waitFor()
  await rowOf(page, 'Call with the printer').waitFor()
  expect(await stint('times', 'show', '1')).toMatchObject({ notes: 'Wireframes', quantity: 4 })
})

it('keeps the focused button visible when rows arrive above it, and lets a person scroll away', async () => {
  const { page, stint } = await beginWork({ before: addMorning, height: 560 })
  await rowOf(page, 'Wireframes').waitFor()
  await press(page, 'g', 's')
  const changes = page.getByRole('complementary').getByRole('listitem')
  const undo = changes.filter({ hasText: 'Wireframes' }).getByRole('button', { name: /^Undo: / })
  await undo.focus()
  for (let start = 13; start < 21; start++) {
    await stint(...entryWords([1, 1], `${start}:00`, 1, `At ${start}`))
    await changes.filter({ hasText: `At ${start}` }).waitFor()
    await until(async () => expect(await undo.evaluate(isVisible)).toBe(true))
  }
  expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true)

  await changes.last().hover()
  await page.mouse.wheel(0, -2_000)
  await changes.first().filter({ hasText: 'At 20' }).waitFor()
  await until(async () => expect(await undo.evaluate(isVisible)).toBe(false))
  await stint(...entryWords([1, 1], '21:00', 1, 'At 21'))
  await changes.filter({ hasText: 'At 21' }).waitFor()
  expect(await undo.evaluate(isVisible)).toBe(false)
})

it('backs up on request, and restores the backup without losing later changes', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  await toSettings(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup complete').waitFor(within)
  const backup = page.getByRole('listitem').filter({ hasText: 'manual' })
  await backup.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Backup verified. Entries: 3, expenses: 0').waitFor(within)
  await stint(...entryWords([1, 1], '13:00', 4, 'After the backup'))

  await backup.getByRole('button', { name: 'Restore' }).click()
  const question = page.getByRole('alertdialog', { name: /^Restore backup from / })
  await question.getByText('set aside, not deleted').waitFor()
  await question.getByRole('button', { name: 'Restore' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Stint fixed a problem' })
  await notice.waitFor(within)
  await press(page, 'g', 'd')
  await rowOf(page, 'After the backup').waitFor(within)
  await rowOf(page, 'Wireframes').waitFor()
  await notice.getByRole('button', { name: 'Got it' }).click()
  await notice.waitFor(gone)
})

it('recovers from a damaged database without a question, with every entry', async () => {
  const work = await beginWork({ before: addMorning })
  const { page, app, home, stint } = work
  await toSettings(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup complete').waitFor(within)
  await stint(...entryWords([1, 1], '13:00', 4, 'Only in the journal'))
  await app.end()
  const database = databaseOf(home)
  for (const beside of ['-wal', '-shm']) rmSync(database + beside, { force: true })
  writeFileSync(database, Buffer.alloc(40_960, 'no database '))

  const next = await (await app.startAgain()).openWindow()
  const notice = next.getByRole('status').filter({ hasText: 'Stint fixed a problem' })
  await notice.getByText('The database was damaged').waitFor(within)
  await notice.getByText('The old file is in').waitFor()
  for (const notes of ['Wireframes', 'Weekly call', 'Colour study', 'Only in the journal']) {
    await rowOf(next, notes).waitFor()
  }
  await notice.getByRole('button', { name: 'Got it' }).click()
  await notice.waitFor(gone)
  await next.reload()
  await rowOf(next, 'Only in the journal').waitFor()
  expect(await notice.count()).toBe(0)
})

it('explains the problem when the database is missing, and opens it once it is back', async () => {
  const { page, app, home } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  await app.end()
  const database = databaseOf(home)
  renameSync(database, `${database}.elsewhere`)
  const next = await (await app.startAgain()).openWindow()
  await next.getByRole('heading', { name: 'Can’t open This computer' }).waitFor(within)
  await next.getByText('nothing you saved is deleted').waitFor()

  // Starting fresh asks first; trying again changes nothing while the problem remains.
  await next.getByRole('button', { name: 'Start fresh' }).click()
  const question = next.getByRole('alertdialog', { name: 'Start with an empty database?' })
  await untilFocused(question.getByRole('button', { name: 'Cancel' }))
  await press(next, 'Enter')
  await question.waitFor(gone)
  renameSync(`${database}.elsewhere`, database)
  await next.getByRole('button', { name: 'Try again' }).click()
  await rowOf(next, 'Wireframes').waitFor(within)
  await rowOf(next, 'Colour study').waitFor()
})

it('turns the local account into a connected one, and sends what was matched', async () => {
  const work = await beginWork({ before: addMorning })
  const { page } = work
  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database, '--port', '0'], {
    home: testFolder(),
  })
  const onService = async (notes: string) => {
    const query = new URLSearchParams({ query: notes })
    const answer = await fetch(`${service.ready['url']}/api/v1/times?${query}`, {
      headers: { authorization: `Bearer ${service.ready['token']}` },
    })
    return ((await answer.json()) as { data: { notes: string; quantity: number }[] }).data
  }
  await toSettings(page)
  await page.getByRole('button', { name: 'Connect to a service…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect this account to a service' })
  await dialog.getByLabel('Service URL').fill(service.ready['url']!)
  await dialog.getByLabel('Access token').fill(service.ready['token']!)
  await dialog.getByText('Found Fernwood Studio').first().waitFor(within)
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Match with the service' }).waitFor(within)
  expect(await onService('Wireframes')).toEqual([])

  const of = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('combobox', { name: `Match for “${name}”` }) })
  const match = async (name: string) => {
    await of(name).getByRole('button', { name: 'Match', exact: true }).click()
  }
  // Another client and currency: it is not suggested, and asked about.
  const website = of('Website').getByRole('combobox')
  await website.fill('WEB')
  await page.getByRole('option', { name: /WEB/ }).first().waitFor(within)
  await website.press('Enter')
  await match('Website')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await question.getByText('EUR').first().waitFor(within)
  await question.getByRole('button', { name: 'Match anyway' }).click()
  await of('Website').waitFor(gone)
  await of('Design').filter({ hasText: 'Same name' }).waitFor(within)
  await match('Design')
  await of('Design').waitFor(gone)
  await expect.poll(() => onService('Wireframes'), within).toMatchObject([{ quantity: 4 }])
  await press(page, 'g', 'd')
  await rowOf(page, 'Wireframes')
    .getByRole('img', { name: /^Synced/ })
    .waitFor(within)
  await rowOf(page, 'Colour study').getByText('Needs matching').waitFor()

  // The service says whose entries are whose: a switch shows those of colleagues.
  await page.getByRole('radio', { name: 'Everyone' }).click(within)
  await page.getByRole('radio', { name: 'Mine', checked: false }).waitFor()
})

/** Connects to a service of the specification and nothing more. */
async function connected(service: BareService): Promise<Work> {
  const work = await beginWork()
  const { page } = work
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByLabel('Access token').fill('token')
  await page.getByText('Found 127.0.0.1').first().waitFor()
  await press(page, 'Enter')
  await page.getByText('Up to date').first().waitFor(within)
  return work
}

it('asks about a conflict field by field, and applies the answer', async () => {
  const service = await startBareService()
  const { id } = service.add({
    project_id: 1,
    task_id: 1,
    date: day(),
    start: 540,
    quantity: 2,
    notes: 'Labels',
  })
  const { page, stint } = await connected(service)
  await rowOf(page, 'Labels').waitFor(within)
  const sides = async (mine: string, theirs: string) => {
    await stint('times', 'update', `remote:${id}`, '--notes', mine, '--quantity', '3')
    const answer = await fetch(`${service.url}/api/v1/times/${id}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ notes: theirs, quantity: 5 }),
    })
    expect(answer.status).toBe(200)
  }
  await press(page, 'g', 's')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await sides('Labels, Dutch proofs', 'Labels and captions')
  await page.getByRole('button', { name: 'Resume' }).click()

  const card = inboxCard(page, 'Changed both here and on the service')
  await card.waitFor(within)
  await card.getByText(/^Result:.*“Labels, Dutch proofs”/).waitFor()
  await card.getByRole('radio', { name: 'Notes, Service: Labels and captions' }).check()
  await card.getByText(/^Result:.*“Labels and captions”/).waitFor()
  await card.getByText('9:00 – 9:45').or(card.getByText('09:00 – 09:45')).first().waitFor()
  await card.getByRole('button', { name: 'Apply' }).click()
  await card.waitFor(gone)
  await expect
    .poll(() => service.times.get(id), within)
    .toMatchObject({ notes: 'Labels and captions', quantity: 3 })

  // Once more, by keys, and everything from the service; after undo it is asked again.
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await stint('times', 'update', `remote:${id}`, '--notes', 'Mine again')
  service.change(id, { notes: 'Theirs again' })
  await page.getByRole('button', { name: 'Resume' }).click()
  await card.waitFor(within)
  await press(page, 'j', '2', 'Control+Enter')
  await card.waitFor(gone)
  expect(await stint('times', 'show', `remote:${id}`)).toMatchObject({ notes: 'Theirs again' })
  await press(page, 'z')
  await card.waitFor()
  await press(page, 'j', '2', 'Control+Enter')
  await card.waitFor(gone)
  await press(page, 'g', 'd')
  await rowOf(page, 'Theirs again')
    .getByRole('img', { name: /^Synced/ })
    .waitFor(within)
})

it('leads from what the service refused to the field that corrects it', async () => {
  const service = await startBareService()
  service.validate = ({ notes }) => (notes === 'Vague' ? { notes: ['Must name a ticket'] } : null)
  service.add({ project_id: 1, task_id: 1, date: day(), start: 540, notes: 'First' })
  const { page, stint } = await connected(service)
  await rowOf(page, 'First').waitFor(within)
  const where = ['--project-id', 'remote:1', '--task-id', 'remote:1']
  await stint('times', 'add', ...where, '--start', '13:00', '--quantity', '2', '--notes', 'Vague')
  await rowOf(page, 'Vague').getByText('“Must name a ticket”').waitFor(within)

  await press(page, 'g', 's')
  const card = inboxCard(page, 'Must name a ticket')
  await card.getByRole('button', { name: 'Edit' }).click()
  await panelOf(page).getByLabel('Notes').fill('Vague no more, T-12')
  await press(page, 'Control+Enter')
  await rowOf(page, 'Vague no more, T-12')
    .getByRole('img', { name: /^Synced/ })
    .waitFor(within)
  await press(page, 'g', 's')
  await page.getByText('Everything is synced.').waitFor(within)
  await card.waitFor(gone)
})
