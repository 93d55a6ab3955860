/**
 * A company's proxy that demands a password: met on first run, changed later, tested, by keyboard.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hostName } from '../support/host-name.ts'
import { onAnyDay } from '../support/test-day.ts'
import { startProxy } from '../support/test-proxy.ts'
import { beginWork, press, untilFocused } from './at-work.ts'
import { startBareService } from './bare-service.ts'
import { inspect, listen, looks } from './inspect.ts'
import { until } from '../support/until.ts'

onAnyDay()

const within = { timeout: 90_000 }
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const element = page.getByRole('button', { name }).or(field(page, name)).first()
  for (let steps = 0; steps < 60; steps++) {
    await press(page, 'Tab')
    if (await element.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

/** Shows the section first, which a narrower window scrolls away. */
async function inspectSection(
  page: Page,
  name: string,
  wanted: readonly (typeof looks)[number][] = looks,
): Promise<void> {
  for (const look of wanted) {
    await page.setViewportSize(look)
    await page.emulateMedia({ colorScheme: look.scheme })
    await page.locator(`html[data-theme=${look.scheme}]`).waitFor()
    const section = page.locator('[data-section=network]')
    // Scrolling it into view would scroll the window around its box, too.
    await section.evaluate((element) => {
      const box = element.closest('main')!
      box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - 16
    })
    await inspect(page, name, look)
  }
  await page.setViewportSize(looks[0])
}

it('asks for the name and password of a proxy, and reaches the service through it', async () => {
  const service = await startBareService()
  const proxy = await startProxy(() => Number(new URL(service.url).port))
  proxy.wants = 'ada:first secret'
  const work = await beginWork({ environment: { HTTP_PROXY: `http://${proxy.host}` } })
  const { page, day, stint, home } = work
  const spoken = listen(page)
  service.add({ project_id: 1, task_id: 1, date: day(), start: 480, notes: 'Known' })

  // On first run, by the environment variable.
  await field(page, 'Service URL').fill('http://time.lan')
  await field(page, 'Access token').fill('token')
  await page.getByText('The proxy needs a username and password').waitFor(within)
  await inspect(page, 'first-run-proxy', looks[0])
  await field(page, 'Service URL').focus()
  await tabTo(page, 'Set up proxy…')
  await press(page, 'Enter')
  await untilFocused(field(page, 'Address'))
  await until(async () => expect(await field(page, 'Address').inputValue()).toBe(proxy.host))
  await field(page, 'Username').fill('ada')
  await field(page, 'Password').fill('first secret')
  await press(page, 'Enter')
  await page.getByText('Found time.lan').first().waitFor(within)
  await untilFocused(field(page, 'Service URL'))
  await press(page, 'Enter')
  await page.getByRole('status').getByText('Up to date').first().waitFor(within)

  // It requires another password: sync says so, and leads to the field for it.
  proxy.wants = 'ada:second secret'
  await press(page, 'g', 's')
  await page.getByRole('heading', { name: 'Sync', exact: true }).waitFor()
  await press(page, 'r')
  const main = page.getByRole('main')
  await main.getByText('Sign in to proxy').waitFor(within)
  await page.getByRole('navigation').getByText('Sign in to proxy').waitFor()
  await inspect(page, 'sync-proxy', looks[0])
  await tabTo(page, 'Open Network settings')
  await press(page, 'Enter')
  const section = page.locator('[data-section=network]')
  await section.getByText('Uses only this proxy').waitFor()
  await section.getByText('A password is saved').waitFor()
  await section.getByRole('radio', { name: 'Custom' }).focus()
  await tabTo(page, 'Test')
  await press(page, 'Enter')
  const answer = section.getByRole('status')
  await answer.getByText(`Couldn’t reach time.lan through ${proxy.host}`).waitFor(within)
  await untilFocused(field(page, 'Password'))
  await section.getByText('rejected this username and password').first().waitFor()
  await inspectSection(page, 'network-refused', [looks[0], looks[3]])
  await page.keyboard.type('second secret')
  await press(page, 'Enter')
  await answer.getByText(`Connected to time.lan through ${proxy.host}.`).waitFor(within)
  await inspectSection(page, 'network')
  await page.getByRole('navigation').getByText('Up to date').first().waitFor(within)

  // An invalid address is reported at its field, and nothing changes.
  await field(page, 'Address').fill('socks5://old.test:1080')
  await press(page, 'Enter')
  await section.getByText('Proxies of type socks5 aren’t supported').waitFor()
  await untilFocused(field(page, 'Address'))
  await field(page, 'Address').fill(proxy.host)

  // The command line has the same setting, and no variable.
  if (hostName() === 'browser') {
    await stint(
      ...['times', 'add', '--project-id', 'remote:1', '--task-id', 'remote:1'],
      ...['--start', '09:00', '--quantity', '4', '--notes', 'Through the proxy'],
    )
    await stint('sync')
    expect(service.made.times).toBe(1)
  }
  expect(readFileSync(join(home, 'stint.json'), 'utf8')).not.toContain('second secret')

  // Back to the system's setting, which has no password.
  await section.getByRole('radio', { name: 'Custom' }).focus()
  await press(page, 'ArrowLeft', 'ArrowLeft')
  await section.getByText(`currently ${proxy.host}`).waitFor()
  await tabTo(page, 'Test')
  await press(page, 'Enter')
  await answer.getByText('The proxy needs a username and password').waitFor(within)
  await press(page, 'Shift+Tab')
  await untilFocused(section.getByRole('button', { name: 'Sign in…' }))
  await press(page, 'Enter')
  await untilFocused(field(page, 'Password'))
  await section.getByText('Takes effect once you save').waitFor()
  expect(spoken).toEqual([])
})
