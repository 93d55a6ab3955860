/**
 * Texts of the desktop around the windows: tray, menu, notifications, dialogs. Another language is
 * another file of the same type, listed in `index.ts`.
 */
import type { TimerQuestion } from '#shared/ipc/desktop.ts'

type Role =
  | ('close' | 'quit' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | 'about')
  | ('resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen' | 'windowMenu' | 'help')
  | ('services' | 'hide' | 'hideOthers' | 'unhide')
type Cause = TimerQuestion['cause']

export const englishMessages = {
  tray: {
    noTimer: 'No timer running',
    noProject: 'no project',
    answer: 'Review time away',
    stop: 'Stop timer',
    start: 'Start timer',
    switchTo: 'Switch to',
    again: 'Start recent',
    favorites: 'Pinned',
    entry: 'Quick entry…',
    mini: 'Mini timer',
    open: 'Open Stint',
    quit: 'Quit',
    waits: (count: number): string =>
      count === 0 ? '' : count === 1 ? ' · 1 change' : ` · ${count} changes`,
    questions: (count: number): string =>
      count === 1 ? '1 item to review' : `${count} items to review`,
    upToDate: 'Up to date',
    toMatch: (count: number): string =>
      count === 1 ? '1 needs matching' : `${count} need matching`,
    drafts: (count: number): string => (count === 1 ? '1 draft' : `${count} drafts`),
    toSend: 'Syncing soon',
    sending: 'Sending…',
    fetching: 'Receiving…',
    offline: 'Offline',
    portal: 'Sign in to network',
    problem: 'Sync problem',
    service: 'Service unavailable',
    signIn: 'Sign in to sync',
    moved: 'Service has moved',
    clock: 'Check your clock',
    paused: 'Sync paused',
    local: 'On this computer only',
  },
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    settings: 'Settings…',
    entry: 'New Entry…',
    toggle: 'Start or Stop Timer',
    mini: 'Mini Timer',
    data: 'Open Data Folder',
    learn: (word: string): string => `Add “${word}” to the Dictionary`,
    /** Labels of standard menu items; the system supplies missing ones. */
    roles: {} as Partial<Record<Role, string>>,
    /** The same on macOS, where they are in the menu with the program's name. */
    macRoles: {} as Partial<Record<Role, string>>,
  },
  badge: {
    questions: (count: number): string =>
      count === 1 ? '1 item to review' : `${count} items to review`,
    timer: 'Timer running',
  },
  question: {
    title: 'Keep this time?',
    keep: 'Keep it',
    discard: 'Discard',
    stop: 'Stop at that time',
    body: (what: string): string => `${what} Your timer keeps running until you choose.`,
    since: (begin: string): string => `since ${begin}`,
    span: (begin: string, end: string, length: string): string =>
      `from ${begin} to ${end} (${length})`,
    cause: (cause: Cause, span: string): string =>
      ({
        idle: `No activity ${span}.`,
        sleep: `Computer asleep ${span}.`,
        lock: `Screen locked ${span}.`,
        switch: `Another user signed in ${span}.`,
        shutdown: `Computer off ${span}.`,
        restart: `Stint closed ${span}.`,
        gap: `Stint not running ${span}.`,
      })[cause],
  },
  reminder: {
    notNow: 'Not now',
    start: 'Start timer',
    startFrom: (time: string): string => `Start from ${time}`,
    stop: 'Stop timer',
    nothingRuns: 'No timer running',
    ended: (time: string): string => `Your last entry ended at ${time}.`,
    runningLong: (length: string): string => `Timer running for ${length}`,
    stillSame: 'Still working on the same thing?',
    target: 'Daily target reached',
    today: (length: string): string => `${length} logged today.`,
  },
  leaving: {
    title: 'Your timer is running',
    text: 'It can keep running while Stint is closed. That time counts too.',
    keep: 'Keep running',
    stop: 'Stop timer',
    cancel: 'Cancel',
  },
  opening: {
    title: 'Stint couldn’t open',
    noSandbox:
      'This system doesn’t let an AppImage set up its sandbox, and Stint doesn’t show pages without one. Install the .deb or .rpm package instead. Or, on Ubuntu, allow it for every program: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0',
  },
  fault: {
    title: 'Something in Stint went wrong',
    text: 'Stint keeps running and your data is safe. To report this, save a support report in Settings → Data and backup.',
    ok: 'OK',
  },
  revive: {
    closing: 'This Stint window keeps closing',
    closingText:
      'It closed three times in a minute. Your data is safe, and the timer is still running.',
    open: 'Reopen window',
    quit: 'Quit Stint',
    silent: 'This window isn’t responding',
    silentText: 'If you reload it, anything typed but not saved is lost. Everything else is safe.',
    wait: 'Wait',
    load: 'Reload',
  },
  update: {
    title: (version: string) => `Stint ${version} is ready`,
    restart: 'Restart Stint in Settings → About to use it.',
    byHand: 'See Settings → About for how to get it.',
  },
}

export type DesktopMessages = typeof englishMessages
