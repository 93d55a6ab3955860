/** That only the person, or the user of a service, reads a database file. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/**
 * Makes an empty file where there is none, which SQLite takes for an empty database. A file that is
 * there is not opened: closing it again would end the locks that this process has on it.
 */
export function makeFilePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says why it cannot be.
  }
}

/**
 * Takes from others what they may do with a database file that was made wider, by an older version
 * or by a copy. SQLite gives the files that it makes beside it the same mode.
 */
export function keepFilePrivate(path: string): void {
  for (const one of [path, `${path}-wal`, `${path}-shm`]) {
    const stands = statSync(one, { throwIfNoEntry: false })
    if (stands && (stands.mode & 0o077) !== 0) chmodSync(one, stands.mode & 0o700)
  }
}
