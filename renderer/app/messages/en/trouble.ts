/** Words about the database, its backups and its health. */

export const trouble = {
  title: '{name} cannot be opened',
  nothingLost: 'Nothing that was saved here is thrown away, whatever you choose.',
  backups: 'Backups of this account',
  retry: 'Try again',
  still: 'Tried again. Nothing has changed yet.',
  restore: 'Go back to the backup',
  startAnew: 'Begin anew',
  startAnewTitle: 'Begin with an empty database?',
  startAnewText:
    'The present file is set aside, not deleted. What was not sent yet is put back, and everything the service has is fetched again.',
  busy: 'At work. This can take a minute.',
  recovered: 'Stint put something right',
  aside: 'The former file stands in {folder}',
  understood: 'Understood',
} as const

export const backup = {
  title: 'Data on this machine',
  label: 'Backups',
  text: 'One is made each day, and before anything large.',
  newest: 'The newest is of {when}.',
  none: 'There is none yet.',
  make: 'Back up now',
  making: 'Backing up …',
  made: 'Backed up {count} entries',
  verify: 'Check',
  sound: 'Sound: {times} times, {expenses} expenses, {unsent} of them unsent',
  restore: 'Go back to it',
  more: 'One more | {count} more',
  restoreTitle: 'Go back to {when}?',
  restoreText:
    'The present database is set aside, not deleted. What was not sent since is put back, and the service’s changes are fetched again.',
  kinds: {
    daily: 'of the day',
    'before-migration': 'before an update',
    'before-sync': 'before a large sync',
    asked: 'made by you',
  },
  doctor: 'A look into everything',
  doctorText: 'Checks the database, its indexes and the backups, and mends what it can.',
  look: 'Look',
  looking: 'Looking …',
  report: 'Support report',
  reportText:
    'A text file with versions, settings, findings and the last lines of the logs; no notes, names or tokens. Stint sends nothing: read it, then hand it on.',
  saveReport: 'Save a report',
  reporting: 'Saving …',
  reportSaved: 'The report is with your downloads, or where you chose.',
  states: {
    fine: 'Fine',
    mended: 'Mended',
    note: 'Note',
    problem: 'Needs you',
  },
} as const
