/** A round's app, its windows, and the things around them. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pageClockAt } from '../support/page-clock.ts'
import type { Running } from '../support/program.ts'
import type { Door } from './door.ts'
import { watchFocus, watchOffers, watchPage } from './in-page.ts'
import { watchSums } from './in-page-sums.ts'
import { start, type HomeKind, type Prepared } from './prepared.ts'
import type { Look } from './seen.ts'
import { openCoreWire, type CoreWire } from './wire.ts'
import { withinMinute } from './within-minute.ts'

/** The starting state of a round. */
export interface Setting {
  home: HomeKind
  locale: string
  width: number
  height: number
  path: string
}

/** What another machine of the same person does on the service. */
export interface Elsewhere {
  what: 'add' | 'change' | 'delete'
  nth: number
  text: string
}

export interface Stage {
  /** The first window, and the second where one is open. */
  pages: Page[]
  core: CoreWire
  door: Door
  /** Complaints of a browser or the program since the last call. */
  complaints(): string[]
  look(page: Page): Promise<Look>
  openWindow(): Promise<Page>
  /** Brings a window to the front. */
  toFront(page: Page): Promise<void>
  elsewhere(change: Elsewhere): Promise<void>
  close(): Promise<void>
}

export async function openStage(
  browser: Browser,
  prepared: Prepared,
  setting: Setting,
): Promise<Stage> {
  const { door, zone } = prepared
  const home = prepared.copy(setting.home)
  const programs: Running[] = []
  const said: string[] = []
  const begin = async (command: 'app' | 'serve') => {
    const program = await start(command, home, prepared)
    program.process.stderr!.on('data', (text: Buffer) => said.push(`${command}: ${String(text)}`))
    programs.push(program)
    return program
  }

  door.open()
  if (setting.home === 'connected') {
    const service = await begin('serve')
    door.leadTo(Number(new URL(service.ready['url']!).port))
  }
  const app = await begin('app')
  const url = app.ready['url']!
  const core = await openCoreWire(url)
  const context: BrowserContext = await browser.newContext({
    viewport: { width: setting.width, height: setting.height },
    locale: setting.locale,
    timezoneId: zone,
    reducedMotion: 'reduce',
  })
  await context.addInitScript(pageClockAt(prepared.now()))
  for (const script of [watchPage, watchOffers, watchFocus, watchSums]) {
    await context.addInitScript(script)
  }

  const pages: Page[] = []
  let front: Page | undefined
  async function openWindow(): Promise<Page> {
    const page = await context.newPage()
    pages.push(page)
    front = page
    page.on('console', (message) => said.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => said.push(`page: ${error.stack ?? error.message}`))
    page.on('requestfailed', (request) =>
      said.push(`request: ${request.url()} ${request.failure()?.errorText}`),
    )
    page.on('response', (response) => {
      if (response.status() >= 400) said.push(`response: ${response.status()} ${response.url()}`)
    })
    page.on('crash', () => said.push('the page crashed'))
    await page.goto(url)
    await page.locator('[data-region]').first().waitFor()
    return page
  }
  const first = await openWindow()
  await first.evaluate((path) => {
    location.hash = path
  }, setting.path)

  return {
    pages,
    core,
    door,
    complaints: () => said.splice(0),
    // As text: Playwright serializes a hundred objects one by one.
    look: async (page) => {
      const look = page.evaluate(async () => JSON.stringify(await window.hands.look()))
      return JSON.parse(await withinMinute(look, 'the window shows nothing')) as Look
    },
    openWindow,
    async toFront(page) {
      if (front !== page) await page.bringToFront()
      front = page
    },
    elsewhere: ({ what, nth, text }) => changeOnService(prepared, { what, nth, text }),
    async close() {
      core.close()
      await context.close()
      await Promise.all(programs.map(({ end }) => end('SIGKILL')))
    },
  }
}

/** Acts as another machine of the same person, directly on the service. */
async function changeOnService(
  { door, token, today }: Prepared,
  { what, nth, text }: { what: 'add' | 'change' | 'delete'; nth: number; text: string },
): Promise<void> {
  if (door.isShut()) return
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${door.port}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.ok ? ((await answer.json().catch(() => null)) as unknown) : null
  }
  const page = (await ask('GET', 'times?limit=30&sort_key=date&sort_asc=0')) as {
    data: { id: number; quantity: number; project: { id: number }; task: { id: number } }[]
  } | null
  const entry = page?.data[nth % Math.max(1, page.data.length)]
  if (!entry) return
  if (what === 'delete') await ask('DELETE', `times/${entry.id}`)
  else if (what === 'change') {
    await ask('PUT', `times/${entry.id}`, { notes: text, quantity: (entry.quantity % 8) + 1 })
  } else {
    await ask('POST', 'times', {
      ...{ project_id: entry.project.id, task_id: entry.task.id, date: today },
      ...{ start: 60 * (nth % 12), quantity: 1, notes: text },
    })
  }
}
