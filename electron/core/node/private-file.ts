import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'
import { replaceFile } from '../unfinished-file.ts'

/**
 * Writes a file that only this user can read (mode 0600; its folder gets 0700 if it is created
 * here). The write is atomic: readers see the old content or the new one, also after a power cut.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await makePrivateFolder(dirname(path))
  replaceFile(path, content)
}

/**
 * Creates the data folder for this user alone, before anything is read from it. A user who can
 * write to it could replace our files, so other users lose the right to write. Fails with `usage`
 * when the folder belongs to another user or the right cannot be revoked.
 */
export async function takeDataFolder(path: string): Promise<Result<null>> {
  await makePrivateFolder(path)
  // Windows has neither user ids nor modes; folders in a user's profile belong to that user.
  const person = process.getuid?.()
  if (person === undefined) return ok(null)
  const { uid, mode } = await stat(path)
  if (uid !== person) {
    return fail(
      'usage',
      `The data folder ${path} belongs to another user of this computer (${uid}). Choose one of your own with --home`,
    )
  }
  if (isOpenToWriters(mode)) await chmod(path, mode & 0o7755).catch(() => undefined)
  return isOpenToWriters((await stat(path)).mode)
    ? fail(
        'usage',
        `Other users of this computer can write to the data folder ${path}, and Stint can’t change that. Choose another one with --home`,
      )
    : ok(null)
}

const isOpenToWriters = (mode: number): boolean => (mode & 0o022) !== 0

/** Creates a folder that only this user can open, with the folders above it. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}
