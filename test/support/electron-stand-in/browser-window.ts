/** Windows: each a page of Chromium, with a place and a state that tests may look at. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { app, browserContext, openWindows } from './app.ts'
import { preventable } from './event.ts'
import { Contents } from './page-window.ts'
import { invoke, serve } from './wire.ts'

export let windows: BrowserWindow[] = []

type WindowPart =
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'close'
  | 'isVisible'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setAlwaysOnTop'
  | 'setVisibleOnAllWorkspaces'

export class BrowserWindow
  extends EventEmitter
  implements Pick<Electron.BrowserWindow, WindowPart>
{
  static getAllWindows = (): BrowserWindow[] => [...windows]

  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents: Contents
  visible: boolean
  alwaysOnTop: string | null
  #bounds: Electron.Rectangle
  /** What it is to load: its page may tell another listener first that it is there. */
  #asked = 'app://stint/#/'
  #state: 'normal' | 'minimized' | 'maximized' | 'destroyed' = 'normal'

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    this.visible = options.show !== false
    this.alwaysOnTop = options.alwaysOnTop ? 'normal' : null
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    const surroundings = { context: browserContext, size: this.getBounds, serve, invoke }
    this.webContents = new Contents(surroundings, options.webPreferences!.preload!)
    this.webContents.on('stand-in:closed', () => this.close())
    windows.push(this)
    openWindows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
  }
  /** The page that it shows, such as `/mini`. */
  get path(): string {
    return new URL(this.webContents.mainFrame.url || this.#asked).hash.slice(1)
  }
  async loadURL(url: string): Promise<void> {
    this.#asked = url
    await this.webContents.load(url)
    this.emit('ready-to-show')
    app.emit('stand-in:window-loaded')
  }
  show(): void {
    this.visible = true
    this.emit('show')
  }
  hide(): void {
    this.visible = false
    this.emit('hide')
  }
  focus(): void {
    this.emit('focus')
  }
  restore(): void {
    this.#state = 'normal'
  }
  maximize(): void {
    this.#state = 'maximized'
  }
  minimize(): void {
    this.#state = 'minimized'
  }
  close(): void {
    if (this.isDestroyed()) return
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#state = 'destroyed'
    this.visible = false
    windows = windows.filter((window) => window !== this)
    openWindows.splice(openWindows.indexOf(this), 1)
    void this.webContents.close()
    this.emit('closed')
    if (windows.length === 0) app.emit('window-all-closed')
  }
  isVisible = () => this.visible
  isMinimized = () => this.#state === 'minimized'
  isMaximized = () => this.#state === 'maximized'
  isFullScreen = () => false
  isDestroyed = () => this.#state === 'destroyed'
  getBounds = () => ({ ...this.#bounds })
  getNormalBounds = () => ({ ...this.#bounds })
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
  }
  setAlwaysOnTop(flag: boolean, level = 'normal'): void {
    this.alwaysOnTop = flag ? level : null
  }
  setVisibleOnAllWorkspaces(): void {}
}

function at(path: string): BrowserWindow {
  const found = windows.find((window) => window.path === path)
  if (!found) throw new Error(`No window shows ${path}`)
  return found
}

export const windowOperations = {
  windows: () =>
    windows.map((window) => ({
      path: window.path,
      url: window.webContents.mainFrame.url,
      visible: window.visible,
      maximized: window.isMaximized(),
      bounds: window.getBounds(),
      alwaysOnTop: window.alwaysOnTop,
      frame: window.options.frame !== false,
      skipTaskbar: window.options.skipTaskbar === true,
      preferences: window.options.webPreferences ?? {},
    })),
  /** The person moves a window, and chooses another program's. */
  moveWindow: ({ path, bounds }: { path: string; bounds: Partial<Electron.Rectangle> }): void =>
    at(path).setBounds(bounds),
  maximizeWindow: (path: string): void => at(path).maximize(),
  minimizeWindow: (path: string): void => at(path).minimize(),
  blurWindow: (path: string): void => void at(path).emit('blur'),
  closeWindow: (path: string): void => at(path).close(),
  /** The page's process ends; answers how often the page was loaded again. */
  crashWindow: (path: string): number => {
    const { webContents } = at(path)
    webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    return webContents.reloads
  },
  hangWindow: (path: string): void => void at(path).emit('unresponsive'),
  reloads: (path: string): number => at(path).webContents.reloads,
  /** Windows: the session is about to end. Answers whether the program holds it. */
  endSession: (path: string): boolean => {
    const event = preventable({ reasons: ['shutdown'] })
    at(path).emit('query-session-end', event)
    return event.defaultPrevented
  },
}
