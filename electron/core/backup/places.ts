/** Where an account's files stand: all in its folder, readable by this person alone. */
import { join } from 'node:path'

export interface Places {
  readonly folder: string
  readonly database: string
  /** What the service does not have yet, beside the database (journal.ts). */
  readonly journal: string
  readonly backups: string
  /** Files that were taken out of use. Nothing here is ever deleted by the program. */
  readonly aside: string
  /** One file for each process that has the database open (presence.ts). */
  readonly open: string
  /** What was mended without asking, until the person has read it. */
  readonly recovery: string
}

export const placesIn = (folder: string): Places => ({
  folder,
  database: join(folder, 'stint.db'),
  journal: join(folder, 'unsent.journal'),
  backups: join(folder, 'backups'),
  aside: join(folder, 'aside'),
  open: join(folder, 'open'),
  recovery: join(folder, 'recovery.json'),
})

/** A database is this file and the two that SQLite keeps beside it. */
export const filesOf = (database: string): string[] => [
  database,
  `${database}-wal`,
  `${database}-shm`,
]

/** Where a database is put together that is to take the place of the present one. */
export const draftOf = ({ database }: Places): string => `${database}.unfinished`

/** An instant as part of a file name, in the order of time. */
export const stampOf = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-')

/** The instant of such a name, epoch milliseconds; NaN when it is none. */
export const instantOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(.{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, '$1T$2:$3:$4.$5Z'))
