/** What lies between the core and the desktop it runs on. */

/** What the system tells, whichever way the host hears of it. */
export type SystemSignal =
  /** Seconds since keyboard or pointer were last touched, told again and again. */
  | { is: 'input'; idleSeconds: number }
  | { is: 'suspend' }
  | { is: 'resume' }
  | { is: 'lock' }
  | { is: 'unlock' }
  | { is: 'user-left' }
  | { is: 'user-back' }
  | { is: 'shutdown' }
  /** `answered`: the person was asked just now and keeps the timer running. */
  | { is: 'quit'; answered?: boolean }

export type WindowName = 'main' | 'mini' | 'entry'

/** Whether keys that are to work in every program do so. `asked`: the desktop decides, and tells nobody. */
export type ShortcutState = 'off' | 'on' | 'taken' | 'asked'

/** What this desktop can do; what it cannot is said in Settings. */
export interface DesktopState {
  /** Says how long nobody touched keyboard or pointer. */
  idle: boolean
  /** Says when the machine sleeps or shuts down. */
  power: boolean
  /** Says when the screen is locked. */
  lock: boolean
  /** Says when another user takes over. */
  userSwitch: boolean
  tray: boolean
  /** Has windows of their own for the mini timer and the quick entry. */
  smallWindows: boolean
  /** The mini timer stays over the windows of other programs. */
  alwaysOnTop: boolean
  globalShortcuts: boolean
  startAtLogin: boolean
  /** Prints a page to a PDF file. */
  pdf: boolean
  /** The locale in which the system writes dates and numbers; null where only the window knows. */
  locale: string | null
  /** Where access tokens are kept: the system's keychain, or a file that only this user can read. */
  secrets: 'keychain' | 'file'
  timerShortcut: ShortcutState
  entryShortcut: ShortcutState
}

/**
 * What is known of newer versions. `unknown`: nobody looked yet. `how` a newer one is got: it is
 * being fetched; it is here and takes over with a restart; or a person gets it from `page`.
 */
export type UpdateState =
  | { is: 'unknown' }
  | { is: 'newest' }
  | {
      is: 'newer'
      version: string
      /** Plain text. */
      notes: string | null
      how: 'fetching' | 'restart' | 'by-hand'
      page: string
    }

/** What the person is asked about the time in which nobody was at the machine. */
export interface TimerQuestion {
  /** Names the question in its answer. */
  id: number
  /** `restart`: Stint did not run; `gap`: the clock went on without it. */
  cause: 'idle' | 'sleep' | 'lock' | 'switch' | 'shutdown' | 'restart' | 'gap'
  /** Epoch milliseconds. */
  from: number
  /** Null while they are still away. */
  to: number | null
}

/** A part of a run that does not count, epoch milliseconds. */
export interface Break {
  from: number
  to: number
}

/** What the core reminds of, each once for its occasion. */
export type Reminder =
  /** Since the last entry of the day ended, epoch milliseconds; null when there is none. */
  | { is: 'nothing-runs'; since: number | null }
  | { is: 'running-long'; minutes: number }
  | { is: 'target-reached'; minutes: number }

export const reminderKinds = [
  'nothing-runs',
  'running-long',
  'target-reached',
] as const satisfies readonly Reminder['is'][]
