/**
 * The first hour of a person with Stint, from the first window to the entry that the service has:
 * real processes, a real browser, a real service over HTTP.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { runProgram, startProgram, type Running } from '../support/program.ts'
import { playAt } from '../support/test-day.ts'
import { startOnHost } from '../support/test-host.ts'
import { freePort } from '../support/window.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

interface WireTime {
  id: number
  notes: string | null
  quantity: number
}

/** The service's data as plain HTTP with the token returns it, without our code. */
const outsider = (service: { url: string; token: string }) => ({
  async times(query: string): Promise<WireTime[]> {
    const answer = await fetch(`${service.url}/api/v1/times?limit=100&query=${query}`, {
      headers: { authorization: `Bearer ${service.token}` },
    })
    return ((await answer.json()) as { data: WireTime[] }).data
  },
  async put(id: number, change: object): Promise<void> {
    const answer = await fetch(`${service.url}/api/v1/times/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    expect(answer.status).toBe(200)
  },
})

const serve = (home: string, database: string, port: number): Promise<Running> =>
  startProgram(['serve', '--demo', '--db', database, '--port', String(port)], { home })

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Entry' })

const row = (page: Page, notes: string) => page.getByRole('row').filter({ hasText: notes })

/** Fills the panel's form and saves it from the keyboard. */
async function addEntry(page: Page, from: string, to: string, notes: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click()
  const panel = panelOf(page)
  await choose(page, 'Project', 'WEB')
  await choose(page, 'Task', 'Design')
  await panel.getByLabel('From').fill(from)
  await panel.getByLabel('To', { exact: true }).fill(to)
  await panel.getByLabel('Notes').fill(notes)
  await page.keyboard.press('Control+Enter')
  await panel.waitFor({ state: 'detached' })
  await row(page, notes).waitFor()
}

async function choose(page: Page, field: 'Project' | 'Task', text: string): Promise<void> {
  const box = panelOf(page).getByRole('combobox', { name: field })
  await box.fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().waitFor()
  await box.press('Enter')
}

it('keeps a day that was worked offline, and the service has it once when it can be reached', async () => {
  const home = testFolder()
  const database = join(testFolder(), 'service.db')
  const port = await freePort()
  const first = await serve(home, database, port)
  const token = first.ready['token']!
  const app = await startOnHost({ home, env: {}, window: {} })
  const page = await app.openWindow()

  // First run: connect, checked at once.
  await page.getByLabel('Service URL').fill(`127.0.0.1:${port}`)
  await page.getByLabel('Access token').fill('not-the-token')
  await page.getByText('rejected this access token').waitFor()
  await page.getByLabel('Access token').fill(token)
  await page.getByText('Found Fernwood Studio').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Up to date').waitFor()
  await page.getByRole('row').nth(3).waitFor()

  // Offline.
  await first.end()
  await addEntry(page, '7:00', '8:15', 'On the train')
  const entry = row(page, 'On the train')
  await entry.getByRole('img', { name: 'Saved, not synced yet' }).waitFor()
  await entry.getByText('5 × 15').waitFor()
  await page.getByText('Offline').first().waitFor()

  // Changed, deleted, undone: all without a service.
  await entry.click()
  await page.keyboard.press('e')
  await panelOf(page).getByLabel('Notes').fill('On the night train')
  await page.keyboard.press('Control+Enter')
  await row(page, 'On the night train').waitFor()
  await row(page, 'On the night train').click()
  await page.keyboard.press('Delete')
  await row(page, 'On the night train').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await row(page, 'On the night train').waitFor()
  expect(await row(page, 'On the train').count()).toBe(0)

  // Online again: on the service once, within the time that a person would wait.
  await serve(home, database, port)
  const service = outsider({ url: `http://127.0.0.1:${port}`, token })
  await row(page, 'On the night train')
    .getByRole('img', { name: /^Synced/ })
    .waitFor({ timeout: 90_000 })
  const there = await service.times('night%20train')
  expect(there).toMatchObject([{ notes: 'On the night train', quantity: 5 }])

  // A change made there appears in the open window.
  await service.put(there[0]!.id, { notes: 'On the sleeper', quantity: 6 })
  await row(page, 'On the sleeper').getByText('6 × 15').waitFor({ timeout: 90_000 })
  expect(await row(page, 'On the night train').count()).toBe(0)
})

it('continues the running timer after the program was killed', async () => {
  const here = { home: testFolder() }
  const app = await startOnHost({ ...here, env: {}, window: {} })
  const page = await app.openWindow()
  await page.getByText('Use this computer only').click()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing logged yet').waitFor()

  const project = ['projects', 'add', '--name', 'Website', '--code', 'WEB', '--increment', '15']
  expect(await runProgram(project, here)).toMatchObject({ code: 0 })
  expect(await runProgram(['tasks', 'add', '--name', 'Design'], here)).toMatchObject({
    code: 0,
  })

  const line = page
    .getByRole('textbox', { name: /working on/ })
    .or(page.getByPlaceholder(/working on/))
  await line.first().fill('#WEB @Design Hero animation')
  await line.first().press('Enter')
  await page.getByRole('button', { name: 'Stop timer' }).waitFor()
  await page.getByRole('timer').waitFor()

  await app.end('SIGKILL')
  const next = await (await app.startAgain()).openWindow()
  await next.getByRole('timer').waitFor()
  await next.getByText('Hero animation').first().waitFor()

  const early = ['start', 'Hero', 'animation', '#WEB', '@Design', '--ago', '47m']
  expect(await runProgram(['discard'], here)).toMatchObject({ code: 0 })
  expect(await runProgram(early, here)).toMatchObject({ code: 0 })
  await next.getByRole('timer').getByText('4 × 15 = 1:00').waitFor()
  await next.getByRole('button', { name: 'Stop timer' }).click()
  // This first: the row of the running timer contains the same text, also while it fades.
  await row(next, 'Running').waitFor({ state: 'detached' })
  await row(next, 'Hero animation').getByText('4 × 15').waitFor()
  await row(next, 'Hero animation')
    .getByRole('img', { name: /this computer/ })
    .waitFor()
})

it('opens a demo organisation in one step', async () => {
  const home = testFolder()
  const app = await startOnHost({ home, env: {}, window: {} })
  const page = await app.openWindow()
  await page.getByText('Try the demo').click()
  await page.keyboard.press('Enter')
  await page.getByText('Up to date').waitFor()
  await page.getByRole('row').nth(3).waitFor()
  await page.getByText('Fernwood Studio').waitFor()
})
