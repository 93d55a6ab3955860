/** The icon in the tray: what it shows, and whether anybody can see it. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AppState } from '#shared/ipc/call-results.ts'
import { startApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'
import { newHome, openApp, rawCall, type Opened } from './opened.ts'

const { now } = onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

/** Two projects with work, so that there is something to switch to. */
async function withWork({ ask }: Opened): Promise<{ web: number; app: number; task: number }> {
  const add = async (name: string, code: string) =>
    (await ask('projects.add', { name, code, increment: 15 })).local
  const [web, app] = [await add('Website', 'WEB'), await add('Booking app', 'APP')]
  const task = (await ask('tasks.add', { name: 'Design' })).local
  return { web, app, task }
}

describe('the tray', () => {
  it('shows the running work, switches to recent and pinned work, and stops', async () => {
    const opened = await openApp(browser)
    const { electron, ask } = opened
    const { web, app, task } = await withWork(opened)
    const labels = async () => (await electron.tray()).items.map(({ label }) => label)
    expect(await labels()).toContain('Start timer')

    const earlier = now() - 47 * 60_000
    await ask('timer.start', { project: app, task, at: earlier - 3_600_000 })
    await ask('timer.start', { project: web, task, notes: 'Hero', at: earlier })
    await until(async () => {
      expect((await electron.tray()).toolTip).toBe('Stint: 0:47  WEB Design · Hero')
      expect(await labels()).toEqual(
        expect.arrayContaining(['4 × 15 = 1:00', 'Stop timer', 'Switch to', 'APP Design']),
      )
    })
    await ask('favorites.set', { work: [{ project: app, task, notes: 'Stand-up' }] })
    await until(async () => expect(await labels()).toContain('APP Design · Stand-up'))

    await electron.clickTray('APP Design · Stand-up')
    await until(async () => {
      expect((await electron.tray()).toolTip).toBe('Stint: 0:00  APP Design · Stand-up')
    })
    await electron.clickTray('Stop timer')
    await until(async () => expect((await electron.tray()).toolTip).toBe('Stint: No timer running'))
    expect(await ask('timer.status')).toEqual({ running: false })
    expect(await labels()).toEqual(
      expect.arrayContaining([
        'Start recent',
        'On this computer only',
        'Quick entry…',
        'Open Stint',
      ]),
    )
    // An unchanged menu is not replaced: an open one would close.
    const { menus } = await electron.tray()
    await ask('account.list')
    await ask('settings.set', { dailyTarget: 300 })
    await ask('timer.status')
    expect((await electron.tray()).menus - menus).toBeLessThanOrEqual(1)
  })

  it('brings the window up when there is nothing to time yet', async () => {
    const { electron } = await openApp(browser, { isNew: true })
    await electron.minimizeWindow('/')
    await electron.closeWindow('/')
    expect(await electron.windows()).toEqual([])
    await electron.clickTray('Start timer')
    await until(async () => expect(await electron.windows()).toHaveLength(1))
  })

  it('keeps the program while no window is open', async () => {
    const { electron } = await openApp(browser)
    await electron.closeWindow('/')
    await electron.clickTray('Open Stint')
    await until(async () => expect(await electron.windows()).toHaveLength(1))
  })

  it.each(['none', 'refused'])(
    'is not relied on where there is none (%s): the last window ends the program',
    async (tray) => {
      const { electron, app, ask } = await openApp(browser, { env: { STAND_IN_TRAY: tray } })
      expect((await ask('app.state')).desktop.tray).toBe(false)
      await ask('timer.start', { notes: 'Offer' })
      await electron.clickTray('Quick entry…').catch(() => ask('desktop.open', { window: 'entry' }))
      await app.page('/entry')
      await until(async () => {
        const windows = await electron.windows()
        expect(windows.find(({ path }) => path === '/entry')).toMatchObject({ visible: true })
      })
      await electron.closeWindow('/')
      // A hidden quick entry cannot be found again.
      await electron.blurWindow('/entry').catch(() => undefined)
      expect(await app.ended).toBe(0)
    },
  )
})

describe('the tray of a session that is still starting', () => {
  it('is waited for, also by a start without a window, and relied on from then on', async () => {
    const env = { STAND_IN_TRAY: 'none' }
    const home = await newHome()
    const app = startApp({ home, browser, args: ['--quiet'], env })
    onTestFinished(() => app.dispose())
    const { electron } = app
    await electron.say({ StatusNotifierWatcher: 'boolean true' })
    // A watcher without a panel behind it shows nothing.
    await electron.say({ IsStatusNotifierHostRegistered: 'variant       boolean false' })
    await until(async () => expect(await electron.menu()).not.toEqual([]))
    expect(await electron.tray()).toMatchObject({ made: 0 })
    await electron.say({ IsStatusNotifierHostRegistered: 'variant       boolean true' })
    await until(async () => expect((await electron.tray()).toolTip).toBe('Stint: No timer running'))
    expect(await electron.windows()).toEqual([])
    await electron.clickTray('Open Stint')
    const page = await app.page()
    await page.waitForSelector('#app > *')
    const { desktop } = (await rawCall(page, 'app.state')).value as AppState
    expect(desktop.tray).toBe(true)
    // Closing the window leaves a program that can be reached.
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    await electron.clickTray('Open Stint')
    await app.page()
  })

  it('is no longer relied on when the panel has gone', async () => {
    const { electron, app } = await openApp(browser)
    await electron.say({ StatusNotifierWatcher: null })
    await electron.closeWindow('/')
    expect(await app.ended).toBe(0)
  })
})

describe('an icon that the panel’s watcher does not take', () => {
  const env = { STAND_IN_TRAY: 'unanswered' }

  it('is not counted on: the last window ends the program', async () => {
    const { electron, app, ask } = await openApp(browser, { env })
    expect((await electron.tray()).made).toBe(1)
    expect((await ask('app.state')).desktop.tray).toBe(false)
    await electron.closeWindow('/')
    expect(await app.ended).toBe(0)
  })

  it('is waited for by a start without a window, and counted on when it is taken late', async () => {
    const app = startApp({ home: await newHome(), browser, args: ['--quiet'], env })
    onTestFinished(() => app.dispose())
    const { electron } = app
    await until(async () => {
      expect(await electron.timesAsked('RegisteredStatusNotifierItems')).toBeGreaterThan(1)
    })
    expect(await electron.tray()).toMatchObject({ made: 1, toolTip: null })
    await electron.takeTrayIcon()
    await until(async () => expect((await electron.tray()).toolTip).toBe('Stint: No timer running'))
    await electron.clickTray('Open Stint')
    const page = await app.page()
    await page.waitForSelector('#app > *')
    await until(async () => {
      const { desktop } = (await rawCall(page, 'app.state')).value as AppState
      expect(desktop.tray).toBe(true)
    })
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    await electron.clickTray('Open Stint')
    await app.page()
  })
})
