/** Words of the window around every screen. */

export const app = {
  otherStart: 'This window is from an earlier start',
  otherStartText:
    'Stint was started again since. Go on in its new window; this one can be closed. Nothing is lost.',
  gone: 'Stint is not running',
  goneText: 'Stint is not running. Start it again and this window comes back.',
  goneAgain: 'Start it again and this window comes back.',
} as const

export const layout = {
  skip: 'Skip to content',
} as const

export const unit = {
  min: 'min',
  hours: 'h',
} as const

export const form = {
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
} as const

export const period = {
  today: 'Today',
} as const

export const undo = {
  undo: 'Undo',
  redo: 'Redo',
} as const

export const rail = {
  label: 'Main',
  thisMachine: 'This machine',
  accountOf: '{name}, change the account',
  accounts: 'Accounts …',
  day: 'Day',
  week: 'Week',
  timesheet: 'Timesheet',
  expenses: 'Expenses',
  reports: 'Reports',
  categories: 'Categories',
  projects: 'Projects',
  sync: 'Sync',
  history: 'History',
  more: 'More',
  settings: 'Settings',
  startAgain: 'Start again',
  start: 'Start',
  workMenu: 'More for {work}',
  unpin: 'Unpin',
  pinned: 'Pinned',
  moveUp: 'Move up',
  moveDown: 'Move down',
  toDecide: '{count} thing to decide | {count} things to decide',
} as const

/** What keyboards have on their keys. */
export const keyName = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  delete: 'Del',
  space: 'Space',
} as const

/** What somebody said, or wrote. */
export const quoted = {
  text: '“{text}”',
} as const
