/** What is around the windows: screens, keys, power, questions, notifications, the keychain. */
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import type * as Electron from 'electron'
import { app } from './app.ts'
import { say, timesAsked } from './bus.ts'
import { preventable } from './event.ts'
import { isOnWayland, platform } from './platform.ts'

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
/** Wayland: how often the desktop was asked, which may show the person a question each time. */
let portalQuestions = 0

export const globalShortcut = {
  register(keys, press) {
    if (registered.has(keys)) return false
    // Wayland's desktop is asked and gives no answer: keys that it refuses do nothing.
    if (isOnWayland) portalQuestions += 1
    else if (elsewhere.has(keys)) return false
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
/** Questions without an answer yet. */
const open: ((response: number) => void)[] = []
let savePath: string | null = null
const boxes: { title: string; content: string }[] = []

/** Stays open until it is answered, or aborted by its signal, which counts as a cancel. */
function showMessageBox(
  ...given: [unknown, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]
): Promise<Electron.MessageBoxReturnValue> {
  const { message, buttons = [], cancelId = 0, signal } = given.at(-1) as Electron.MessageBoxOptions
  shownBoxes.push({ message, buttons })
  return new Promise((resolve) => {
    const settle = (response: number) => {
      if (open.includes(settle)) open.splice(open.indexOf(settle), 1)
      setImmediate(() => resolve({ response, checkboxChecked: false }))
    }
    open.push(settle)
    signal?.addEventListener('abort', () => settle(cancelId), { once: true })
    const answer = answers.shift()
    if (answer !== undefined) settle(answer)
  })
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
  static handleActivation(callback: (details: Electron.ActivationArguments) => void): void {
    activated = callback
  }
  readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions) {
    super()
    // Linux has no buttons.
    this.options = platform === 'linux' ? { ...options, actions: [] } : options
  }
  show(): void {
    // macOS shows no notification of a program that is not signed, or that the person refused.
    if (process.env['STAND_IN_NOTIFICATIONS'] === 'failed') {
      setImmediate(() => this.emit('failed', {}, 'Notifications are not allowed'))
    } else {
      shown.add(this)
    }
  }
  close(): void {
    if (shown.delete(this)) this.emit('close', {})
  }
}
let activated: ((details: Electron.ActivationArguments) => void) | undefined

export const nativeTheme = {
  themeSource: 'system' as 'system' | 'light' | 'dark',
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'dark'
  },
} satisfies Pick<typeof Electron.nativeTheme, 'themeSource' | 'shouldUseDarkColors'>

export const crashReporter = {
  /** Creates the folder of the dumps, with its parents. */
  start: () => void mkdirSync(app.getPath('crashDumps'), { recursive: true }),
} satisfies Pick<typeof Electron.crashReporter, 'start'>

/**
 * How the keychain behaves: `none` (Linux without a secret service: Chromium seals with a key that
 * everyone knows), `asks` (waits until the person answers), `refuses` (the person said no), `busy`
 * (opens nothing the first time), `rotated` (wants to seal again).
 */
const keychain = process.env['STAND_IN_KEYCHAIN'] ?? ''
const asked = Promise.withResolvers<boolean>()
if (keychain !== 'asks') asked.resolve(true)
let isBusy = keychain === 'busy'
let sealed = 0

const mask = 0x5a
const masked = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ mask))

/**
 * Reversible, and different from the input: enough to see that the stored text is not the token.
 */
export const safeStorage = {
  // After `ready` this is never false, with any keychain.
  isAsyncEncryptionAvailable: () => asked.promise.then(() => true),
  // Derived from the name of the desktop: it says nothing about the backend in use.
  getSelectedStorageBackend: () => 'gnome_libsecret',
  async encryptStringAsync(text) {
    if (!(await asked.promise) || keychain === 'refuses') {
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
    }
    sealed += 1
    const version = platform === 'linux' && keychain !== 'none' ? 'v11' : 'v10'
    return Buffer.concat([Buffer.from(version), masked(Buffer.from(text))])
  },
  async decryptStringAsync(bytes) {
    if (isBusy) {
      isBusy = false
      throw new Error(
        'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.',
      )
    }
    if (!(await asked.promise) || keychain === 'refuses') {
      throw new Error(
        'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
      )
    }
    const result = masked(bytes.subarray(3)).toString()
    return { result, shouldReEncrypt: keychain === 'rotated' }
  },
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
  /** Returns whether the program wants the system to wait for it. */
  power: (event: string): boolean => {
    const facts = preventable({})
    powerMonitor.emit(event, facts)
    return facts.defaultPrevented
  },
  setIdle: (seconds: number): void => {
    idleSeconds = seconds
  },
  /** Sets the answers of programs on the bus from now on. */
  say,
  timesAsked,
  /** How often a desktop on Wayland was asked for keys. */
  portalQuestions: (): number => portalQuestions,
  /** The person's answer to the open question, or to the next ones, by the button. */
  willAnswer: (responses: number[]): void => {
    for (const response of responses) {
      const [first] = open
      if (first) first(response)
      else answers.push(response)
    }
  },
  openQuestions: (): number => open.length,
  /** Whether the person lets the keychain open. */
  answerKeychain: (isAllowed: boolean): void => asked.resolve(isAllowed),
  sealed: (): number => sealed,
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
    else if (!notification.options.actions?.[button]) throw new Error('There is no such button')
    else notification.emit('action', preventable({ actionIndex: button, selectionIndex: -1 }))
    notification.close()
  },
  /** Windows: a notification of an earlier launch is pressed, and starts or wakes the program. */
  activateNotification: (): void => activated?.({ type: 'click' } as Electron.ActivationArguments),
  appearance: (): string => nativeTheme.themeSource,
}
