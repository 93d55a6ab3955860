/** Shortcuts, links and menus: the ways to the app beside its windows and its tray icon. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import { appId } from '../../electron/main/identity.ts'
import { menuTemplate } from '../../electron/main/menu-template.ts'
import { desktopMessages } from '../../electron/main/messages/index.ts'
import { startApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { newHome, openApp, type Exposed, type Opened } from './opened.ts'
import { until } from '../support/until.ts'

onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

describe('global shortcuts', () => {
  const set = (ask: Opened['ask'], settings: Partial<MachineSettings>) =>
    ask('settings.set', settings).then(({ desktop }) => [
      desktop.timerShortcut,
      desktop.entryShortcut,
    ])

  it('start and stop the timer and open the quick entry; taken ones are reported', async () => {
    const { electron, ask, app } = await openApp(browser, {
      env: { STAND_IN_TAKEN: 'Ctrl+Alt+Space' },
    })
    expect(await set(ask, {})).toEqual(['off', 'off'])
    const keys = { timerShortcut: 'Ctrl+Alt+T', entryShortcut: 'Ctrl+Alt+Space' }
    expect(await set(ask, keys)).toEqual(['on', 'taken'])
    expect(await electron.shortcuts()).toEqual(['Ctrl+Alt+T'])

    await electron.pressKeys('Ctrl+Alt+T')
    await until(async () => expect(await ask('timer.status')).toMatchObject({ running: true }))
    await until(async () => expect((await electron.tray()).toolTip).toContain('0:00'))
    await electron.pressKeys('Ctrl+Alt+T')
    await until(async () => expect(await ask('timer.status')).toEqual({ running: false }))

    // The other program has ended; changed shortcuts are released.
    await electron.takeKeys([])
    expect(await set(ask, { timerShortcut: 'Super+F5' })).toEqual(['on', 'on'])
    expect(await electron.shortcuts()).toEqual(['Super+F5', 'Ctrl+Alt+Space'])
    await electron.pressKeys('Ctrl+Alt+Space')
    await app.page('/entry')
    expect(await set(ask, { entryShortcut: 'Super+F5' })).toEqual(['on', 'taken'])
    expect(await set(ask, { timerShortcut: null, entryShortcut: null })).toEqual(['off', 'off'])
    expect(await electron.shortcuts()).toEqual([])
  })

  it('are requested on Wayland, once for each change, without a result', async () => {
    const env = { XDG_SESSION_TYPE: 'wayland' }
    const { ask, electron } = await openApp(browser, { env })
    expect(await set(ask, { timerShortcut: 'Ctrl+Alt+T' })).toEqual(['asked', 'off'])
    expect(await electron.portalQuestions()).toBe(1)
    expect(await set(ask, { theme: 'dark' })).toEqual(['asked', 'off'])
    // The same keys twice are impossible; the app knows that without a request.
    expect(await set(ask, { entryShortcut: 'Ctrl+Alt+T' })).toEqual(['asked', 'taken'])
    const asked = await electron.portalQuestions()
    expect(await set(ask, { theme: 'light' })).toEqual(['asked', 'taken'])
    expect(await electron.portalQuestions()).toBe(asked)
    expect(await electron.desktopName()).toBe(`${appId}.desktop`)
  })

  it('are registered as everywhere where the program uses X11', async () => {
    const env = { XDG_SESSION_TYPE: 'wayland', STAND_IN_TAKEN: 'Ctrl+Alt+T' }
    const args = ['--ozone-platform=x11']
    const { ask } = await openApp(browser, { env, args })
    expect(await set(ask, { timerShortcut: 'Ctrl+Alt+T' })).toEqual(['taken', 'off'])
    expect((await ask('app.state')).desktop.alwaysOnTop).toBe(true)
  })

  it('are registered at the next start too', async () => {
    const first = await openApp(browser)
    await set(first.ask, { timerShortcut: 'Ctrl+Alt+T' })
    await first.electron.quit().catch(() => undefined)
    await first.app.ended
    const { electron, ask } = await openApp(browser, { home: first.home })
    expect(await electron.shortcuts()).toEqual(['Ctrl+Alt+T'])
    expect((await ask('app.state')).desktop.timerShortcut).toBe('on')
  })
})

describe('a link from elsewhere', () => {
  it('shows a page that asks, and starts nothing', async () => {
    const { electron, page, ask } = await openApp(browser)
    const shown = await page.evaluateHandle(() => {
      const paths: string[] = []
      const { stint } = window as unknown as Exposed
      stint.on((event) => event.event === 'navigate' && paths.push(event.path))
      return paths
    })
    await electron.minimizeWindow('/')
    await electron.openAgain(['stint', '--flag', 'stint://start?project=WEB&ago=15m'])
    await electron.openUrl('stint://start?task=Call')
    // An unreadable link only shows the window.
    await electron.openUrl('stint://start?task=Call&do=it')
    await electron.openUrl('stint://stop')
    await electron.openUrl('stint://start?notes=last')
    await until(async () => {
      expect(await shown.jsonValue()).toEqual([
        '/link?project=WEB&ago=15m',
        '/link?task=Call',
        '/link?notes=last',
      ])
    })
    expect(await ask('timer.status')).toEqual({ running: false })
  })

  it('is followed when it starts the program', async () => {
    const home = await newHome()
    const app = startApp({ home, browser, args: ['stint://start?notes=Offer'] })
    onTestFinished(() => app.dispose())
    const page = await app.page()
    expect(page.url()).toBe('https://stint.invalid/#/link?notes=Offer')
  })
})

describe('starting at login', () => {
  it('is a file on Linux, with the data folder of this program', async () => {
    const { ask, home } = await openApp(browser)
    const file = join(home, 'config', 'autostart', 'stint.desktop')
    const { desktop, settings } = await ask('settings.set', { startAtLogin: true })
    expect([settings.startAtLogin, desktop.startAtLogin]).toEqual([true, true])
    expect(readFileSync(file, 'utf8')).toContain(`"--quiet" "--home=${home}"`)
    await ask('settings.set', { startAtLogin: false })
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })

  it('is a file of the person also from inside a flatpak, which the desktop starts by name', async () => {
    const home = await newHome()
    const config = join(home, 'of the person')
    mkdirSync(join(config, 'autostart'), { recursive: true })
    const flatpak = { FLATPAK_ID: appId, HOST_XDG_CONFIG_HOME: config, STAND_IN_PACKAGED: '1' }
    const { ask } = await openApp(browser, { home, env: flatpak, isUsual: true })
    const { desktop } = await ask('settings.set', { startAtLogin: true })
    expect(desktop.startAtLogin).toBe(true)
    const file = readFileSync(join(config, 'autostart', 'stint.desktop'), 'utf8')
    expect(file).toContain(`Exec="flatpak" "run" "${appId}" "--quiet"\n`)
  })

  it('opens no window where a tray leads to it, and one where none came', async () => {
    const quiet = startApp({ home: await newHome(), browser, args: ['--quiet'] })
    onTestFinished(() => quiet.dispose())
    await until(async () =>
      expect((await quiet.electron.tray()).toolTip).toBe('Stint: No timer running'),
    )
    expect(await quiet.electron.windows()).toEqual([])
    await quiet.electron.clickTray('Open Stint')
    await quiet.page()

    // A panel may take up to half a minute.
    const env = { STAND_IN_TRAY: 'none', STAND_IN_WAITS: 'none' }
    const shown = startApp({ home: await newHome(), browser, args: ['--quiet'], env })
    onTestFinished(() => shown.dispose())
    await until(async () => expect(await shown.electron.windows()).toHaveLength(1))
  })
})

describe('the menu', () => {
  const options = {
    isPackaged: true,
    words: desktopMessages('en', []),
    act() {},
    go() {},
    openData() {},
  }
  const keysOf = (platform: NodeJS.Platform) =>
    menuTemplate(platform, options)
      .flatMap(({ submenu = [] }) => submenu as { accelerator?: string }[])
      .flatMap(({ accelerator = [] }) => accelerator)

  it('has an app menu, with Settings, on macOS alone', () => {
    const names = (platform: NodeJS.Platform) =>
      menuTemplate(platform, options).map(({ label, role }) => role ?? label)
    const usual = ['&File', '&Edit', '&View', 'windowMenu', 'help']
    expect(names('darwin')).toEqual(['appMenu', ...usual])
    expect(names('linux')).toEqual(usual)
    expect(names('win32')).toEqual(usual)
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const all = JSON.stringify(menuTemplate(platform, options))
      expect(all.match(/"Settings…"/g), platform).toHaveLength(1)
      expect(all.match(/"quit"/g), platform).toHaveLength(1)
    }
  })

  it('has no shortcut that a page uses', () => {
    const renderer = fileURLToPath(new URL('../../renderer', import.meta.url))
    const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    const sources = files
      .filter((file) => /\.(vue|ts)$/.test(file))
      .map((file) => readFileSync(join(renderer, file), 'utf8'))
    const pageKeys = sources
      .flatMap((source) => [...source.matchAll(/keys: (\[[^\]]*\])/g)])
      .flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)].map(([, keys]) => keys!))
    expect(pageKeys).toContain('Ctrl+Enter')
    const normal = (keys: string) => keys.toLowerCase().split('+').sort().join('+')
    const taken = new Set(pageKeys.map(normal))
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const own = keysOf(platform).map((keys) => normal(keys.replace('CmdOrCtrl', 'Ctrl')))
      expect(own.length).toBeGreaterThan(2)
      expect(new Set(own).size).toBe(own.length)
      expect(own.filter((keys) => taken.has(keys) || !keys.includes('ctrl'))).toEqual([])
    }
  })

  it('opens the page of each item', async () => {
    const { electron, page, app, ask } = await openApp(browser)
    // The page listens once it shows the account that was just created.
    await until(async () => {
      await electron.clickMenu('Settings…')
      expect(page.url()).toContain('#/settings')
    })
    await electron.clickMenu('New Entry…')
    await app.page('/entry')
    await electron.clickMenu('Start or Stop Timer')
    await until(async () => expect(await ask('timer.status')).toMatchObject({ running: true }))
  })
})
