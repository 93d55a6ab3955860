/** What a person is told, and offered, when an account's database cannot be used. */
import type { BackupSummary, Trouble, TroubleKind, TroubleWay } from '#shared/ipc/integrity.ts'

/** Of `elsewhere` each is another one. */
type Told = Exclude<TroubleKind, 'elsewhere'>

const sentences: Record<Told, string> = {
  damaged:
    'The database file of this account is damaged. Nothing was deleted: what was not sent yet stands in a journal beside it',
  missing:
    'The database file of this account is not where it was. If you moved it, put it back and try again',
  foreign: 'Another file stands where the database of this account should be',
  newer:
    'A newer version of Stint wrote the database of this account. Install that version to open it; nothing was changed',
  locked:
    'Another program holds the database of this account. Close it; Stint goes on as soon as it can',
  'read-only':
    'The database of this account cannot be written. Check the permissions of its folder, then try again',
  full: 'The disk has no space left for the database of this account. Make space, then try again',
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
      ? `\`stint restore ${newest.name}\` goes back to the newest backup, with what was not sent since`
      : '',
    ways.includes('start-anew')
      ? '`stint doctor --start-anew` sets the file aside and begins an empty database, with what was not sent yet'
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
