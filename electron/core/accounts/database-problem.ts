/** Describes why an account's database cannot be used, and which remedies the person has. */
import type {
  BackupSummary,
  DatabaseProblem,
  DatabaseProblemKind,
  DatabaseProblemRemedy,
} from '#shared/ipc/database-integrity.ts'

/** `elsewhere` has a different text each time. */
type Told = Exclude<DatabaseProblemKind, 'elsewhere'>

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

const ways: Record<Told, readonly DatabaseProblemRemedy[]> = {
  damaged: ['restore', 'start-anew', 'retry'],
  missing: ['retry', 'restore', 'start-anew'],
  foreign: ['restore', 'start-anew', 'retry'],
  newer: ['retry', 'restore'],
  locked: ['retry'],
  'read-only': ['retry'],
  full: ['retry'],
}

/**
 * Builds a database problem.
 * @param detail the file's path or another fact, in plain words
 */
export function toDatabaseProblem(
  is: Told,
  backups: BackupSummary[],
  detail: string | null = null,
): DatabaseProblem {
  return {
    is,
    message: detail === null ? sentences[is] : `${sentences[is]} (${detail})`,
    ways: ways[is].filter((way) => way !== 'restore' || backups.length > 0),
    backups,
  }
}

/**
 * Builds the problem of an account that is open on another computer.
 * @param message where it is open, and what the person can do
 */
export const openElsewhereProblem = (message: string): DatabaseProblem => ({
  is: 'elsewhere',
  message,
  ways: ['retry'],
  backups: [],
})

/**
 * Adds the commands that solve the problem, for a person without a window that offers the remedies.
 */
export function withCliHints(trouble: DatabaseProblem): DatabaseProblem {
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

/** True for problems that may go away without action; the app retries those regularly. */
export const isTransientProblem = ({ is }: DatabaseProblem): boolean =>
  is === 'locked' || is === 'read-only' || is === 'full'
