import { readdirSync } from 'node:fs'
import { link, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { newHome, openApp, rawCall, type Exposed } from './opened.ts'
import { until } from '../support/until.ts'

onAnyDay()

let browser: string
beforeAll(() => {
  browser = ensureBrowser()
})

const wayland = { XDG_SESSION_TYPE: 'wayland' }
/** No window is told that its page is ready to show. */
const untold = { STAND_IN_READY: 'never' }

const screenOf = (id: number, x: number, width: number, height: number, scaleFactor = 1) => ({
  id,
  bounds: { x, y: 0, width, height },
  scaleFactor,
})

describe('the program', () => {
  it('opens one window, on first run in the middle of the main screen', async () => {
    const { electron, home } = await openApp(browser, { isNew: true })
    await until(async () => {
      expect(await electron.windows()).toMatchObject([
        {
          visible: true,
          url: 'app://stint/#/',
          bounds: { x: 410, y: 180, width: 1100, height: 760 },
        },
      ])
    })
    expect(await electron.paths()).toMatchObject({ userData: join(home, 'electron') })
    // Started again, it comes forward.
    await electron.minimizeWindow('/')
    await electron.openAgain([])
    expect(await electron.windows()).toMatchObject([{ visible: true, maximized: false }])
  })

  it('answers a call of the page, notifies it of changes, and stops when asked to', async () => {
    const { page, ask } = await openApp(browser, { isNew: true })
    expect(await ask('app.state')).toMatchObject({ host: 'electron', account: null })

    await page.evaluate(() => {
      const { stint } = window as unknown as Exposed
      const heard: string[] = []
      Object.assign(window, { heard, quiet: stint.on(({ event }) => heard.push(event)) })
    })
    await ask('account.createLocal')
    await page.waitForFunction(() =>
      (window as unknown as { heard: string[] }).heard.includes('app-state-changed'),
    )

    await page.evaluate(() => {
      const told = window as unknown as { heard: string[]; quiet(): void }
      told.quiet()
      told.heard.length = 0
    })
    // A second listener proves that the event has reached this page.
    await page.evaluate(() => {
      const { stint } = window as unknown as Exposed
      stint.on(({ event }) => event === 'timer' && Object.assign(window, { started: true }))
    })
    await ask('timer.start', {})
    await page.waitForFunction(() => (window as unknown as { started?: true }).started)
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([])
  })

  it('keeps the timer and the position of its windows across a quit', async () => {
    const first = await openApp(browser)
    await first.ask('timer.start', { notes: 'Offer' })
    await first.electron.clickTray('Mini timer')
    await first.app.page('/mini')
    const place = { x: 200, y: 120, width: 900, height: 640 }
    await first.electron.moveWindow({ path: '/', bounds: place })
    await first.electron.maximizeWindow('/')
    await first.electron.moveWindow({ path: '/mini', bounds: { x: 1500, y: 900 } })
    await first.electron.clickTray('Quit').catch(() => undefined)
    expect(await first.app.ended).toBe(0)

    const { electron, ask, app } = await openApp(browser, { home: first.home })
    expect(await ask('timer.status')).toMatchObject({ running: true, notes: 'Offer' })
    expect(await electron.windows()).toMatchObject([{ bounds: place, maximized: true }])
    await electron.clickTray('Mini timer')
    await app.page('/mini')
    expect((await electron.windows())[1]).toMatchObject({ bounds: { x: 1500, y: 900, width: 360 } })
  })

  it('without a tray stays open where a window is about to be shown when the last one closes', async () => {
    const env = { STAND_IN_TRAY: 'none', ...untold }
    const { electron, ask } = await openApp(browser, { env })
    await ask('desktop.open', { window: 'mini' })
    await electron.closeWindow('/')
    await until(async () => {
      expect(await electron.windows()).toMatchObject([{ path: '/mini', visible: true }])
    })
  })

  it('does not start by a STINT_NOW that is no instant', async () => {
    const home = await newHome()
    const app = startApp({ home, browser, env: { STINT_NOW: 'tomorrow' } })
    onTestFinished(() => app.dispose())
    expect(await app.ended).toBe(2)
    expect(readdirSync(home)).toEqual([])
  })

  it('uses the clock of STINT_NOW', async () => {
    const STINT_NOW = '2027-12-31T22:59:00Z'
    const { ask } = await openApp(browser, { env: { STINT_NOW, TZ: 'Europe/Berlin' } })
    const { startedAt } = (await ask('timer.start', {})) as { startedAt: number }
    expect(new Date(startedAt).toISOString()).toMatch(/^2027-12-31T2[23]:/)
  })
})

describe('a window', () => {
  it('comes to the main screen when its own is missing, at any scale', async () => {
    const home = await newHome()
    const onSecond = { x: 2100, y: 100, width: 1000, height: 700, maximized: false }
    await writeFile(join(home, 'window.json'), JSON.stringify(onSecond))
    // 2880 pixels at 1.25: 1536 units.
    const screens = [screenOf(1, 0, 1536, 864, 1.25), screenOf(2, 1536, 1920, 1080)]
    const { electron } = await openApp(browser, {
      home,
      env: { STAND_IN_SCREENS: JSON.stringify(screens) },
    })
    const bounds = async () => (await electron.windows())[0]!.bounds
    expect(await bounds()).toEqual({ x: 2100, y: 100, width: 1000, height: 700 })
    await electron.setScreens(screens.slice(0, 1))
    expect(await bounds()).toEqual({ x: 268, y: 102, width: 1000, height: 700 })
    // The scale goes to 2: less room.
    await electron.setScreens([screenOf(1, 0, 960, 540, 2)])
    expect(await bounds()).toEqual({ x: 268, y: 102, width: 960, height: 500 })
  })

  it('of the quick entry opens at the pointer, hides when another window gets the focus, keeps its text', async () => {
    const screens = [screenOf(1, 0, 1920, 1080), screenOf(2, 1920, 1280, 720, 1.5)]
    const { electron, app } = await openApp(browser, {
      env: { STAND_IN_SCREENS: JSON.stringify(screens) },
    })
    await electron.movePointer({ x: 2500, y: 300 })
    await electron.clickTray('Quick entry…')
    const page = await app.page('/entry')
    const entry = async () => (await electron.windows()).find(({ path }) => path === '/entry')
    await until(async () => {
      expect(await entry()).toMatchObject({
        ...{ visible: true, frame: false, skipTaskbar: true, alwaysOnTop: 'normal' },
        bounds: { x: 2380, y: 260, width: 360, height: 240 },
      })
    })
    await page.evaluate(() => Object.assign(window, { typed: '15m design' }))
    await electron.blurWindow('/entry')
    expect(await entry()).toMatchObject({ visible: false })

    await electron.movePointer({ x: 10, y: 10 })
    await electron.clickTray('Quick entry…')
    await until(async () => {
      expect(await entry()).toMatchObject({ visible: true, bounds: { x: 780, y: 440 } })
    })
    expect(await page.evaluate(() => (window as unknown as { typed?: string }).typed)).toBe(
      '15m design',
    )
    await page.evaluate(() => window.close())
    await until(async () => expect(await entry()).toBeUndefined())
  })

  it('of the mini timer stays above all others, without a frame', async () => {
    const { electron, ask } = await openApp(browser)
    await ask('desktop.open', { window: 'mini' })
    await until(async () => {
      expect((await electron.windows())[1]).toMatchObject({
        ...{ visible: true, frame: false, skipTaskbar: true, alwaysOnTop: 'floating' },
        bounds: { x: 1536, y: 64, width: 360 },
      })
    })
    await ask('desktop.open', { window: 'mini' })
    expect(await electron.windows()).toHaveLength(2)
  })

  it('is loaded again when its process ends, three times within a minute; then the person is asked', async () => {
    const { electron, ask, page } = await openApp(browser)
    for (const times of [1, 2, 3]) {
      await electron.crashWindow('/')
      await until(async () => expect(await electron.reloads('/')).toBe(times))
      await page.waitForSelector('#app > *')
    }
    await electron.willAnswer([0])
    await electron.crashWindow('/')
    await until(async () => expect(await electron.reloads('/')).toBe(4))
    expect(await electron.questions()).toEqual([
      {
        message: 'This Stint window keeps closing',
        buttons: ['Reopen window', 'Quit Stint'],
      },
    ])
    await page.waitForSelector('#app > *')
    expect(await ask('timer.status')).toEqual({ running: false })
  })

  it('that does not respond is reloaded when the person says so', async () => {
    const { electron } = await openApp(browser)
    await electron.willAnswer([0])
    await electron.hangWindow('/')
    await until(async () => expect(await electron.questions()).toHaveLength(1))
    expect(await electron.reloads('/')).toBe(0)
    await electron.willAnswer([1])
    await electron.hangWindow('/')
    await until(async () => expect(await electron.reloads('/')).toBe(1))
  })

  it('saves its page as a PDF where the person wants it', async () => {
    const { electron, ask, home, page } = await openApp(browser)
    expect(await ask('desktop.savePdf', { name: 'Week 47' })).toBeNull()
    const file = join(home, 'Week 47.pdf')
    await electron.willSaveAt(file)
    expect(await ask('desktop.savePdf', { name: 'Week 47' })).toBe(file)
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
    // The file is replaced, not emptied first: under a second name it stays what it was.
    const earlier = join(home, 'Earlier.pdf')
    await link(file, earlier)
    await writeFile(earlier, 'earlier')
    expect(await ask('desktop.savePdf', { name: 'Week 47' })).toBe(file)
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await readFile(earlier, 'utf8')).toBe('earlier')
    // Where the dialog leaves the file extension to the person.
    await electron.willSaveAt(join(home, 'Week 48'))
    expect(await ask('desktop.savePdf', { name: 'Week 48' })).toBe(join(home, 'Week 48.pdf'))
    await mkdir(join(home, 'folder.pdf'))
    await electron.willSaveAt(join(home, 'folder.pdf'))
    expect(await rawCall(page, 'desktop.savePdf', { name: 'x' })).toMatchObject({
      error: { code: 'conflict' },
    })
    await electron.willSaveAt(file)
    await electron.failPrinting('/')
    expect(await rawCall(page, 'desktop.savePdf', { name: 'x' })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('Couldn’t print the page') },
    })
  })

  it('is not shown before it is rendered where it was maximized', async () => {
    const home = await newHome()
    const place = { x: 120, y: 90, width: 900, height: 640, maximized: true }
    await writeFile(join(home, 'window.json'), JSON.stringify(place))
    const { electron } = await openApp(browser, { home })
    expect(await electron.windows()).toMatchObject([
      { visible: true, maximized: true, shownBeforeDrawn: false },
    ])
  })

  it('is shown on Wayland, which renders none before, and has its size there', async () => {
    const home = await newHome()
    const place = { x: 120, y: 90, width: 900, height: 640, maximized: true }
    await writeFile(join(home, 'window.json'), JSON.stringify(place))
    const { electron, app, ask } = await openApp(browser, { home, env: wayland })
    const isVisible = async (path: string) =>
      (await electron.windows()).find((each) => each.path === path)?.visible
    await until(async () => expect(await isVisible('/')).toBe(true))
    expect(await electron.windows()).toMatchObject([{ maximized: true }])
    for (const window of ['mini', 'entry'] as const) {
      await ask('desktop.open', { window })
      await until(async () => expect(await isVisible(`/${window}`)).toBe(true))
    }
    await electron.quit().catch(() => undefined)
    await app.ended
    // Wayland reports no position: the former one stays.
    expect(JSON.parse(await readFile(join(home, 'window.json'), 'utf8'))).toMatchObject(place)
  })

  it('that was hidden is not shown by a late first frame', async () => {
    const { electron, ask } = await openApp(browser, { env: { ...wayland, ...untold } })
    await ask('desktop.open', { window: 'entry' })
    const entry = async () => (await electron.windows()).find(({ path }) => path === '/entry')
    await until(async () => expect(await entry()).toMatchObject({ visible: true }))
    await electron.blurWindow('/entry')
    await electron.tellDrawn('/entry')
    expect(await entry()).toMatchObject({ visible: false })
  })

  it('is shown after some seconds where no ready-to-show arrives', async () => {
    const { electron } = await openApp(browser, { env: untold })
    await until(async () => expect(await electron.windows()).toMatchObject([{ visible: true }]))
  })

  it('follows a link that arrives while its page still loads', async () => {
    const { electron, page } = await openApp(browser)
    const loaded = page.waitForEvent('load')
    await electron.reloadAndSend({ path: '/', argv: ['stint', 'stint://start?notes=Offer'] })
    await loaded
    await page.waitForURL(/#\/link\?notes=Offer/)
  })

  it('has a context menu for its text, and none elsewhere', async () => {
    const { electron } = await openApp(browser)
    const none = { misspelledWord: '', dictionarySuggestions: [] }
    const editFlags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true }
    const open = (params: object) =>
      electron.contextMenu({ path: '/', ...none, editFlags, ...params } as never)
    await open({ isEditable: false, selectionText: '' })
    expect(await electron.poppedMenu()).toBeNull()
    await open({ isEditable: false, selectionText: 'Offer' })
    expect((await electron.poppedMenu())!.map(({ role }) => role)).toEqual(['copy'])
    await open({ isEditable: true, selectionText: '' })
    expect((await electron.poppedMenu())!.flatMap(({ role }) => role ?? [])).toEqual([
      ...['cut', 'copy', 'paste', 'selectAll'],
    ])
    // Spelling dictionaries of other systems come from a server of Google.
    expect((await electron.windows())[0]!.preferences.spellcheck).toBe(false)
  })
})
