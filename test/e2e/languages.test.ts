/**
 * Languages, formats and single keys, as a person sets them; and Temporal in browsers without it.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { playAt } from '../support/test-day.ts'
import { addMorning, beginWork, press, rowOf, untilFocused } from './at-work.ts'
import { startBareService } from './bare-service.ts'
import { inspect, inspectEverywhere, listen } from './inspect.ts'
import { englishOn } from './spoken-english.ts'
import { until } from '../support/until.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

/** Keeps every text that was ever on screen, from the next load on. */
async function watchWords(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenWords: seen })
    const look = () => {
      const text = document.body?.innerText ?? ''
      if (text !== '') seen.add(text)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  return () =>
    page.evaluate(() => [...(window as unknown as { seenWords: Set<string> }).seenWords].join('\n'))
}

const section = (page: Page, name: string) => page.locator(`[data-section=${name}]`)
const goTo = async (page: Page, hash: string) => {
  await page.evaluate((to) => (location.hash = to), hash)
}

async function inspectWideAndNarrow(page: Page, name: string): Promise<void> {
  await inspect(page, name, { width: 1280, suffix: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  await inspect(page, name, { width: 360, suffix: '360-light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

it('shows German to people who read German, from the first text, on every page', async () => {
  const { page, day } = await beginWork({ before: addMorning, locale: 'de-DE' })
  const spoken = listen(page)
  await rowOf(page, 'Wireframes').waitFor()
  await rowOf(page, '09:00 – 10:00').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')

  const words = await watchWords(page)
  await page.reload()
  await rowOf(page, 'Wireframes').waitFor()
  const seen = await words()
  expect(seen).toContain('Einstellungen')
  expect(seen).not.toMatch(/\b(Settings|This computer|Today|Week|Add entry|logged|entries)\b/)

  const heading = new Intl.DateTimeFormat('de-DE', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  await page.getByRole('heading', { name: heading.format(Date.parse(day())) }).waitFor()
  await inspectEverywhere(page, 'day-de')

  await page.emulateMedia({ colorScheme: 'light' })
  await press(page, 'n')
  await page.getByRole('heading', { name: 'Eintrag hinzufügen' }).waitFor()
  await inspectEverywhere(page, 'day-form-de')
  await press(page, 'Escape')

  await goTo(page, '#/settings')
  await page.getByRole('heading', { name: 'Sprache und Formate' }).waitFor()
  await inspectEverywhere(page, 'settings-de')
  await page.getByRole('link', { name: 'Sprache' }).click()
  await untilFocused(page.getByRole('heading', { name: 'Sprache und Formate' }))
  await inspectEverywhere(page, 'settings-language-de')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'Darstellung' }).click()
  await page.getByRole('link', { name: 'Sprache' }).click()
  await inspect(page, 'settings-language-de', { width: 360, suffix: '360-light' })
  await page.setViewportSize({ width: 1280, height: 800 })

  await goTo(page, '#/history')
  await page.getByText('„Wireframes“ hinzugefügt').waitFor()
  await goTo(page, '#/sync')
  await page.getByRole('heading', { name: 'Synchronisierung', exact: true }).waitFor()
  await inspectEverywhere(page, 'sync-de')
  await press(page, '?')
  await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor()
  await inspectEverywhere(page, 'keys-de')
  expect(spoken).toEqual([])
})

it('shows in German what waits, what is refused and what is in conflict', async () => {
  const service = await startBareService()
  const { page, day, stint } = await beginWork({ locale: 'de-DE' })
  const spoken = listen(page)
  const hotel = service.addExpense({ project_id: 1, name: 'Zimmer', date: day(), currency: 'EUR' })
  const talk = service.add({
    project_id: 1,
    task_id: 1,
    date: day(),
    start: 480,
    notes: 'Gespräch',
  })
  service.validate = ({ name, notes }): Record<string, string[]> | null =>
    name === 'Fähre' || notes === 'Überfahrt' ? { quantity: ['„viel“ ist zu viel'] } : null
  await page.getByLabel('URL des Dienstes').fill(service.url)
  await page.getByLabel('Zugriffstoken').fill('token')
  await page
    .getByText(/^127\.0\.0\.1\S* gefunden/)
    .first()
    .waitFor()
  expect(await englishOn(page)).toEqual([])
  await inspect(page, 'first-run-de', { width: 1280, suffix: 'light' })
  await press(page, 'Enter')
  await rowOf(page, 'Gespräch').waitFor()

  const expense = (name: string) =>
    stint('expenses', 'add', '--project-id', 'remote:1', '--name', name, '--unit-charge', '45.50')
  const time = (start: string, notes: string) =>
    stint(
      ...['times', 'add', '--project-id', 'remote:1', '--task-id', 'remote:1'],
      ...['--start', start, '--quantity', '4', '--notes', notes],
    )
  await goTo(page, '#/sync')
  await page.getByRole('button', { name: 'Pausieren', exact: true }).click()
  await page.getByRole('button', { name: 'Fortsetzen', exact: true }).waitFor()
  await stint('expenses', 'update', `remote:${hotel.id}`, '--quantity', '3')
  service.change(hotel.id, { quantity: 2 })
  await stint('times', 'update', `remote:${talk.id}`, '--quantity', '3')
  service.change(talk.id, { quantity: 6 })
  await expense('Fähre')
  await time('09:00', 'Überfahrt')
  await page.getByRole('button', { name: 'Fortsetzen', exact: true }).click()
  await until(async () => {
    await press(page, 'r')
    expect(await page.locator('li[data-card]').count()).toBe(4)
  })
  await service.leave()
  await expense('Parken')
  await time('11:00', 'Rückweg')
  await page.getByText('Neuer Eintrag').first().waitFor()
  expect(await englishOn(page)).toEqual([])
  await inspectEverywhere(page, 'sync-decide-de')

  await goTo(page, '#/expenses')
  await rowOf(page, 'Fähre').getByText('Menge abgelehnt').waitFor()
  await rowOf(page, 'Zimmer').getByText('Konflikt').waitFor()
  await rowOf(page, 'Parken')
    .getByRole('img', { name: 'Gespeichert, noch nicht synchronisiert' })
    .waitFor()
  expect(await englishOn(page)).toEqual([])
  await inspectWideAndNarrow(page, 'expenses-standing-de')
  await goTo(page, '#/timesheet')
  await page.getByRole('gridcell').getByRole('img').first().waitFor()
  expect(await englishOn(page)).toEqual([])
  await inspectWideAndNarrow(page, 'timesheet-standing-de')

  await goTo(page, '#/settings/data')
  await page.getByRole('button', { name: 'Prüfung starten' }).click()
  await page.getByText('Die Datenbank und ihre Indizes sind in Ordnung').waitFor()
  await page.getByText('Der Dienst ist gerade nicht erreichbar').waitFor()
  expect(await englishOn(page)).toEqual([])
  await inspect(page, 'settings-doctor-de', { width: 1280, suffix: 'light' })
  expect(spoken).toEqual([])
})

it('takes another language and other formats at once, and keeps them', async () => {
  const { page, openAnother } = await beginWork({ before: addMorning, locale: 'de-DE' })
  await rowOf(page, 'Wireframes').waitFor()
  const other = await openAnother()
  await rowOf(other, 'Wireframes').waitFor()

  await goTo(page, '#/settings/language')
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await page.getByRole('heading', { name: 'Language and formats' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.getByText('Sprache und Formate').count()).toBe(0)
  await other.getByRole('link', { name: 'Settings' }).waitFor()

  // Still as in Germany: 24 hours, Monday first.
  const part = section(page, 'language')
  const weeks = part.getByRole('combobox', { name: 'Week starts on' })
  await part.getByText('14:05').waitFor()
  expect(await weeks.locator('option:checked').innerText()).toBe('Region default (Monday)')

  await part.getByRole('combobox', { name: 'Dates and numbers' }).selectOption('en-US')
  await part.getByText('2:05 PM, $1,234.56').waitFor()
  expect(await weeks.locator('option:checked').innerText()).toBe('Region default (Sunday)')
  await part.getByRole('radio', { name: '1.50 h' }).click()
  await rowOf(other, '9:00 AM – 10:00 AM').getByText('1.00 h').first().waitFor()
  await inspectEverywhere(other, 'day-twelve')

  await part.getByRole('radio', { name: '24-hour' }).click()
  await rowOf(other, '09:00 – 10:00').waitFor()
  await weeks.selectOption({ label: 'Saturday' })

  // A field keeps its own format, and accepts the format shown elsewhere.
  await rowOf(other, 'Wireframes').click()
  await press(other, 'e')
  const form = other.getByRole('complementary')
  await form.getByLabel('Duration').fill('1,5 h')
  await form.getByLabel('From').fill('8:30 pm')
  await press(other, 'Tab')
  expect(await form.getByLabel('From').inputValue()).toBe('20:30')
  expect(await form.getByLabel('Duration').inputValue()).toBe('1:30')

  await page.reload()
  await part.getByText('14:05, $1,234.56').waitFor()
  expect(await weeks.locator('option:checked').innerText()).toBe('Saturday')
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

it('leaves single keys alone when they are switched off', async () => {
  const { page } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  await goTo(page, '#/settings/shortcuts')
  const keys = section(page, 'shortcuts')
  const single = keys.getByRole('switch', { name: 'Single-key shortcuts' })
  await keys.getByText('Go to Day').waitFor()
  await single.click()
  await keys.getByText('Go to Day').waitFor({ state: 'detached' })
  await keys.getByText('Undo', { exact: true }).waitFor()

  await goTo(page, '#/')
  await rowOf(page, 'Wireframes').click()
  await press(page, 'n', 'x', 's', 'c', '?', 'g', 'w')
  expect(await page.getByRole('heading', { name: 'Add entry' }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('timer').count()).toBe(0)
  // Keys that are not characters still work.
  await press(page, 'ArrowUp', 'Enter')
  await page.getByRole('heading', { name: 'Edit entry' }).waitFor()
  await press(page, 'Escape')
  await press(page, 'Delete')
  await page.getByText('Deleted “Weekly call”').waitFor()
  await press(page, 'Control+z')
  await rowOf(page, 'Weekly call').waitFor()
})

it('fetches Temporal only where the browser has none', async () => {
  const { page, openAnother } = await beginWork({ before: addMorning })
  await rowOf(page, 'Wireframes').waitFor()
  const loaded = (of: Page) =>
    of.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(await page.evaluate(() => 'Temporal' in globalThis)).toBe(true)
  expect((await loaded(page)).filter((name) => name.includes('implementation'))).toEqual([])

  const old = await openAnother()
  await old.addInitScript(() => {
    delete (globalThis as { Temporal?: unknown }).Temporal
  })
  const spoken = listen(old)
  await old.reload()
  await rowOf(old, 'Wireframes').waitFor()
  expect(await old.evaluate(() => 'Temporal' in globalThis)).toBe(false)
  expect((await loaded(old)).filter((name) => name.includes('implementation'))).toHaveLength(1)
  await press(old, '[', 't')
  await rowOf(old, 'Wireframes').waitFor()
  expect(spoken).toEqual([])
})
