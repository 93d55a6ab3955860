/** Types of what passes between the core and the desktop on which it runs. */

/** What the operating system reports, however the host learns it. */
export type SystemSignal =
  /** Seconds since keyboard or pointer were last used, reported periodically. */
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

/** State of a global shortcut. `asked`: the desktop decides, and reports nothing. */
export type ShortcutState = 'off' | 'on' | 'taken' | 'asked'

/** What this desktop can do; Settings names what it cannot. */
export interface DesktopState {
  /** Reports how long keyboard and pointer have not been used. */
  idle: boolean
  /** Reports sleep and shutdown of the computer. */
  power: boolean
  /** Reports when the screen is locked. */
  lock: boolean
  /** Reports when another user takes over. */
  userSwitch: boolean
  tray: boolean
  /** Has separate windows for the mini timer and the quick entry. */
  smallWindows: boolean
  /** The mini timer can stay above the windows of other programs. */
  alwaysOnTop: boolean
  globalShortcuts: boolean
  startAtLogin: boolean
  /** Can print a page to a PDF file. */
  pdf: boolean
  /**
   * The locale in which the system writes dates and numbers; null where only the window knows it.
   */
  locale: string | null
  /**
   * Where access tokens are stored: the system's keychain, or a file that only this user can read.
   */
  secrets: 'keychain' | 'file'
  timerShortcut: ShortcutState
  entryShortcut: ShortcutState
}

/**
 * What is known about newer versions. `unknown`: never checked. `how` a newer one is installed: it
 * is being downloaded; it is downloaded and installed with a restart; or the person gets it from
 * `page`.
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

/** A question to the person about an absence. */
export interface TimerQuestion {
  /** Names the question in the answer. */
  id: number
  /** `restart`: Stint did not run; `gap`: the clock advanced without it. */
  cause: 'idle' | 'sleep' | 'lock' | 'switch' | 'shutdown' | 'restart' | 'gap'
  /** Epoch milliseconds. */
  from: number
  /** Null while the absence goes on. */
  to: number | null
}

/** A part of a run that does not count, in epoch milliseconds. */
export interface TimerBreak {
  from: number
  to: number
}

/** Reminders of the core, each once for its occasion. */
export type Reminder =
  /** When the last entry of the day ended, epoch milliseconds; null when there is none. */
  | { is: 'nothing-runs'; since: number | null }
  | { is: 'running-long'; minutes: number }
  | { is: 'target-reached'; minutes: number }

export const reminderKinds = [
  'nothing-runs',
  'running-long',
  'target-reached',
] as const satisfies readonly Reminder['is'][]
