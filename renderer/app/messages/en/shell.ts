/** Words of the window around every screen. */

export const app = {
  otherStart: 'This window is out of date',
  otherStartText:
    'Stint was updated since, no longer knows this window after a week or at another address, or it took more than a minute to open. Reload it, or go on in a new window. Nothing is lost.',
  usedTwice: 'This window was cut off',
  usedTwiceText:
    'The address that opened it was used a second time, so somebody else on this machine may have read it. Close this window and start Stint again for a new one. Nothing is lost.',
  gone: 'Stint is not running',
  goneText:
    'Start it again and this window comes back by itself. If it does not, open the address that Stint prints.',
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
  gone: {
    title: 'Deleted in the meantime',
    text: 'What is in the form is not lost: save it as a new one, or discard it.',
    keepAsNew: 'Keep as a new one',
    discard: 'Discard',
  },
  conflicts: {
    title: 'Changed in the meantime',
    heard: 'Changed in the meantime: {fields}',
    mine: 'Mine',
    theirs: 'Theirs',
    keepMine: 'Keep mine',
    useTheirs: 'Use theirs',
  },
} as const

export const period = {
  today: 'Today',
} as const

export const undo = {
  undo: 'Undo',
  redo: 'Redo',
  closedUnsaved: 'Closed without saving',
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
