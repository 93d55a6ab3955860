/** What is around the windows: screens, keys, power, questions, notifications, the keychain. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { preventable } from './event.ts'

/** A screen with a panel of 40 at its upper edge. */
export interface Screen {
  id: number
  bounds: Electron.Rectangle
  scaleFactor: number
}

let screens: Screen[] = JSON.parse(
  process.env['STAND_IN_SCREENS'] ??
    '[{"id":1,"bounds":{"x":0,"y":0,"width":1920,"height":1080},"scaleFactor":1}]',
) as Screen[]
let pointer: Electron.Point = { x: 0, y: 0 }

const displayOf = ({ id, bounds, scaleFactor }: Screen) =>
  ({
    id,
    bounds,
    scaleFactor,
    workArea: { ...bounds, y: bounds.y + 40, height: bounds.height - 40 },
  }) as Electron.Display

const holds = ({ bounds }: Screen, { x, y }: Electron.Point) =>
  x >= bounds.x && x < bounds.x + bounds.width && y >= bounds.y && y < bounds.y + bounds.height

class Screens
  extends EventEmitter
  implements
    Pick<
      Electron.Screen,
      'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayNearestPoint' | 'getCursorScreenPoint'
    >
{
  getAllDisplays = () => screens.map(displayOf)
  getPrimaryDisplay = () => displayOf(screens[0]!)
  getDisplayNearestPoint = (point: Electron.Point) =>
    displayOf(screens.find((each) => holds(each, point)) ?? screens[0]!)
  getCursorScreenPoint = () => pointer
}
export const screen = new Screens()

const registered = new Map<string, () => void>()
const elsewhere = new Set<string>((process.env['STAND_IN_TAKEN'] ?? '').split(' '))

export const globalShortcut = {
  register(keys, press) {
    if (elsewhere.has(keys) || registered.has(keys)) return false
    registered.set(keys, press)
    return true
  },
  isRegistered: (keys) => registered.has(keys),
  unregisterAll: () => registered.clear(),
} satisfies Pick<typeof Electron.globalShortcut, 'register' | 'isRegistered' | 'unregisterAll'>

let idleSeconds = 0
class Power extends EventEmitter implements Pick<Electron.PowerMonitor, 'getSystemIdleTime'> {
  getSystemIdleTime = () => idleSeconds
}
export const powerMonitor = new Power()

const shownBoxes: { message: string; buttons: string[] }[] = []
const answers: number[] = []
let savePath: string | null = null
const boxes: { title: string; content: string }[] = []

/** The window that a question belongs to comes before it. */
function showMessageBox(
  ...given: [unknown, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]
): Promise<Electron.MessageBoxReturnValue> {
  const { message, buttons = [], cancelId = 0 } = given.at(-1) as Electron.MessageBoxOptions
  shownBoxes.push({ message, buttons })
  return Promise.resolve({ response: answers.shift() ?? cancelId, checkboxChecked: false })
}

export const dialog = {
  showErrorBox: (title: string, content: string) => void boxes.push({ title, content }),
  showMessageBox,
  showSaveDialog: () => Promise.resolve({ canceled: savePath === null, filePath: savePath ?? '' }),
} satisfies Pick<typeof Electron.dialog, 'showErrorBox' | 'showMessageBox' | 'showSaveDialog'>

const shown = new Set<Notification>()
export class Notification
  extends EventEmitter
  implements Pick<Electron.Notification, 'show' | 'close'>
{
  static isSupported = () => process.env['STAND_IN_NOTIFICATIONS'] !== 'none'
  readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions) {
    super()
    this.options = options
  }
  show(): void {
    shown.add(this)
  }
  close(): void {
    if (shown.delete(this)) this.emit('close', {})
  }
}

export const nativeTheme = { themeSource: 'system' } satisfies Pick<
  typeof Electron.nativeTheme,
  'themeSource'
> as Pick<typeof Electron.nativeTheme, 'themeSource'>

class Updater
  extends EventEmitter
  implements Pick<Electron.AutoUpdater, 'setFeedURL' | 'checkForUpdates'>
{
  setFeedURL(): void {}
  checkForUpdates(): void {}
}
export const autoUpdater = new Updater()

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

function notificationOf(title: string): Notification {
  const found = [...shown].find(({ options }) => options.title === title)
  if (!found) throw new Error(`No notification says “${title}”`)
  return found
}

export const deskOperations = {
  /** Screens are plugged in, unplugged, or change their size or scale. */
  setScreens: (next: Screen[]): void => {
    const gone = screens.filter(({ id }) => !next.some((each) => each.id === id))
    screens = next
    for (const each of gone) screen.emit('display-removed', {}, displayOf(each))
    for (const each of next) screen.emit('display-metrics-changed', {}, displayOf(each), ['bounds'])
  },
  movePointer: (point: Electron.Point): void => {
    pointer = point
  },
  shortcuts: (): string[] => [...registered.keys()],
  pressKeys: (keys: string): void => {
    const press = registered.get(keys)
    if (!press) throw new Error(`Nothing hears ${keys}`)
    press()
  },
  /** Another program has these keys, and no others. */
  takeKeys: (keys: string[]): void => {
    elsewhere.clear()
    for (const each of keys) elsewhere.add(each)
  },
  /** Answers whether the program wants the system to wait for it. */
  power: (event: string): boolean => {
    const facts = preventable({})
    powerMonitor.emit(event, facts)
    return facts.defaultPrevented
  },
  setIdle: (seconds: number): void => {
    idleSeconds = seconds
  },
  /** What the person will answer to the next questions, by the button's number. */
  willAnswer: (responses: number[]): void => void answers.push(...responses),
  willSaveAt: (path: string | null): void => {
    savePath = path
  },
  questions: () => shownBoxes,
  errorBoxes: () => boxes,
  notifications: () =>
    [...shown].map(({ options: { title, body, actions = [] } }) => ({
      title,
      body,
      actions: actions.map(({ text }) => text),
    })),
  pressOnNotification: ({ title, button }: { title: string; button: number | null }): void => {
    const notification = notificationOf(title)
    if (button === null) notification.emit('click', {})
    else notification.emit('action', preventable({ actionIndex: button, selectionIndex: -1 }))
    notification.close()
  },
  appearance: (): string => nativeTheme.themeSource,
}
