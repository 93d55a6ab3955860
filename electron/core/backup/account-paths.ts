/** The paths of an account's files: all in its folder, readable only by this user. */
import { join } from 'node:path'

export interface AccountPaths {
  readonly folder: string
  readonly database: string
  /** What the service does not have yet, in a file beside the database (journal.ts). */
  readonly journal: string
  readonly backups: string
  /** Files that were set aside. The program never deletes them. */
  readonly aside: string
  /** One file for each process that has the database open (process-presence.ts). */
  readonly open: string
  /** What was repaired without asking, until the person has read it. */
  readonly recovery: string
}

export const accountPaths = (folder: string): AccountPaths => ({
  folder,
  database: join(folder, 'stint.db'),
  journal: join(folder, 'unsent.journal'),
  backups: join(folder, 'backups'),
  aside: join(folder, 'aside'),
  open: join(folder, 'open'),
  recovery: join(folder, 'recovery.json'),
})

/** Returns the paths of a database: this file and the two that SQLite keeps beside it. */
export const databaseFiles = (database: string): string[] => [
  database,
  `${database}-wal`,
  `${database}-shm`,
]

/** Returns the path at which a database is assembled before it replaces the present one. */
export const unfinishedDatabasePath = ({ database }: AccountPaths): string =>
  `${database}.unfinished`

/** Formats an instant as part of a file name; such names sort by time. */
export const fileTimestamp = (now: number): string =>
  new Date(now).toISOString().replaceAll(/[:.]/g, '-')

/** Parses the instant of such a name, epoch milliseconds; NaN when it is none. */
export const parseFileTimestamp = (stamp: string): number =>
  Date.parse(stamp.replace(/^(.{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, '$1T$2:$3:$4.$5Z'))
