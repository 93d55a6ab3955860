/** Checkpoints the write-ahead log into the database file. Runs on a worker. */
import { statSync } from 'node:fs'
import { openFile } from '../store/database/sqlite-file.ts'

/** Length of the log from which a checkpoint is worth the work, bytes. */
export const walSizeThreshold = 4 * 1024 ** 2

/** Returns the length of a database's write-ahead log, bytes. */
export const walSize = (file: string): number =>
  statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** How long other writers may be blocked, milliseconds. */
const patience = 50

/**
 * Moves most pages while others go on writing; for the rest, so that the log can be truncated, they
 * wait a few milliseconds. Returns the length of the log afterwards, bytes.
 */
export function checkpointWal(input: { file: string }): number {
  const database = openFile(input.file, { fileMustExist: true, timeout: patience })
  try {
    database.pragma('wal_checkpoint(passive)')
    database.pragma('wal_checkpoint(truncate)')
    return walSize(input.file)
  } finally {
    database.close()
  }
}
