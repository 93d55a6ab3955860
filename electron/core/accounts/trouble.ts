/** What a person is told, and offered, when an account's database cannot be used. */
import type { BackupSummary, Trouble, TroubleKind, TroubleWay } from '#shared/ipc/integrity.ts'

/** Of `elsewhere` each is another one. */
type Told = Exclude<TroubleKind, 'elsewhere'>

const sentences: Record<Told, string> = {
  damaged:
    'This account’s database is damaged. Nothing was deleted, and unsynced changes are safe in a separate journal',
  missing: 'This account’s database file is missing. If you moved it, put it back and try again',
  foreign: 'This account’s database has been replaced by another file',
  newer:
    'This account’s database needs a newer version of Stint. Install it to open the account. Nothing was changed',
  locked: 'Another program is using this account’s database. Close it, and Stint will continue',
  'read-only':
    'Stint can’t write to this account’s database. Check its folder’s permissions and try again',
  full: 'The disk is full. Free up some space and try again',
}

const ways: Record<Told, readonly TroubleWay[]> = {
  damaged: ['restore', 'start-anew', 'retry'],
  missing: ['retry', 'restore', 'start-anew'],
  foreign: ['restore', 'start-anew', 'retry'],
  newer: ['retry', 'restore'],
  locked: ['retry'],
  'read-only': ['retry'],
  full: ['retry'],
}

/** @param detail where it is, or what else is to be said, in plain words */
export function troubleOf(
  is: Told,
  backups: BackupSummary[],
  detail: string | null = null,
): Trouble {
  return {
    is,
    message: detail === null ? sentences[is] : `${sentences[is]} (${detail})`,
    ways: ways[is].filter((way) => way !== 'restore' || backups.length > 0),
    backups,
  }
}

/** @param message where it is open, and what can be done */
export const troubleElsewhere = (message: string): Trouble => ({
  ...{ is: 'elsewhere', message },
  ways: ['retry'],
  backups: [],
})

/** The same with the commands that lead out of it, for who has no window to offer them. */
export function withCommands(trouble: Trouble): Trouble {
  const { message, ways, backups } = trouble
  const [newest] = backups
  const commands = [
    newest && ways.includes('restore')
      ? `\`stint restore ${newest.name}\` restores the latest backup and keeps unsynced changes`
      : '',
    ways.includes('start-anew')
      ? '`stint doctor --start-anew` sets the file aside, starts an empty database, and keeps unsynced changes'
      : '',
  ].filter(Boolean)
  return { ...trouble, message: [message, ...commands].join('. ') }
}

/**
 * Kinds that pass by themselves: an app looks again now and then. `elsewhere` is none: a machine that
 * sleeps gives no sign of life, and would have the account open again with its first.
 */
export const passes = ({ is }: Trouble): boolean =>
  is === 'locked' || is === 'read-only' || is === 'full'
