/**
 * What the desktop around the windows says: tray, menu, notifications, dialogs. Another language is
 * another file like this one, of the same type, named in `index.ts`.
 */
import type { TimerQuestion } from '#shared/ipc/desktop.ts'

type Role =
  | ('close' | 'quit' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | 'about')
  | ('resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen' | 'windowMenu' | 'help')
  | ('services' | 'hide' | 'hideOthers' | 'unhide')
type Cause = TimerQuestion['cause']

export const en = {
  tray: {
    noTimer: 'No timer',
    noProject: 'no project yet',
    answer: 'Answer: away',
    stop: 'Stop timer',
    start: 'Start timer',
    switchTo: 'Switch to',
    again: 'Start again',
    favourites: 'Favourites',
    entry: 'Quick entry…',
    mini: 'Mini timer',
    open: 'Open Stint',
    quit: 'Quit',
    waits: (count: number): string =>
      count === 0 ? '' : count === 1 ? ' · 1 change waits' : ` · ${count} changes wait`,
    questions: (count: number): string =>
      count === 1 ? '1 question to decide' : `${count} questions to decide`,
    upToDate: 'Up to date',
    waitsForYou: 'Some of it waits for you',
    toSend: 'To send',
    sending: 'Sending…',
    fetching: 'Fetching…',
    offline: 'Offline',
    portal: 'The network wants a login',
    problem: 'Sync problem',
    service: 'The service is away',
    signIn: 'Sign in again',
    clock: 'The clock of this machine is off',
    paused: 'Sync is paused',
    local: 'On this machine only',
  },
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    settings: 'Settings…',
    entry: 'New Entry…',
    toggle: 'Start or Stop the Timer',
    mini: 'Mini Timer',
    data: 'Open the Data Folder',
    learn: (word: string): string => `Add “${word}” to the Dictionary`,
    /** Of what every program has; where there is none, the system says it. */
    roles: {} as Partial<Record<Role, string>>,
    /** The same on macOS, where they stand in the menu that is called as the program. */
    macRoles: {} as Partial<Record<Role, string>>,
  },
  badge: {
    questions: (count: number): string =>
      count === 1 ? '1 question waits' : `${count} questions wait`,
    timer: 'A timer runs',
  },
  question: {
    title: 'Does this time count?',
    keep: 'Keep it',
    discard: 'Discard',
    stop: 'Stop then',
    body: (what: string): string => `${what} The timer goes on until you answer.`,
    since: (begin: string): string => `since ${begin}`,
    span: (begin: string, end: string, length: string): string =>
      `from ${begin} to ${end} (${length})`,
    cause: (cause: Cause, span: string): string =>
      ({
        idle: `Nobody touched keyboard or pointer ${span}.`,
        sleep: `This machine slept ${span}.`,
        lock: `The screen was locked ${span}.`,
        switch: `Somebody else used this machine ${span}.`,
        shutdown: `This machine was off ${span}.`,
        restart: `Stint did not run ${span}.`,
        gap: `Nothing was heard of this machine ${span}.`,
      })[cause],
  },
  reminder: {
    notNow: 'Not now',
    start: 'Start',
    startFrom: (time: string): string => `Start from ${time}`,
    stop: 'Stop',
    nothingRuns: 'Nothing is running',
    ended: (time: string): string => `The last entry ended at ${time}.`,
    runningLong: (length: string): string => `The timer has been running for ${length}`,
    stillSame: 'Is it still the same work?',
    target: 'The day’s target is reached',
    today: (length: string): string => `${length} today.`,
  },
  leaving: {
    title: 'The timer is running',
    text: 'It can go on without Stint: the time until you are back counts.',
    keep: 'Keep it running',
    stop: 'Stop it',
    cancel: 'Cancel',
  },
  opening: {
    title: 'Stint could not be opened',
  },
  fault: {
    title: 'Something in Stint went wrong',
    text: 'Stint goes on, and your time is safe. Settings → About saves a report for whoever can look into it.',
    ok: 'OK',
  },
  revive: {
    closing: 'This window of Stint keeps closing',
    closingText:
      'It was opened again three times within a minute. Your time is safe, and the timer goes on.',
    open: 'Open it again',
    quit: 'Quit Stint',
    silent: 'This window does not answer',
    silentText:
      'Loading it again loses what is typed and not saved in it; everything else is safe.',
    wait: 'Wait',
    load: 'Load again',
  },
  update: {
    title: (version: string) => `Stint ${version} is here`,
    restart: 'It takes over with a restart, from Settings, under About.',
    byHand: 'Settings, under About, says how to get it.',
  },
}

export type HostWords = typeof en
