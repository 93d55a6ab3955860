import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '#shared/errors.ts'

/**
 * Writes a file that only this person may read (mode 0600, its folder 0700 when it is made here),
 * whole or not at all: readers see the old content or the new one, also after a power cut.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await makePrivateFolder(dirname(path))
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (reason) {
    await rm(draft, { force: true })
    throw reason
  }
}

/**
 * Makes the data folder, for this person alone, before anything is read from it. Who can put files
 * into it can have the program read theirs in the place of ours, so the right to write is taken
 * from others. Fails with `usage` where the folder is another user's, or where that right cannot
 * be taken away.
 */
export async function takeDataFolder(path: string): Promise<Result<null>> {
  await makePrivateFolder(path)
  // Windows has neither; its folders in a person's profile are that person's.
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

/** Makes a folder that only this person may open, with the folders above it. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}
