/** A person at work: the program with a folder of its own, a window, and the command line. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { runHere } from '../support/program.ts'
import { testDay } from '../support/test-day.ts'
import { startOnHost, type HostedApp } from '../support/test-host.ts'
import type { WindowOptions } from '../support/window.ts'

export interface Work {
  page: Page
  app: HostedApp
  home: string
  /** The day of the test, and others counted from it. */
  day: (from?: number) => string
  /** Runs a command beside the open window; returns the JSON that it prints. */
  stint: (...words: string[]) => Promise<unknown>
  /** Opens one more window of the same program; Electron can have only one more. */
  openAnother: () => Promise<Page>
}

/** Opens the app; what `before` does by the command line exists when the window opens. */
export async function beginWork(
  options: WindowOptions & {
    before?: (stint: Work['stint']) => Promise<unknown>
    /** Environment variables of the program alone. */
    environment?: Record<string, string>
  } = {},
): Promise<Work> {
  const home = testFolder()
  const stint = async (...words: string[]): Promise<unknown> => {
    const { code, json, stderr } = await runHere(words, home)
    expect(code, `stint ${words.join(' ')}: ${JSON.stringify(json)} ${stderr}`).toBe(0)
    return json
  }
  await options.before?.(stint)
  const app = await startOnHost({
    home,
    env: options.environment ?? {},
    window: options,
  })
  return {
    page: await app.openWindow(),
    app,
    home,
    day: testDay().day,
    stint,
    openAnother: () => app.openWindow(),
  }
}

/** Two projects and two tasks, of this machine only. */
export async function addWork(stint: Work['stint']): Promise<void> {
  await stint('projects', 'add', '--name', 'Website', '--code', 'WEB', '--increment', '15')
  await stint('projects', 'add', '--name', 'Booking app', '--code', 'APP', '--increment', '6')
  await stint('tasks', 'add', '--name', 'Design')
  await stint('tasks', 'add', '--name', 'Call')
}

/** Project and task by their ids here: those of `addWork` are 1 and 2. */
export const entryWords = (
  [project, task]: readonly [number, number],
  start: string,
  quantity: number,
  notes: string,
): string[] => [
  'times',
  'add',
  ...['--project-id', String(project), '--task-id', String(task)],
  ...['--start', start, '--quantity', String(quantity), '--notes', notes],
]

/** A morning with a gap: 9:00 to 10:30, and 11:30 to 12:30; of today unless a day is named. */
export async function addMorning(stint: Work['stint'], date = testDay().day()): Promise<void> {
  const add = (...entry: Parameters<typeof entryWords>) =>
    stint(...entryWords(...entry), '--date', date)
  await addWork(stint)
  await add([1, 1], '09:00', 4, 'Wireframes')
  await add([1, 2], '10:00', 2, 'Weekly call')
  await add([2, 1], '11:30', 10, 'Colour study')
}

export const rowOf = (page: Page, notes: string): Locator =>
  page.getByRole('row').filter({ hasText: notes })

export const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Entry' })

/** Waits until the element has the focus. */
export const untilFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(':focus')).waitFor()

export const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Opens the form for a new entry by its key. */
export async function openForm(page: Page): Promise<Locator> {
  await page.keyboard.press('n')
  await untilFocused(panelOf(page).getByRole('combobox', { name: 'Project' }))
  return panelOf(page)
}

/** Chooses by typing, as people do. */
export async function choose(
  panel: Locator,
  field: 'Project' | 'Task',
  text: string,
): Promise<void> {
  const box = panel.getByRole('combobox', { name: field })
  await box.fill(text)
  const found = panel.getByRole('option').filter({ hasText: text, hasNotText: 'Add ' })
  await found.first().waitFor()
  await box.press('Enter')
}
