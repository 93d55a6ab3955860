/**
 * What only macOS, Windows or a package does: played by the stand-in, which records their calls.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { appId } from '../../electron/main/identity.ts'
import { startApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { runHere, startProgram } from '../support/program.ts'
import { onAnyDay } from '../support/test-day.ts'
import { newHome, openApp, type Opened } from './opened.ts'
import { until } from '../support/until.ts'

const { now } = onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

const mac = { STAND_IN_PLATFORM: 'darwin' }
const windows = { STAND_IN_PLATFORM: 'win32' }
const packaged = { STAND_IN_PACKAGED: '1' }

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The output of a start that ends on its own. */
async function ended(args: string[], env: Record<string, string>) {
  const child = fork(file('../../out/main/index.cjs'), args, {
    execArgv: ['--import', file('../support/electron-stand-in/register.ts'), '--no-warnings'],
    env: { ...process.env, STAND_IN_BROWSER: browser, STAND_IN_BUS: await newHome(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill())
  const [out, complaint, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { out, complaint, code }
}

const calls = async ({ electron }: Pick<Opened, 'electron'>, name: string) =>
  (await electron.recorded()).filter(({ call }) => call === name).map(({ input }) => input)

describe('a package', () => {
  it('uses the data folder that is named first, and no other', async () => {
    const { electron, home } = await openApp(browser, { env: packaged })
    expect(await electron.paths()).toEqual({
      userData: join(home, 'electron'),
      crashDumps: join(home, 'crashes'),
    })
    expect(existsSync(join(home, 'stint.json'))).toBe(true)
    // The default folder, which a start without a named one would use.
    expect(existsSync(join(home, 'elsewhere'))).toBe(false)
  })

  it('prints its product name and version, and opens nothing, not even its data folder', async () => {
    const home = join(await newHome(), 'not there yet')
    const { version } = JSON.parse(readFileSync(file('../../package.json'), 'utf8')) as {
      version: string
    }
    const { out, code } = await ended(['--version', `--home=${home}`], packaged)
    expect({ out, code }).toEqual({ out: `Stint ${version}\n`, code: 0 })
    expect(existsSync(home)).toBe(false)
  })

  it('does not open without its sandbox, which the launcher of an AppImage may take away', async () => {
    const home = join(await newHome(), 'not there yet')
    const { code, complaint } = await ended(['--no-sandbox', `--home=${home}`], {
      ...packaged,
      APPIMAGE: '/home/priya/stint.AppImage',
      STAND_IN_LANGUAGE: 'en-GB',
    })
    expect(code).toBe(2)
    expect(complaint).toContain('Stint couldn’t open')
    expect(complaint).toContain('Install the .deb or .rpm package')
    expect(existsSync(home)).toBe(false)
  })

  it('leaves a data folder of another user as it is', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root gives a folder to another user')
    const home = await newHome()
    await chown(home, 65534, 65534)
    const { code, complaint } = await ended([`--home=${home}`], {
      ...packaged,
      STAND_IN_LANGUAGE: 'en-GB',
    })
    expect(code).toBe(2)
    expect(complaint).toMatch(/Stint couldn’t open.*belongs to another user/)
    expect(await readdir(home)).toEqual([])
  })

  it('leaves a data folder to the app that runs on it in a browser', async () => {
    const home = await newHome()
    const { process } = await startProgram(['app', '--no-open', '--port', '0'], { home })
    const { code, complaint } = await ended([`--home=${home}`], {
      ...packaged,
      STAND_IN_LANGUAGE: 'en-GB',
    })
    expect(code).toBe(2)
    expect(complaint).toContain(
      `Stint is already open on this data folder, in a browser (process ${process.pid}). Quit it there, or use that one`,
    )
  })

  it('registers for links; a start from sources does not', async () => {
    const installed = await openApp(browser, { env: packaged })
    // Text after `--` is never an option, in any link.
    expect(await calls(installed, 'setAsDefaultProtocolClient')).toEqual([
      { protocol: 'stint', path: expect.any(String), args: ['--'] },
    ])
    const sources = await openApp(browser)
    expect(await calls(sources, 'setAsDefaultProtocolClient')).toEqual([])
  })
})

describe('on macOS', () => {
  it('keeps its icon in the dock when the mini timer opens over full screens', async () => {
    const opened = await openApp(browser, { env: mac })
    await opened.electron.clickTray('Mini timer')
    await opened.app.page('/mini')
    expect(await calls(opened, 'setVisibleOnAllWorkspaces')).toHaveLength(1)
    expect(await calls(opened, 'dock.hide')).toEqual([])
  })

  it('opens the menu of its icon in the menu bar, and no window with it', async () => {
    const { electron } = await openApp(browser, { env: mac })
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    await electron.clickTrayIcon()
    await electron.clickTray('Mini timer')
    await until(async () => {
      expect((await electron.windows()).map(({ path }) => path)).toEqual(['/mini'])
    })
  })

  it('shows the running time beside the icon in tabular digits, and a filled icon', async () => {
    const { electron, ask } = await openApp(browser, { env: mac })
    const still = (await electron.tray()).image
    expect(still).toMatchObject({ scales: [1, 2, 3], isTemplate: true })
    await ask('timer.start', { notes: 'Offer', at: now() - 47 * 60_000 })
    await until(async () => {
      expect(await electron.tray()).toMatchObject({
        title: '0:47',
        titleOptions: { fontType: 'monospacedDigit' },
      })
    })
    expect((await electron.tray()).image!.pixels).not.toBe(still!.pixels)
  })

  it('follows a link that starts it', async () => {
    const app = startApp({
      ...{ home: await newHome(), browser },
      env: { ...mac, STAND_IN_OPEN_URL: 'stint://start?notes=Offer' },
    })
    onTestFinished(() => app.dispose())
    const page = await app.page()
    expect(page.url()).toBe('https://stint.invalid/#/link?notes=Offer')
    const opened = () => app.electron.windows()
    await until(async () => expect(await opened()).toMatchObject([{ visible: true }]))
    expect(await opened()).toMatchObject([{ shownBeforeDrawn: false }])
  })

  it('opens no window when the system started it at login', async () => {
    const home = await newHome()
    const app = startApp({ home, browser, env: { ...mac, STAND_IN_AT_LOGIN: '1' } })
    onTestFinished(() => app.dispose())
    await until(async () =>
      expect((await app.electron.tray()).toolTip).toBe('Stint: No timer running'),
    )
    expect(await app.electron.windows()).toEqual([])
    await app.electron.activate()
    await app.page()
  })

  it('starts at login, without arguments, which the system would not pass on', async () => {
    const opened = await openApp(browser, { env: { ...mac, ...packaged }, isUsual: true })
    const { desktop } = await opened.ask('settings.set', { startAtLogin: true })
    expect(desktop.startAtLogin).toBe(true)
    // Another setting does not register it again.
    await opened.ask('settings.set', { theme: 'dark' })
    expect(await calls(opened, 'setLoginItemSettings')).toEqual([{ openAtLogin: true }])
  })

  it.each([
    ['from sources, where it would start Electron alone', {}, true],
    ['on a folder of its own, where it would open another one', packaged, false],
  ])('does not start at login %s', async (_why, env, isUsual) => {
    const opened = await openApp(browser, { env: { ...mac, ...env }, isUsual })
    const { desktop } = await opened.ask('settings.set', { startAtLogin: true })
    expect(desktop.startAtLogin).toBe(false)
    expect(await calls(opened, 'setLoginItemSettings')).toEqual([])
  })

  it('says that it does not start at login while the person has not allowed it', async () => {
    const env = { ...mac, ...packaged, STAND_IN_LOGIN_STATUS: 'requires-approval' }
    const opened = await openApp(browser, { env, isUsual: true })
    const { desktop } = await opened.ask('settings.set', { startAtLogin: true })
    expect(desktop.startAtLogin).toBe(false)
  })

  it('asks in the mini timer where the system shows no notification', async () => {
    const env = { ...mac, STAND_IN_NOTIFICATIONS: 'failed' }
    const { ask, app, electron } = await openApp(browser, { env })
    await ask('timer.start', { at: now() - 60 * 60_000 })
    await electron.power('suspend')
    await app.page('/mini')
    const { question } = (await ask('timer.status')) as { question: { id: number } }
    await ask('timer.answer', { question: question.id, choice: 'keep' })
    await until(async () => expect(await electron.windows()).toHaveLength(1))
  })

  it('suggests words for a misspelled one, and learns it', async () => {
    const { electron, page } = await openApp(browser, { env: mac })
    await page.waitForSelector('#app > *')
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    await electron.contextMenu({
      ...({ path: '/', isEditable: true, selectionText: '', editFlags } as object),
      ...{ misspelledWord: 'ofer', dictionarySuggestions: ['offer', 'over'] },
    } as never)
    const labels = (await electron.poppedMenu())!.map(({ label, role }) => role ?? label)
    expect(labels.slice(0, 3)).toEqual(['offer', 'over', 'Add “ofer” to the Dictionary'])
    await electron.clickPopped('offer')
    expect(await electron.pageActions('/')).toEqual(['replace offer'])
    expect((await electron.windows())[0]!.preferences.spellcheck).toBe(true)
  })

  it('shows how many questions wait, or that a timer runs, on the dock', async () => {
    const { electron, ask } = await openApp(browser, { env: mac })
    await ask('timer.start', {})
    await until(async () => expect(await electron.dockBadge()).toBe('•'))
  })
})

describe('on Windows', () => {
  it('has the same identity for the taskbar and for notifications at every start', async () => {
    for (const _start of [1, 2]) {
      const opened = await openApp(browser, { env: windows })
      expect(await calls(opened, 'setAppUserModelId')).toEqual([appId])
      expect(await calls(opened, 'setToastActivatorCLSID')).toEqual([
        expect.stringMatching(/^\{[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}$/),
      ])
    }
  })

  it('comes to the front when a notification of an earlier launch is pressed', async () => {
    const { electron } = await openApp(browser, { env: windows })
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    await electron.activateNotification()
    await until(async () => expect(await electron.windows()).toHaveLength(1))
  })

  it('starts at login, and leaves it off where the person switched it off in the system', async () => {
    const opened = await openApp(browser, { env: windows })
    const { desktop } = await opened.ask('settings.set', { startAtLogin: true })
    expect(desktop.startAtLogin).toBe(true)
    expect(await calls(opened, 'setLoginItemSettings')).toMatchObject([
      { openAtLogin: true, args: expect.arrayContaining(['--quiet']) as unknown },
    ])
    await opened.electron.quit().catch(() => undefined)
    await opened.app.ended

    const env = { ...windows, STAND_IN_LOGIN_ITEM: 'switched-off' }
    const next = await openApp(browser, { home: opened.home, env })
    expect(await calls(next, 'setLoginItemSettings')).toEqual([])
    expect((await next.ask('app.state')).desktop.startAtLogin).toBe(false)
  })

  it('shows its badge on the taskbar also in a window that was opened later', async () => {
    const { electron, ask } = await openApp(browser, { env: windows })
    await ask('timer.start', {})
    const sign = async () => (await electron.windows())[0]?.overlay
    await until(async () => expect(await sign()).toBe('Timer running'))
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    await electron.clickTrayIcon()
    await until(async () => expect(await sign()).toBe('Timer running'))
  })

  it('delays the end of the session also where it has no window', async () => {
    const { electron, ask, app, home } = await openApp(browser, { env: windows })
    await ask('settings.set', { whenShutDown: 'stop' })
    await ask('timer.start', { at: now() - 30 * 60_000 })
    await until(async () => expect((await electron.tray()).toolTip).toContain('0:30'))
    await electron.closeWindow('/')
    await until(async () => expect(await electron.windows()).toEqual([]))
    expect(await electron.endSession()).toBe(true)
    expect(await app.ended).toBe(0)
    expect((await runHere(['status'], home)).json).toEqual({ running: false })
  })
})

describe('a window', () => {
  it('has the icon of the program on Linux, where its system may have none', async () => {
    const { electron } = await openApp(browser)
    const { icon } = (await electron.windows())[0]!
    const picture = readFileSync(icon as string)
    // A PNG says its width at 16.
    expect([picture.toString('latin1', 1, 4), picture.readUInt32BE(16)]).toEqual(['PNG', 256])
    const onMac = await openApp(browser, { env: mac })
    expect((await onMac.electron.windows())[0]).toMatchObject({ icon: null })
  })

  it('has scripts that are compiled once, not at each start', async () => {
    expect(await calls(await openApp(browser), 'registerSchemesAsPrivileged')).toMatchObject([
      [{ scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } }],
    ])
  })

  it('shows its version in About', async () => {
    const { version } = JSON.parse(
      readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
    ) as { version: string }
    expect(await calls(await openApp(browser, { env: mac }), 'setAboutPanelOptions')).toMatchObject(
      [{ applicationName: 'Stint', applicationVersion: version }],
    )
  })
})

describe('a window before its page is rendered', () => {
  it('has the background of the page, as in its style sheet', async () => {
    const css = fileURLToPath(new URL('../../renderer/app/display/tokens.css', import.meta.url))
    const grounds = [...readFileSync(css, 'utf8').matchAll(/--bg-page: (#\w+)/g)]
    const [light, dark] = grounds.map(([, ground]) => ground)
    const first = await openApp(browser)
    expect((await first.electron.windows())[0]).toMatchObject({ backgroundColor: light })
    await first.ask('settings.set', { theme: 'dark' })
    await first.electron.closeWindow('/').catch(() => undefined)
    await until(async () => expect(await first.electron.windows()).toEqual([]))
    await first.electron.clickTray('Open Stint')
    await until(async () => {
      expect((await first.electron.windows())[0]).toMatchObject({ backgroundColor: dark })
    })
  })
})
