/** Folders that only this user can open. */
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'

/**
 * Creates a folder with mode 0700, and those above it. Does nothing where it exists. Throws the
 * system's error.
 */
export function makePrivateFolder(path: string): void {
  // Node's own `recursive` never returns where a folder exists that takes no others, as `/proc`.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const above = dirname(path)
  if (above !== path) makePrivateFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (reason) {
    // Another process may have been faster.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw reason
  }
}

/**
 * Creates the data folder for this user alone, before anything is read from it or written to it. A
 * user who can write to it could replace our files, so other users lose the right to write. Fails
 * with `usage` when the folder belongs to another user or the right cannot be revoked; throws the
 * system's error when it cannot be created.
 */
export function takeDataFolder(path: string): Result<null> {
  makePrivateFolder(path)
  // Windows has neither user ids nor modes; folders in a user's profile belong to that user.
  const person = process.getuid?.()
  if (person === undefined) return ok(null)
  const { uid, mode } = statSync(path)
  if (uid !== person) {
    return fail(
      'usage',
      'The data folder {path} belongs to another user of this computer ({uid}). Choose one of your own with --home',
      { path, uid },
    )
  }
  if (!isOpenToWriters(mode)) return ok(null)
  try {
    chmodSync(path, mode & 0o7755)
  } catch {
    // It is looked at again.
  }
  return isOpenToWriters(statSync(path).mode)
    ? fail(
        'usage',
        'Other users of this computer can write to the data folder {path}, and Stint can’t change that. Choose another one with --home',
        { path },
      )
    : ok(null)
}

const isOpenToWriters = (mode: number): boolean => (mode & 0o022) !== 0
