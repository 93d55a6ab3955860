/** What the main bundle gets when it imports `electron`. */
import { EventEmitter, once } from 'node:events'
import type * as Electron from 'electron'
import { chromium, type Browser } from 'playwright-core'
import { launchChromium, type Chromium } from './chromium.ts'
import { listen } from './control.ts'
import { Contents, preventable, type InvokeEvent } from './page-window.ts'

type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown
type Serve = Parameters<Electron.Protocol['handle']>[1]

const handlers = new Map<string, Handler>()
const schemes = new Map<string, Serve>()
const openedOutside: string[] = []
const boxes: { title: string; content: string }[] = []
const trays = new Set<Tray>()
let windows: BrowserWindow[] = []
let applicationMenu: Menu | null = null
let permissionRequests: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
let chromiumProcess: Chromium | undefined
let browser: Browser | undefined

async function serve(request: Request): Promise<Response> {
  const handler = schemes.get(new URL(request.url).protocol.slice(0, -1))
  return handler ? handler(request) : new Response(null, { status: 404 })
}

async function invoke(event: InvokeEvent, channel: string, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return handler(event, ...args)
}

async function end(code: number): Promise<void> {
  await browser?.close()
  await chromiumProcess?.close()
  process.exit(code)
}

async function ready(): Promise<void> {
  chromiumProcess ??= await launchChromium(process.env['STAND_IN_BROWSER']!)
  browser ??= await chromium.connectOverCDP(chromiumProcess.endpoint)
}

class App
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      'whenReady' | 'quit' | 'exit' | 'requestSingleInstanceLock' | 'setPath' | 'enableSandbox'
    >
{
  readonly paths = new Map<string, string>()
  #ready: Promise<void> | undefined

  whenReady(): Promise<void> {
    return (this.#ready ??= ready())
  }
  /** Like Electron: asks first, closes the windows, asks again, and is gone. */
  quit(): void {
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    for (const window of [...windows]) window.close()
    const will = preventable({})
    this.emit('will-quit', will)
    if (!will.defaultPrevented) void end(0)
  }
  exit(code = 0): void {
    void end(code)
  }
  requestSingleInstanceLock(): boolean {
    return process.env['STAND_IN_INSTANCE'] !== 'second'
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  enableSandbox(): void {}
}
export const app = new App()
const windowLoaded = once(app, 'stand-in:window-loaded')

export class BrowserWindow
  extends EventEmitter
  implements
    Pick<
      Electron.BrowserWindow,
      | 'loadURL'
      | 'show'
      | 'focus'
      | 'restore'
      | 'maximize'
      | 'close'
      | 'isMinimized'
      | 'isMaximized'
      | 'getNormalBounds'
    >
{
  static getAllWindows = (): BrowserWindow[] => [...windows]

  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents: Contents
  visible: boolean
  #maximized = false

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    this.visible = options.show !== false
    const context = () => browser!.contexts()[0]!
    this.webContents = new Contents({ context, serve, invoke }, options.webPreferences!.preload!)
    windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string): Promise<void> {
    await this.webContents.load(url)
    this.emit('ready-to-show')
    app.emit('stand-in:window-loaded')
  }
  show(): void {
    this.visible = true
  }
  focus(): void {}
  restore(): void {}
  maximize(): void {
    this.#maximized = true
  }
  close(): void {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return
    windows = windows.filter((window) => window !== this)
    void this.webContents.close()
    this.emit('closed')
    if (windows.length === 0) app.emit('window-all-closed')
  }
  isMinimized = () => false
  isMaximized = () => this.#maximized
  getNormalBounds(): Electron.Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options
    return { x, y, width, height }
  }
}

export class Menu {
  static buildFromTemplate = (template: Electron.MenuItemConstructorOptions[]): Menu =>
    new Menu(template)
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
  readonly template: Electron.MenuItemConstructorOptions[]
  constructor(template: Electron.MenuItemConstructorOptions[]) {
    this.template = template
  }
}

export class Tray
  extends EventEmitter
  implements Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'destroy'>
{
  toolTip = ''
  title = ''
  menu: Menu | null = null
  constructor(_image: unknown) {
    super()
    trays.add(this)
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setTitle(text: string): void {
    this.title = text
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }
  destroy(): void {
    trays.delete(this)
  }
}

export const ipcMain = {
  handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
}

export const protocol = {
  registerSchemesAsPrivileged: () => undefined,
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>

export const session = {
  defaultSession: {
    protocol: {
      handle: (scheme, handler) => void schemes.set(scheme, handler),
    } satisfies Pick<Electron.Protocol, 'handle'>,
    setPermissionRequestHandler(handler) {
      permissionRequests = handler
    },
    setPermissionCheckHandler: () => undefined,
    resolveProxy: () => Promise.resolve('DIRECT'),
  } satisfies Pick<
    Electron.Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'resolveProxy'
  > & { protocol: unknown },
}

export const shell = {
  openExternal(url) {
    openedOutside.push(url)
    return Promise.resolve()
  },
} satisfies Pick<typeof Electron.shell, 'openExternal'>

export const dialog = {
  showErrorBox: (title, content) => void boxes.push({ title, content }),
} satisfies Pick<typeof Electron.dialog, 'showErrorBox'>

export const screen = {
  getAllDisplays: () =>
    [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] as Electron.Display[],
} satisfies Pick<typeof Electron.screen, 'getAllDisplays'>

export const nativeImage = {
  createFromBitmap: () =>
    ({ setTemplateImage: () => undefined }) as unknown as Electron.NativeImage,
} satisfies Pick<typeof Electron.nativeImage, 'createFromBitmap'>

const seal = 0x5a

/** Reversible, and not what it was: enough to see that what is kept is not the token. */
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () =>
    process.env['STAND_IN_KEYCHAIN'] === 'none' ? 'basic_text' : 'gnome_libsecret',
  encryptStringAsync: (text) =>
    Promise.resolve(Buffer.from(Buffer.from(text).map((byte) => byte ^ seal))),
  decryptStringAsync: (bytes) =>
    Promise.resolve({
      result: Buffer.from(bytes.map((byte) => byte ^ seal)).toString(),
      shouldReEncrypt: false,
    }),
} satisfies Pick<
  typeof Electron.safeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'getSelectedStorageBackend'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
>

// ---- what a test may do ------------------------------------------------------------------------

const trayItems = () => [...trays][0]?.menu?.template ?? []

listen(
  {
    loaded: async () => {
      await windowLoaded
      return chromiumProcess!.endpoint
    },
    windows: () =>
      windows.map(({ visible, options, webContents }) => ({
        visible,
        url: webContents.mainFrame.url,
        preferences: options.webPreferences ?? {},
      })),
    closeWindow: () => windows[0]?.close(),
    openAgain: () => app.emit('second-instance', {}, [], ''),
    quit: () => app.quit(),
    tray: () => {
      const items = trayItems().map(({ label = '', enabled = true }) => ({ label, enabled }))
      return { toolTip: [...trays][0]?.toolTip ?? null, items }
    },
    clickTray: (label: string) => {
      const item = trayItems().find((each) => each.label === label)
      if (!item?.click) throw new Error(`The tray has no “${label}”`)
      ;(item.click as () => void)()
    },
    invoke: ({ url, isMainFrame, channel, args }) => {
      const sender = windows[0]!.webContents
      if (url === null) return invoke({ sender, senderFrame: null }, channel, args)
      if (!isMainFrame) return invoke({ sender, senderFrame: { url } }, channel, args)
      const foreign = { mainFrame: { url } } as Contents
      return invoke({ sender: foreign, senderFrame: foreign.mainFrame }, channel, args)
    },
    request: async (url: string) => {
      const response = await serve(new Request(url))
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    },
    permission: (name: string) =>
      new Promise<boolean>((resolve) => {
        if (!permissionRequests) resolve(true)
        else permissionRequests({} as Electron.WebContents, name as never, resolve, {} as never)
      }),
    openedOutside: () => openedOutside,
    errorBoxes: () => boxes,
    paths: () => Object.fromEntries(app.paths),
    hasMenu: () => applicationMenu !== null,
  },
  () => void end(1),
)
