/** Restricts a database file to its owner: the person, or the user that a service runs as. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/**
 * Creates an empty file, which SQLite treats as an empty database, unless the file exists. An
 * existing file is not opened, because closing it would drop the locks that this process holds on
 * it.
 */
export function makeFilePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists, or SQLite will report why it cannot be created.
  }
}

/**
 * Removes the permissions of group and others, which an older version or a copy may have left.
 * SQLite creates its companion files with the same mode.
 */
export function keepFilePrivate(path: string): void {
  for (const one of [path, `${path}-wal`, `${path}-shm`]) {
    const current = statSync(one, { throwIfNoEntry: false })
    if (current && (current.mode & 0o077) !== 0) chmodSync(one, current.mode & 0o700)
  }
}
