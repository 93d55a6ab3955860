/** Windows: each a page of Chromium, with a position and a state that tests may look at. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { app, browserContext, partition } from './app.ts'
import { preventable } from './event.ts'
import { Contents } from './page-window.ts'
import { isOnWayland, only, record } from './platform.ts'
import { invoke, serve } from './wire.ts'

export let windows: BrowserWindow[] = []

const isDrawingTold = process.env['STAND_IN_READY'] !== 'never'

/** A window without a page: Windows sends it the messages that every window gets. */
export class BaseWindow extends EventEmitter {
  static all: BaseWindow[] = []
  readonly options: Electron.BaseWindowConstructorOptions
  #isDestroyed = false
  constructor(options: Electron.BaseWindowConstructorOptions = {}) {
    super()
    this.options = options
    BaseWindow.all.push(this)
    app.windows.push(this)
  }
  close(): void {
    setImmediate(() => this.destroy())
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    BaseWindow.all = BaseWindow.all.filter((each) => each !== this)
    this.emit('closed')
    app.windowGone(this)
  }
  isDestroyed = (): boolean => this.#isDestroyed
}

type WindowPart =
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'close'
  | 'destroy'
  | 'isVisible'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setAlwaysOnTop'
  | 'setOverlayIcon'
  | 'setVisibleOnAllWorkspaces'

export class BrowserWindow
  extends EventEmitter
  implements Pick<Electron.BrowserWindow, WindowPart>
{
  static getAllWindows = (): BrowserWindow[] => [...windows]

  readonly options: Electron.BrowserWindowConstructorOptions
  overlay: string | null = null
  shownBeforeDrawn = false
  #isLoaded = false
  #isDrawn = false
  #contents: Contents
  #visible: boolean
  #alwaysOnTop: string | null
  #bounds: Electron.Rectangle
  /** The URL to load: its page may notify another listener first that it is ready. */
  #asked = 'app://stint/#/'
  #state: 'normal' | 'minimized' | 'maximized' | 'destroyed' = 'normal'
  #isClosing = false

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    this.#visible = options.show !== false
    this.#alwaysOnTop = options.alwaysOnTop ? 'normal' : null
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    const surroundings = {
      ...{ context: browserContext, partition },
      ...{ size: this.getBounds, serve, invoke },
    }
    this.#contents = new Contents(surroundings, options.webPreferences!.preload!)
    this.#contents.on('stand-in:closed', () => this.close())
    windows.push(this)
    app.windows.push(this)
    app.emit('web-contents-created', {}, this.#contents)
    app.emit('browser-window-created', {}, this)
  }
  get webContents(): Contents {
    this.#live()
    return this.#contents
  }
  /** The page that it shows, such as `/mini`. */
  get path(): string {
    return new URL(this.#contents.mainFrame.url || this.#asked).hash.slice(1)
  }
  get alwaysOnTop(): string | null {
    // Wayland does not let a program set this.
    return isOnWayland ? null : this.#alwaysOnTop
  }
  /** Every method of a destroyed window throws, except this one's. */
  #live(): void {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed')
  }
  async loadURL(url: string): Promise<void> {
    this.#live()
    this.#asked = url
    await this.#contents.load(url)
    if (this.isDestroyed()) throw new Error(`ERR_ABORTED (-3) loading '${url}'`)
    this.#isLoaded = true
    // Wayland draws nothing of a window that is hidden.
    if (this.#visible || !isOnWayland) this.draw()
    app.emit('stand-in:window-loaded')
  }
  /** The page's first frame is ready. */
  draw(): void {
    if (this.#isDrawn || this.isDestroyed()) return
    this.#isDrawn = true
    if (isDrawingTold) this.emit('ready-to-show')
  }
  show(): void {
    this.#live()
    this.#visible = true
    this.shownBeforeDrawn ||= !this.#isDrawn
    this.emit('show')
    if (this.#isLoaded) setImmediate(() => this.draw())
  }
  hide(): void {
    this.#live()
    this.#visible = false
    this.emit('hide')
  }
  focus(): void {
    this.#live()
    this.emit('focus')
  }
  restore(): void {
    this.#live()
    this.#state = 'normal'
  }
  /** Shows the window as well, rendered or not. */
  maximize(): void {
    this.#live()
    this.#state = 'maximized'
    if (!this.#visible) this.show()
  }
  minimize(): void {
    this.#live()
    this.#state = 'minimized'
  }
  /** Asks at once; the answer comes from the page's process, later. */
  close(): void {
    if (this.isDestroyed() || this.#isClosing) return
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) {
      app.closeCanceled()
      return
    }
    this.#isClosing = true
    setImmediate(() => this.destroy())
  }
  destroy(): void {
    if (this.isDestroyed()) return
    this.#state = 'destroyed'
    this.#visible = false
    windows = windows.filter((window) => window !== this)
    this.#contents.destroy()
    this.emit('closed')
    app.windowGone(this)
  }
  isVisible = () => this.#visible
  isMinimized = () => this.#state === 'minimized'
  isMaximized = () => this.#state === 'maximized'
  isFullScreen = () => false
  isDestroyed = () => this.#state === 'destroyed'
  /** Wayland tells no program where its windows are. */
  getBounds = () => ({ ...this.#bounds, ...(isOnWayland && { x: 0, y: 0 }) })
  getNormalBounds = () => this.getBounds()
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#live()
    this.#bounds = { ...this.#bounds, ...bounds }
  }
  setAlwaysOnTop(flag: boolean, level = 'normal'): void {
    this.#live()
    this.#alwaysOnTop = flag ? level : null
  }
  setVisibleOnAllWorkspaces(
    isVisible: boolean,
    options?: Electron.VisibleOnAllWorkspacesOptions,
  ): void {
    this.#live()
    record('setVisibleOnAllWorkspaces', { isVisible, ...options })
    // On macOS the dock's icon and the menu bar disappear, and stay away.
    if (options?.visibleOnFullScreen && !options.skipTransformProcessType) record('dock.hide', {})
  }
  setOverlayIcon(icon: unknown, description: string): void {
    this.#live()
    only(['win32'], 'BrowserWindow.setOverlayIcon')
    this.overlay = icon === null ? null : description
  }
}

function at(path: string): BrowserWindow {
  const found = windows.find((window) => window.path === path)
  if (!found) throw new Error(`No window shows ${path}`)
  return found
}

/**
 * Windows: the session is about to end, which only windows are told. Returns whether one blocks it.
 */
function endSession(told: EventEmitter[]): boolean {
  const event = preventable({ reasons: ['shutdown'] })
  for (const each of told) each.emit('query-session-end', event)
  return event.defaultPrevented
}

export const windowOperations = {
  windows: () =>
    windows.map((window) => ({
      path: window.path,
      url: window.webContents.mainFrame.url,
      visible: window.isVisible(),
      maximized: window.isMaximized(),
      bounds: window.getBounds(),
      alwaysOnTop: window.alwaysOnTop,
      overlay: window.overlay,
      shownBeforeDrawn: window.shownBeforeDrawn,
      frame: window.options.frame !== false,
      skipTaskbar: window.options.skipTaskbar === true,
      backgroundColor: window.options.backgroundColor ?? null,
      icon: window.options.icon ?? null,
      preferences: window.options.webPreferences ?? {},
    })),
  /** The person moves a window, and switches to another program's. */
  moveWindow: ({ path, bounds }: { path: string; bounds: Partial<Electron.Rectangle> }): void =>
    at(path).setBounds(bounds),
  /** Reports its first frame at last, where `STAND_IN_READY` held it back. */
  tellDrawn: (path: string): void => void at(path).emit('ready-to-show'),
  maximizeWindow: (path: string): void => at(path).maximize(),
  minimizeWindow: (path: string): void => at(path).minimize(),
  blurWindow: (path: string): void => void at(path).emit('blur'),
  closeWindow: (path: string): void => at(path).close(),
  /** Ends the page's process; returns how often the page was loaded again. */
  crashWindow: (path: string): number => {
    const { webContents } = at(path)
    webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    return webContents.reloads
  },
  hangWindow: (path: string): void => void at(path).emit('unresponsive'),
  /** The page starts to reload, and in the same moment the program is started once more. */
  reloadAndSend: ({ path, argv }: { path: string; argv: string[] }): void => {
    at(path).webContents.reload()
    app.emit('second-instance', {}, argv, '')
  },
  reloads: (path: string): number => at(path).webContents.reloads,
  /** The person right-clicks in the page. */
  contextMenu: ({ path, ...params }: { path: string } & Partial<Electron.ContextMenuParams>) =>
    void at(path).webContents.emit('context-menu', preventable({}), params),
  pageActions: (path: string): string[] => at(path).webContents.actions,
  /** Printing fails, as it does where a page's process has no memory left. */
  failPrinting: (path: string): void => at(path).webContents.failPrinting(),
  endSession: (): boolean => endSession([...windows, ...BaseWindow.all]),
}
