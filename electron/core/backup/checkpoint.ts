/** Moving what was committed from the log into the file. For a worker. */
import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/** Length of the log that is worth the work, bytes. */
export const longLog = 4 * 1024 ** 2

/** Bytes in the log of a database. */
export const logLength = (file: string): number =>
  statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Milliseconds between two rounds, and how many quiet ones end the work. */
const betweenRounds = 100
const quietRounds = 20
/** How long others may be kept from writing, milliseconds. */
const patience = 50

/**
 * Stays at it while much is written, since starting a thread takes longer than a round. Most is
 * moved while others go on writing; for the rest, so that the log can begin again, they wait a few
 * milliseconds.
 * @param input.end shared with the thread that asked: it sets the number in it to end the work
 */
export function checkpoint(input: { file: string; end: SharedArrayBuffer }): void {
  const database = new Sqlite(input.file, { fileMustExist: true, timeout: patience })
  const end = new Int32Array(input.end)
  try {
    for (let quiet = 0; quiet < quietRounds && end[0] === 0; quiet++) {
      if (logLength(input.file) > longLog) {
        quiet = 0
        database.pragma('wal_checkpoint(passive)')
        database.pragma('wal_checkpoint(truncate)')
      }
      Atomics.wait(end, 0, 0, betweenRounds)
    }
  } finally {
    database.close()
  }
}
