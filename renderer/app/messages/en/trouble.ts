/** Messages about the database, its backups and its health. */

export const trouble = {
  title: 'Can’t open {name}',
  nothingLost: 'Whatever you choose, nothing you saved is deleted.',
  backups: 'Backups for this account',
  retry: 'Try again',
  still: 'Tried again. Nothing has changed yet.',
  restore: 'Restore backup',
  startAnew: 'Start fresh',
  startAnewTitle: 'Start with an empty database?',
  startAnewText:
    'The current file is set aside, not deleted. Unsynced changes are restored, and everything on the service is downloaded again.',
  busy: 'Working. This can take a minute.',
  recovered: 'Stint fixed a problem',
  aside: 'The old file is in {folder}',
  understood: 'Got it',
} as const

export const backup = {
  title: 'Data and backup',
  label: 'Backups',
  text: 'Stint backs up daily and before major changes.',
  newest: 'Last backup: {when}.',
  none: 'No backups yet.',
  make: 'Back up now',
  making: 'Backing up…',
  made: 'Backup complete',
  verify: 'Verify',
  sound: 'Backup verified. Entries: {times}, expenses: {expenses}, unsynced: {unsent}',
  restore: 'Restore',
  more: '1 more | {count} more',
  restoreTitle: 'Restore backup from {when}?',
  restoreText:
    'The current database is set aside, not deleted. Changes since then that haven’t synced are kept, and the service’s changes are downloaded again.',
  kinds: {
    daily: 'daily',
    'before-migration': 'before an update',
    'before-sync': 'before a large sync',
    asked: 'manual',
  },
  doctor: 'Data check',
  doctorText: 'Checks your database and backups, and repairs what it can.',
  look: 'Run check',
  looking: 'Checking…',
  report: 'Support report',
  reportText:
    'A text file with versions, settings, findings, and the last lines of the logs. It has no notes, names, or tokens. Stint doesn’t send it: read it, then pass it on.',
  saveReport: 'Save report',
  reporting: 'Saving…',
  reportSaved: 'Report saved to your downloads, or where you chose',
  states: {
    fine: 'OK',
    mended: 'Repaired',
    note: 'Note',
    problem: 'Problem',
  },
} as const
