/** Messages of the window's frame: rail, layout, connection. */

export const app = {
  otherStart: 'This window is out of date',
  otherStartText:
    'Stint was updated, changed its address, or no longer knows this window. Reload it, or continue in a new window. Nothing is lost.',
  usedTwice: 'This window was disconnected',
  usedTwiceText:
    'The address that opened it was used twice, so someone else on this computer may have read it. Close this window and start Stint again for a new one. Nothing is lost.',
  gone: 'Stint has stopped',
  goneText:
    'Start Stint again and this window reconnects. If it doesn’t, open the address that Stint prints.',
  goneAgain: 'Start Stint again to reconnect.',
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
    title: 'This was deleted',
    text: 'What you typed isn’t lost. Save it as a new one, or discard it.',
    keepAsNew: 'Save as new',
    discard: 'Discard',
  },
  conflicts: {
    title: 'Changed while you were editing',
    heard: 'Changed while you were editing: {fields}',
    mine: 'Yours',
    theirs: 'Theirs',
    keepMine: 'Keep yours',
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
  reopen: 'Reopen',
  noneClosed: 'No closed form to reopen',
} as const

export const rail = {
  label: 'Main',
  thisMachine: 'This computer',
  accountOf: '{name}, switch account',
  accounts: 'Accounts…',
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
  startAgain: 'Recent',
  start: 'Start',
  workMenu: 'More for {work}',
  unpin: 'Unpin',
  pinned: 'Pinned',
  moveUp: 'Move up',
  moveDown: 'Move down',
  toDecide: '{count} to review | {count} to review',
} as const

/** The labels of keys on a keyboard. */
export const keyName = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  delete: 'Del',
  space: 'Space',
} as const

/** Quotation marks around what a person or the service wrote, and around what is quoted in it. */
export const quoted = {
  text: '“{text}”',
  inner: '‘{text}’',
} as const
