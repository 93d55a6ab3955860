/** Moving what was committed from the log into the file. For a worker. */
import { statSync } from 'node:fs'
import { openFile } from '../store/sqlite-file.ts'

/** Length of the log that is worth the work, bytes. */
export const longLog = 4 * 1024 ** 2

/** Bytes in the log of a database. */
export const logLength = (file: string): number =>
  statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** How long others may be kept from writing, milliseconds. */
const patience = 50

/**
 * Most is moved while others go on writing; for the rest, so that the log can begin again, they wait
 * a few milliseconds. Answers how long the log is then, bytes.
 */
export function checkpoint(input: { file: string }): number {
  const database = openFile(input.file, { fileMustExist: true, timeout: patience })
  try {
    database.pragma('wal_checkpoint(passive)')
    database.pragma('wal_checkpoint(truncate)')
    return logLength(input.file)
  } finally {
    database.close()
  }
}
