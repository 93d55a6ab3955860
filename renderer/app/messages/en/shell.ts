/** Words of the window around every screen, and of its keys. */

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

export const undo = {
  undo: 'Undo',
  redo: 'Redo',
} as const

export const rail = {
  label: 'Main',
  thisMachine: 'This machine',
  day: 'Day',
  sync: 'Sync',
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

export const keys = {
  title: 'Keys',
  hint: 'Single keys work while no field has the focus.',
  undo: 'Undo',
  redo: 'Redo',
  goDay: 'Go to Day',
  goSync: 'Go to Sync',
  goHistory: 'Go to History',
  region: 'Next region',
  sheet: 'All keys',
  startStop: 'Start or stop the timer',
  switch: 'Switch the timer',
  mini: 'Mini timer',
  quick: 'Log or start, in one line',
  startAgain: 'Start again, by its digit',
  add: 'Add an entry',
  edit: 'Edit the entry',
  duplicate: 'Duplicate the entry',
  continue: 'Continue the entry',
  delete: 'Delete the entry',
  next: 'Next entry',
  previous: 'Previous entry',
  before: 'Day before',
  after: 'Day after',
  today: 'Today',
  fill: 'Fill the gap',
  find: 'Find',
  close: 'Close, back',
  save: 'Save, from any field',
  syncNow: 'Sync now',
  nextCard: 'Next thing to decide',
  previousCard: 'Previous thing to decide',
  mine: 'Use mine',
  theirs: 'Use theirs',
  likely: 'Use this, or the likely answer',
} as const
